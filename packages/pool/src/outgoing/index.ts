export {
  addAdopted,
  findReplacedUnread,
  followReplaced,
  hasAdopted,
  hasBookedAbove,
  isAllAsked,
  listAdopted,
} from './adopted.ts';
export { bookAnswer } from './book-answer.ts';
export { bookNetworkFee } from './book-network-fee.ts';
export { returnNetworkFees } from './change-network-fee.ts';
export {
  acknowledgeOutside,
  checkStart,
  findNoncesUsedElsewhere,
  hasSentElsewhere,
  hasUnknownLines,
} from './check-start.ts';
export { canCoverFee, commitFee, getCommittedFees, releaseFee } from './committed-fees.ts';
export {
  type Absent,
  broadcastStored,
  type Fate,
  followOutgoing,
  logStored,
  lookUpOutgoing,
  type Mined,
  sendLogged,
  voidOutgoing,
} from './follow.ts';
export {
  findHalt,
  HALT_SETTING,
  recordHalt,
  recordHaltNow,
} from './halt.ts';
export {
  acceptLostLines,
  assertNoLineLost,
  LogCutError,
  readSignerLogEnd,
} from './logged-lines.ts';
export { haltAsOlderCopy } from './older-copy.ts';
export { reviewUnsigned, reviewUnsignedOf } from './review-unsigned.ts';
export {
  findVoided,
  readNextNonce,
  signNext,
  storeSigned,
  storeVoid,
  toVoidSubject,
} from './sign.ts';
export { findDerivationIndex, findWithdrawalOn, isAccountOpen, listSigned } from './signer-reads.ts';
export { SigningGate } from './signing-gate.ts';
export { findSigningObstacle } from './signing-obstacle.ts';
