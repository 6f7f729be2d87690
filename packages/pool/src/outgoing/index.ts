export { bookNetworkFee } from './book-network-fee.ts';
export { broadcastStored, followOutgoing, type Mined } from './follow.ts';
export { findFreeze, freezePayouts } from './freeze.ts';
export { resumePayouts } from './resume-payouts.ts';
export { signNext, storeSigned } from './sign.ts';
