export { bookNetworkFee } from './book-network-fee.ts';
export { checkStart } from './check-start.ts';
export { broadcastStored, followOutgoing, type Mined } from './follow.ts';
export { findFreeze, freezePayouts, freezePayoutsWithin } from './freeze.ts';
export { isCaughtUp } from './is-caught-up.ts';
export { resumePayouts } from './resume-payouts.ts';
export { signNext, storeSigned } from './sign.ts';
