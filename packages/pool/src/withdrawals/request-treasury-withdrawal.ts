import {
  type Currency,
  formatAmount,
  fromChainUnits,
  parsePayeeAddress,
  type UserId,
  utcDayStart,
} from '@glasspool/core';
import { sumMicro, type Transaction } from '@glasspool/db';
import { lockBalances, postTransfer } from '@glasspool/ledger';
import { sql } from 'kysely';
import { custody, networkFees, operatorWithdrawing, surplus, transit } from '../accounts.ts';
import { recordAdminAction } from '../audit/index.ts';
import { reconcile } from '../books/index.ts';
import type { CallOrigin } from '../deps.ts';
import { keyOf, rememberKey } from '../idempotency/index.ts';
import { type AssertSecondFactor, withSecondFactor } from '../users/index.ts';
import { assertNotOurs, findEarlier, newWithdrawal, type WithdrawalDeps } from './request-rows.ts';
import { planTreasuryWithdrawal, type TreasuryFacts } from './rules.ts';
import { recordEvent, transition, type Withdrawal } from './transition.ts';

export interface TreasuryWithdrawalRequest {
  readonly adminId: UserId;
  readonly origin: CallOrigin;
  readonly currency: Currency;
  readonly address: string;
  readonly amountMicro: bigint;
  readonly idempotencyKey?: string;
  /** A code of the second factor, or a recovery code. */
  readonly totp?: string | undefined;
}

/**
 * Takes the operator's own money out of the treasury (decisions.md 0.4): never more than what is held exceeds what is owed, by the
 * ledger and by the chain, and never more on one day than the signer signs. Above the limit of a day a second admin has to agree
 * first. Who has a second factor gives a code of it each time (ASVS 7.5.3).
 *
 * @throws PoolError ADDRESS_WRONG_NETWORK, ADDRESS_CHECKSUM, ADDRESS_INVALID, ADDRESS_FORBIDDEN, IDEMPOTENCY_KEY_REUSED,
 *   RESERVES_TOO_SMALL, TREASURY_DAILY_CAP, SECOND_FACTOR_REQUIRED, SECOND_FACTOR_BLOCKED, SECOND_FACTOR_INVALID
 */
export async function requestTreasuryWithdrawal(
  deps: WithdrawalDeps,
  request: TreasuryWithdrawalRequest,
): Promise<Withdrawal> {
  const address = parsePayeeAddress(request.address, request.currency);
  const missingMicro = await readMissing(deps, request.currency);
  return withSecondFactor(deps, { userId: request.adminId, code: request.totp }, (assertSecondFactor) =>
    holdWithdrawal(deps, { ...request, address, missingMicro }, assertSecondFactor),
  );
}

async function holdWithdrawal(
  deps: WithdrawalDeps,
  request: TreasuryWithdrawalRequest & { readonly missingMicro: bigint },
  assertSecondFactor: AssertSecondFactor,
): Promise<Withdrawal> {
  const { adminId, currency, address, amountMicro, missingMicro, idempotencyKey } = request;
  const now = deps.clock.now();
  const key = keyOf({ userId: adminId, operation: 'treasury-withdrawal', requestKey: idempotencyKey }, [
    currency,
    address,
    String(amountMicro),
  ]);
  return deps.db.transaction(async (tx) => {
    const facts = await lockFacts(tx, { currency, amountMicro, missingMicro, now });
    const earlier = await findEarlier(tx, key);
    if (earlier !== undefined) return earlier;
    await assertNotOurs(tx, deps, { address, currency });

    const plan = planTreasuryWithdrawal(facts, {
      reviewMicro: deps.settings.treasuryReviewMicro[currency],
      dailyCapMicro: deps.settings.treasuryDailyCapMicro[currency],
    });

    await assertSecondFactor(tx);

    const withdrawal = newWithdrawal(deps, {
      ...request,
      userId: adminId,
      feeMicro: 0n,
      now,
      source: 'treasury',
    });
    await tx.insertInto('withdrawal').values(withdrawal).execute();
    await recordEvent(tx, { withdrawalId: withdrawal.id, to: 'requested', now, evidence: {} });
    await transition(tx, withdrawal, { to: plan.next, now, evidence: { by: 'treasury limit' } });
    await postTransfer(tx, {
      reference: `withdrawal/${withdrawal.id}/hold`,
      kind: 'withdrawal-hold',
      createdAt: now,
      moves: [{ from: surplus(currency), to: operatorWithdrawing(currency), amountMicro }],
    });
    await rememberKey(tx, key, { resultId: withdrawal.id, now });
    await recordAdminAction(tx, deps, {
      adminId,
      origin: request.origin,
      action: 'treasury.withdraw',
      subject: withdrawal.id,
      before: { currency, held: formatAmount(facts.heldMicro), owed: formatAmount(facts.owedMicro) },
      after: { amount: formatAmount(amountMicro), address, state: plan.next },
    });
    tx.onCommit(() => deps.events.emitToStaff('treasury.changed'));
    return { ...withdrawal, state: plan.next };
  });
}

/** By how much the chain holds less than the ledger says, in micro-units, rounded up; what is in transit counts as gone. */
async function readMissing(deps: WithdrawalDeps, currency: Currency): Promise<bigint> {
  const { onChainUnits, inCustodyUnits, dustUnits, confirmingUnits } = await reconcile(deps, currency);
  const missingUnits = inCustodyUnits + dustUnits + confirmingUnits - onChainUnits;
  if (missingUnits <= 0n) return 0n;
  const { amountMicro, dustUnits: rest } = fromChainUnits(currency, missingUnits);
  return rest > 0n ? amountMicro + 1n : amountMicro;
}

/** Locks the operator's accounts, so that of many requests at once each sees what the ones before it took. */
async function lockFacts(
  tx: Transaction,
  request: { currency: Currency; amountMicro: bigint; missingMicro: bigint; now: number },
): Promise<TreasuryFacts> {
  const { currency, amountMicro, missingMicro, now } = request;
  const [surplusMicro = 0n, feesMicro = 0n, , custodyMicro = 0n] = await lockBalances(tx, [
    surplus(currency),
    networkFees(currency),
    operatorWithdrawing(currency),
    custody(currency),
    transit(currency),
  ]);
  const heldMicro = -custodyMicro - missingMicro;
  // What the ledger holds is owed to somebody, but for the surplus less the fees that the networks took of it.
  const owedMicro = -custodyMicro - (surplusMicro + feesMicro);
  const { todayMicro } = await tx
    .selectFrom('withdrawal')
    .where('source', '=', 'treasury')
    .where('currency', '=', currency)
    .where('createdAt', '>=', utcDayStart(now))
    .where('state', 'not in', ['rejected', 'failed'])
    .select(sumMicro(sql`amount_micro`).as('todayMicro'))
    .executeTakeFirstOrThrow();
  return { currency, amountMicro, heldMicro, owedMicro, todayMicro };
}
