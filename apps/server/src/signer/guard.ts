import {
  ANCHOR_INDEX,
  HOT_WALLET_INDEX,
  SigningRefusedError,
  type UnsignedTransfer,
} from '@glasspool/chains';
import {
  DAY_MS,
  fromChainUnits,
  type Network,
  toChainUnits,
  type UserId,
  utcDayStart,
  type WithdrawalId,
} from '@glasspool/core';
import type { Queryable } from '@glasspool/db';
import { findDerivationIndex, findWithdrawalOn, isAccountOpen, listSigned } from '@glasspool/pool/outgoing';
import type { PaymentLog } from './payment-log.ts';

/** The most that one transaction may cost, or the hot wallet gives one of our own addresses for fees, in units of the network's coin. */
const GAS_MAX_UNITS = { BNB: 10n ** 17n, TRX: 200n * 10n ** 6n } as const;
/** A withdrawal is signed soon after it was approved. */
const WITHDRAWAL_AGE_MAX_MS = 30 * DAY_MS;

/** Facts that the signer has by itself and takes from no caller. */
interface GuardDeps {
  readonly network: Network;
  readonly db: Queryable;
  readonly deriveAddress: (index: number) => string;
  readonly payments: PaymentLog;
  /** In micro-units, by who withdraws. */
  readonly dailyCapMicro: Readonly<Record<'user' | 'operator', bigint>>;
  readonly forbiddenPayees: readonly string[];
  /** The signer's own time; on the local networks as far ahead as a developer moved the pool's clock. */
  readonly now: number;
  /** Time of the newest final block of the network in ms, by the signer's own node. */
  readonly readFinalTimeMs: () => Promise<number>;
}

interface AskedTransfer {
  readonly index: number;
  readonly subject: string | null;
  /** SHA-256 of the unsigned bytes: on TRON the hash of the transaction. */
  readonly payloadHash: string;
  readonly transfer: UnsignedTransfer;
}

/**
 * Lets through what the pool signs, and nothing else: money between our own addresses, an anchor to itself, and a withdrawal that the
 * database has, to its address, of its amount, within the caps of a day. An attacker who takes over the process that asks can write anything
 * into the database; the caps are counted by the signer's own log.
 *
 * @throws SigningRefusedError
 * @throws SigningCapReachedError
 * @throws SigningTooEarlyError
 * @throws SigningContradictionError
 */
export async function assertMaySign(deps: GuardDeps, asked: AskedTransfer): Promise<void> {
  const { index, transfer } = asked;
  const { network } = deps;
  const { to, data, units } = transfer;
  const isToItself = to === deps.deriveAddress(index);
  if (transfer.feeMaxUnits > GAS_MAX_UNITS[network === 'BSC' ? 'BNB' : 'TRX'])
    throw new SigningRefusedError('It offers more for fees than a transaction needs.');
  if (index === ANCHOR_INDEX) {
    if (isToItself && data !== null && units === 0n) return;
    throw new SigningRefusedError('The anchoring address signs anchors, and nothing else.');
  }
  if (data !== null) throw new SigningRefusedError('It carries bytes, and only anchors do.');
  if (to === deps.deriveAddress(HOT_WALLET_INDEX) && index !== HOT_WALLET_INDEX) return;
  if (index !== HOT_WALLET_INDEX)
    throw new SigningRefusedError('A deposit address pays to the hot wallet alone.');
  const own = await findOwn(deps, to);
  return own ? assertGas(transfer) : assertWithdrawal(deps, asked);
}

/** Returns true for one of our addresses, which the database must list and the keys must derive. */
async function findOwn({ db, network, deriveAddress }: GuardDeps, address: string): Promise<boolean> {
  const index = await findDerivationIndex(db, { network, address });
  if (index === undefined) return false;
  if (deriveAddress(index) === address) return true;
  throw new SigningRefusedError('The database calls an address ours that is not.');
}

function assertGas({ currency, units }: UnsignedTransfer): void {
  const maxUnits = currency === 'BNB' || currency === 'TRX' ? GAS_MAX_UNITS[currency] : 0n;
  if (units > maxUnits)
    throw new SigningRefusedError('It is more than one of our own addresses needs for fees.');
}

