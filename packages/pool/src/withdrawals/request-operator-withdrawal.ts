import { HOT_WALLET_INDEX } from '@glasspool/chains';
import {
  type Currency,
  formatAmount,
  NETWORK_OF,
  PoolError,
  parsePayeeAddress,
  toChainUnits,
  type UserId,
} from '@glasspool/core';
import { transfers } from '@glasspool/core/books';
import { isOpenWithdrawal, rememberKey, type Transaction, toKey } from '@glasspool/db';
import { recordAdminAction } from '@glasspool/identity/audit';
import type { CallOrigin } from '@glasspool/identity/deps';
import { type AssertTwoFactor, withTwoFactor } from '@glasspool/identity/two-factor';
import { getUncovered, lockPosition, postNew } from '@glasspool/ledger';
import { reconcile, toMicroUp } from '../books/index.ts';
import { readScannedHeight, readUnreadTransfers } from '../deposits/index.ts';
import { getCommittedFees } from '../outgoing/index.ts';
import { readRequestedMicro } from './daily-requests.ts';
import { assertNotOurs, findEarlier, newWithdrawal, type WithdrawalDeps } from './request-rows.ts';
import { type OperatorFacts, planOperatorWithdrawal } from './rules.ts';
import { openWithdrawal, toFacts, type Withdrawal } from './transition.ts';

export interface OperatorWithdrawalRequest {
  readonly adminId: UserId;
  readonly origin: CallOrigin;
  readonly currency: Currency;
  readonly address: string;
  readonly amountMicro: bigint;
  readonly idempotencyKey?: string;
  /** A two-factor code, or a recovery code. */
  readonly totp?: string | undefined;
}

/**
 * Takes the operator's own funds out of the hot wallet: never more than assets exceed the claims on them, by the ledger and by the
 * chain, the fees of open payouts included, and never more on one day than the signer signs. Above the limit of a day a second admin
 * has to agree first. Accounts with two-factor authentication must supply a code each time (ASVS 7.5.3).
 *
 * @throws PoolError ADDRESS_WRONG_NETWORK, ADDRESS_CHECKSUM, ADDRESS_INVALID, ADDRESS_FORBIDDEN, IDEMPOTENCY_KEY_REUSED,
 *   RESERVES_TOO_SMALL, UNAVAILABLE, OPERATOR_DAILY_CAP, TWO_FACTOR_REQUIRED, TWO_FACTOR_BLOCKED, TWO_FACTOR_SHUT, TWO_FACTOR_INVALID
 */
export async function requestOperatorWithdrawal(
  deps: WithdrawalDeps,
  request: OperatorWithdrawalRequest,
): Promise<Withdrawal> {
  const address = parsePayeeAddress(request.address, request.currency);
  // Read from the chains before the transaction: inside it nothing but the database is awaited.
  const missingMicro = await readMissingNow(deps, request.currency);
  const feeMicro = await quoteFee(deps, { ...request, address });
  return withTwoFactor(deps, { userId: request.adminId, code: request.totp }, (assertTwoFactor) =>
    holdWithdrawal(deps, { ...request, address, missingMicro, feeMicro }, assertTwoFactor),
  );
}

async function holdWithdrawal(
  deps: WithdrawalDeps,
  request: OperatorWithdrawalRequest & { readonly missingMicro: bigint; readonly feeMicro: bigint },
  assertTwoFactor: AssertTwoFactor,
): Promise<Withdrawal> {
  const { adminId, currency, address, amountMicro, missingMicro, feeMicro, idempotencyKey } = request;
  const now = deps.clock.now();
  const key = toKey({ userId: adminId, operation: 'own-funds-withdrawal', idempotencyKey }, [
    currency,
    address,
    String(amountMicro),
  ]);
  return deps.db.transaction(async (tx) => {
    const facts = await lockFacts(tx, { currency, amountMicro, missingMicro, feeMicro, now });
    const earlier = await findEarlier(tx, key);
    if (earlier !== undefined) return earlier;
    await assertNotOurs(tx, deps, { address, currency });

    const plan = planOperatorWithdrawal(facts, {
      reviewMicro: deps.settings.operatorReviewMicro[currency],
      dailyCapMicro: deps.settings.operatorDailyCapMicro[currency],
    });

    await assertTwoFactor(tx);

    const withdrawal = newWithdrawal(deps, {
      ...request,
      userId: adminId,
      feeMicro: 0n,
      now,
      source: 'operator',
    });
    await openWithdrawal(tx, withdrawal, { next: { to: plan.next, evidence: { by: 'hotWallet limit' } } });
    await postNew(tx, transfers.holdWithdrawal(toFacts(withdrawal)), now);
    await rememberKey(tx, key, { resultId: withdrawal.id, now });
    await recordAdminAction(tx, deps, {
      adminId,
      origin: request.origin,
      action: 'own-funds.withdraw',
      subject: withdrawal.id,
      before: {
        currency,
        assets: formatAmount(facts.assetsMicro),
        claims: formatAmount(facts.claimsMicro),
      },
      after: { amount: formatAmount(amountMicro), address, state: plan.next },
    });
    tx.onCommit(() => deps.events.emitToStaff('hotWallet.changed'));
    return { ...withdrawal, state: plan.next };
  });
}

