export { bookNetworkFee } from './book-network-fee.ts';
export { acknowledgeOutside, checkStart, findNoncesUsedElsewhere, hasUnknownLines } from './check-start.ts';
export { broadcastStored, followOutgoing, type Mined } from './follow.ts';
export { FREEZE_SETTING, findFreeze, freezePayouts, freezePayoutsWithin } from './freeze.ts';
export { isCaughtUp } from './is-caught-up.ts';
export { signNext, storeSigned } from './sign.ts';
