export {
  acknowledgeOutside,
  checkStart,
  findNoncesUsedElsewhere,
  hasSentElsewhere,
  hasUnknownLines,
} from './check-start.ts';
export { canCommitFee, canCoverFee, getCommittedFees } from './committed-fees.ts';
export {
  endHalt,
  findHalt,
  listHalted,
  recordHalt,
  recordHaltNow,
} from './halt.ts';
export { listReopened, type Reopened } from './list-reopened.ts';
export {
  acceptLostLines,
  assertNoLineLost,
  LogCutError,
  readSignerLogEnd,
} from './logged-lines.ts';
export { readNextNonce } from './nonces.ts';
export { haltAsOlderCopy } from './older-copy.ts';
export { reopen, reopenRow } from './reopen.ts';
export { reviewUnsigned, reviewUnsignedOf } from './review-unsigned.ts';
export {
  changeOutgoing,
  findOutgoing,
  isAnythingOpen,
  isAnythingReopened,
  lockOutgoing,
  toCancellationSubject,
  toOutgoingId,
} from './rows.ts';
export { beginSending, type Sending, type SendRequest } from './send.ts';
export { settle } from './settle.ts';
export { findDerivationIndex, findWithdrawalOn, isAccountOpen, listSigned } from './signer-reads.ts';
export { SigningGate } from './signing-gate.ts';
export { findSigningObstacle } from './signing-obstacle.ts';
export {
  findPurpose,
  GAS_RETURN_ENDING,
  parseSweepStepId,
  toAnchorGasId,
  toAnchorId,
  toGasReturnId,
  toSweepStepId,
} from './subjects.ts';