/**
 * By how much the chain holds less than the ledger says, in micro-units, rounded up. What is in flight counts as gone, and so does a deposit
 * that the scanner has yet to read: it is its owner's, and hides what is missing elsewhere.
 *
 * @throws PoolError UNAVAILABLE while more blocks are not read than can be looked through
 */
async function readMissingNow(deps: WithdrawalDeps, currency: Currency): Promise<bigint> {
  const network = NETWORK_OF[currency];
  // Read before the ledger: a deposit that is read meanwhile counts twice, never not at all.
  const afterHeight = await readScannedHeight(deps, network);
  const found = await reconcile(deps, currency);
  const unread = await readUnreadTransfers(deps, { network, afterHeight });
  if (unread === undefined) throw new PoolError('UNAVAILABLE');
  const unreadUnits = unread.reduce((sum, { isDeposit, units }) => (isDeposit ? sum + units : sum), 0n);
  const expectedUnits =
    found.inCustodyUnits +
    found.dustUnits +
    found.confirmingUnits +
    found.quarantinedUnits +
    found.lostUnits +
    unreadUnits;
  const missingUnits = expectedUnits - found.onChainUnits;
  return missingUnits > 0n ? toMicroUp(currency, missingUnits) : 0n;
}

/** The most that the network may take for the payment where it takes it in the same currency; 0 where gas is another coin. */
async function quoteFee(
  { chains }: WithdrawalDeps,
  { currency, address, amountMicro }: { currency: Currency; address: string; amountMicro: bigint },
): Promise<bigint> {
  const quote = await chains[NETWORK_OF[currency]].quoteSend({
    fromIndex: HOT_WALLET_INDEX,
    currency,
    to: address,
    units: toChainUnits(currency, amountMicro),
  });
  return quote.feeCurrency === currency ? toMicroUp(currency, quote.feeMaxUnits) : 0n;
}

/** Locks the pool's accounts, so that of many requests at once each sees what the ones before it took. */
async function lockFacts(
  tx: Transaction,
  request: { currency: Currency; amountMicro: bigint; missingMicro: bigint; feeMicro: bigint; now: number },
): Promise<OperatorFacts> {
  const { currency, amountMicro, missingMicro, feeMicro, now } = request;
  const position = await lockPosition(tx, currency);
  // Signed payouts remain claims: the position counts them as owed until they are final.
  const assetsMicro =
    position.custodyMicro +
    position.inFlightMicro +
    position.userReceivableMicro -
    (await getUncovered(tx, currency)) -
    missingMicro;
  const feesMicro = (await getCommittedFees(tx, currency)) + feeMicro * (await countUnsigned(tx, currency));
  const claimsMicro =
    position.owedToUsersMicro +
    position.rewardReserveMicro +
    position.rewardsPayableMicro +
    position.withdrawingByOperatorMicro +
    feesMicro;
  const todayMicro = await readRequestedMicro(tx, { source: 'operator', currency, now });
  return { currency, amountMicro, assetsMicro, claimsMicro, todayMicro };
}

/** Payouts that are not signed yet, and this one: each of them will cost a fee. */
async function countUnsigned(tx: Transaction, currency: Currency): Promise<bigint> {
  const { unsigned } = await tx
    .selectFrom('withdrawal')
    .where('currency', '=', currency)
    .where(isOpenWithdrawal)
    .where('state', 'in', ['requested', 'reviewing', 'approved'])
    .select((eb) => eb.fn.countAll<number>().as('unsigned'))
    .executeTakeFirstOrThrow();
  return BigInt(unsigned) + 1n;
}
