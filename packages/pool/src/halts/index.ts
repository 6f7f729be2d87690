export { haltPayouts } from './halt-payouts.ts';
export { allowOneNode, listWithoutNodes, mayDecideAlone, type NetworkWithoutNodes } from './one-node.ts';
export { resumePayouts } from './resume-payouts.ts';