async function assertWithdrawal(
  deps: GuardDeps,
  { subject, transfer, payloadHash }: AskedTransfer,
): Promise<void> {
  const { to, currency, units, nonce, expiresAt } = transfer;
  if (deps.forbiddenPayees.includes(to))
    throw new SigningRefusedError('The pool does not pay to this address.');
  const { db, network } = deps;
  const withdrawal = await findWithdrawalOn(db, { network, id: getWithdrawalId(subject) });
  if (withdrawal === undefined) throw new SigningRefusedError('There is no such withdrawal.');
  const isIt =
    withdrawal.address === to &&
    withdrawal.currency === currency &&
    toChainUnits(withdrawal.currency, withdrawal.amountMicro) === units;
  if (!isIt)
    throw new SigningRefusedError('It is not what the withdrawal says: another address, or another amount.');
  // The chain takes each payment once: by nonce, or by its exact bytes.
  const payment = nonce === null ? `hash/${payloadHash}` : `nonce/${nonce}`;
  // Its block was replaced: the same payment at the same nonce may be signed with a higher fee, however long ago it was approved.
  const isSentAgain =
    withdrawal.state === 'confirmed' &&
    nonce !== null &&
    deps.payments.isLast({ withdrawalId: withdrawal.id, payment });
  if (!isSentAgain && !['approved', 'signed', 'broadcast'].includes(withdrawal.state))
    throw new SigningRefusedError(`The withdrawal is ${withdrawal.state}.`);
  if (withdrawal.waitingFor === 'check')
    throw new SigningRefusedError('The withdrawal may have been paid already, and no one has checked.');
  if (!isSentAgain && deps.now - (withdrawal.approvedAt ?? withdrawal.createdAt) > WITHDRAWAL_AGE_MAX_MS)
    throw new SigningRefusedError('The withdrawal was approved too long ago.');
  await assertOwnerNotLocked(deps, withdrawal);
  await assertNotSigned(deps, withdrawal.id, transfer);
  await deps.payments.take(
    {
      at: deps.now,
      day: utcDayStart(deps.now),
      currency: withdrawal.currency,
      source: withdrawal.source,
      withdrawalId: withdrawal.id,
      address: to,
      amountMicro: fromChainUnits(withdrawal.currency, units).amountMicro,
      payment,
      expiresAt,
    },
    { capMicro: deps.dailyCapMicro[withdrawal.source], readFinalTimeMs: deps.readFinalTimeMs },
  );
}

/** Refuses withdrawals of a locked account, even when the calling process has not seen the lock. */
async function assertOwnerNotLocked(
  { db }: GuardDeps,
  { userId, source }: { userId: UserId; source: 'user' | 'operator' },
): Promise<void> {
  if (source !== 'user') return;
  if (!(await isAccountOpen(db, userId)))
    throw new SigningRefusedError('The account of the withdrawal is locked.');
}

/**
 * Refuses a second nonce for a withdrawal (BSC), or a second transaction (TRON), of which the database has a first one. This protects from a
 * caller that errs. An attacker can take rows away, and an honest caller that ended before it stored a signature needs a second one: the log
 * of payments counts both, by nonce or by transaction.
 */
async function assertNotSigned(
  { db }: GuardDeps,
  subject: string,
  transfer: UnsignedTransfer,
): Promise<void> {
  const signed = await listSigned(db, subject);
  if (signed.some(({ nonce }) => nonce !== transfer.nonce))
    throw new SigningRefusedError('The withdrawal was signed before, under another nonce.');
  if (transfer.nonce === null && signed.length > 0)
    throw new SigningRefusedError('The withdrawal was signed before.');
}

function getWithdrawalId(subject: string | null): WithdrawalId {
  // An id of any other form is looked up too, and not found.
  if (subject !== null) return subject as WithdrawalId;
  throw new SigningRefusedError('It pays to an outside address, and belongs to no withdrawal.');
}
