export { anchorSnapshots, followAnchors } from './anchor-snapshots.ts';
export { LeafFile, type WrittenLeaves } from './build-leaves.ts';
export { findAnchor } from './find-anchor.ts';
export { getUserProof } from './get-user-proof.ts';
export { listSnapshots } from './list-snapshots.ts';
export { requestSnapshot } from './request-snapshot.ts';
export { takeDueSnapshot } from './take-due-snapshot.ts';
export { takeSnapshot } from './take-snapshot.ts';
