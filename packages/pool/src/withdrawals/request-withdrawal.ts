import {
  type Currency,
  createId,
  NETWORK_OF,
  PoolError,
  parsePayeeAddress,
  type UserId,
  utcDayStart,
  type WithdrawalId,
} from '@glasspool/core';
import { sumMicro, type Transaction } from '@glasspool/db';
import { lockBalances, postTransfer } from '@glasspool/ledger';
import { sql } from 'kysely';
import { transit, userAccount } from '../accounts.ts';
import type { PoolDeps } from '../deps.ts';
import { sha256Hex } from '../hashing.ts';
import { planWithdrawal, type WithdrawalFacts } from './rules.ts';
import { recordEvent, transition, type Withdrawal } from './transition.ts';

export interface WithdrawalRequest {
  readonly userId: UserId;
  readonly currency: Currency;
  readonly address: string;
  readonly amountMicro: bigint;
  /** Made by the client, one a dialog: the same key with the same request is the same withdrawal. */
  readonly idempotencyKey?: string;
}

type Deps = Pick<PoolDeps, 'db' | 'clock' | 'random' | 'chains' | 'settings' | 'events'>;

const OPERATION = 'withdrawal';

/**
 * Takes a withdrawal out of the withdrawable balance and holds it until it is final, rejected or failed (decisions.md 5).
 *
 * @throws PoolError ADDRESS_WRONG_NETWORK, ADDRESS_CHECKSUM, ADDRESS_INVALID, ADDRESS_FORBIDDEN, IDEMPOTENCY_KEY_REUSED,
 *   WITHDRAWAL_BELOW_MINIMUM, INSUFFICIENT_BALANCE, POOL_DAILY_CAP
 */
export async function requestWithdrawal(deps: Deps, request: WithdrawalRequest): Promise<Withdrawal> {
  const { userId, currency, amountMicro, idempotencyKey } = request;
  const now = deps.clock.now();
  const address = parsePayeeAddress(request.address, currency);
  const requestHash = sha256Hex(JSON.stringify([currency, address, String(amountMicro)]));
  return deps.db.transaction(async (tx) => {
    const withdrawable = userAccount(userId, 'withdrawable', currency);
    const withdrawing = userAccount(userId, 'withdrawing', currency);
    // The pool's own account is locked too: only so do two users not both take the last of the daily cap.
    const [availableMicro = 0n] = await lockBalances(tx, [withdrawable, withdrawing, transit(currency)]);
    const earlier = await findEarlier(tx, { userId, idempotencyKey, requestHash });
    if (earlier !== undefined) return earlier;
    await assertNotOurs(tx, deps, { address, currency });
    const today = await readToday(tx, { userId, currency, now });

    const plan = planWithdrawal(
      { currency, amountMicro, availableMicro, ...today },
      limitsOf(deps, currency),
    );

    const withdrawal: Withdrawal = {
      id: createId('withdrawal', deps),
      userId,
      network: NETWORK_OF[currency],
      currency,
      address,
      amountMicro,
      feeMicro: plan.feeMicro,
      state: 'requested',
      waitingFor: null,
      reason: null,
      txHash: null,
      createdAt: now,
      updatedAt: now,
    };
    await tx.insertInto('withdrawal').values(withdrawal).execute();
    await recordEvent(tx, { withdrawalId: withdrawal.id, to: 'requested', now, evidence: {} });
    await transition(tx, withdrawal, {
      to: plan.next,
      now,
      evidence: { by: 'limits', userTodayMicro: String(today.userTodayMicro) },
    });
    await postTransfer(tx, {
      reference: `withdrawal/${withdrawal.id}/hold`,
      kind: 'withdrawal-hold',
      createdAt: now,
      moves: [{ from: withdrawable, to: withdrawing, amountMicro: plan.heldMicro }],
    });
    await rememberKey(tx, { userId, idempotencyKey, requestHash, resultId: withdrawal.id, now });
    tx.onCommit(() =>
      deps.events.emit(userId, 'wallet.changed', 'withdrawal.changed', 'transaction.changed'),
    );
    return { ...withdrawal, state: plan.next };
  });
}

function limitsOf({ settings }: Pick<Deps, 'settings'>, currency: Currency) {
  return {
    minimumMicro: settings.withdrawalMinimumMicro[currency],
    feeMicro: settings.withdrawalFeeMicro[currency],
    reviewMicro: settings.withdrawalReviewMicro[currency],
    dailyCapMicro: settings.withdrawalDailyCapMicro[currency],
  };
}

async function findEarlier(
  tx: Transaction,
  request: { userId: UserId; idempotencyKey: string | undefined; requestHash: string },
): Promise<Withdrawal | undefined> {
  if (request.idempotencyKey === undefined) return undefined;
  const known = await tx
    .selectFrom('idempotencyKey')
    .innerJoin('withdrawal', 'withdrawal.id', 'idempotencyKey.resultId')
    .selectAll('withdrawal')
    .select('idempotencyKey.requestHash')
    .where('idempotencyKey.userId', '=', request.userId)
    .where('operation', '=', OPERATION)
    .where('requestKey', '=', request.idempotencyKey)
    .executeTakeFirst();
  if (known === undefined) return undefined;
  const { requestHash, ...withdrawal } = known;
  if (requestHash !== request.requestHash) throw new PoolError('IDEMPOTENCY_KEY_REUSED');
  return withdrawal;
}

async function rememberKey(
  tx: Transaction,
  entry: {
    userId: UserId;
    idempotencyKey: string | undefined;
    requestHash: string;
    resultId: WithdrawalId;
    now: number;
  },
): Promise<void> {
  if (entry.idempotencyKey === undefined) return;
  await tx
    .insertInto('idempotencyKey')
    .values({
      userId: entry.userId,
      operation: OPERATION,
      requestKey: entry.idempotencyKey,
      requestHash: entry.requestHash,
      resultId: entry.resultId,
      createdAt: entry.now,
    })
    .execute();
}

async function assertNotOurs(
  tx: Transaction,
  { chains }: Pick<Deps, 'chains'>,
  payee: { address: string; currency: Currency },
): Promise<void> {
  const { forbiddenPayees } = chains[NETWORK_OF[payee.currency]];
  const own = await tx
    .selectFrom('wallet')
    .select('address')
    .where('address', '=', payee.address)
    .executeTakeFirst();
  if (own !== undefined || forbiddenPayees.includes(payee.address)) throw new PoolError('ADDRESS_FORBIDDEN');
}

async function readToday(
  tx: Transaction,
  request: { userId: UserId; currency: Currency; now: number },
): Promise<Pick<WithdrawalFacts, 'userTodayMicro' | 'poolTodayMicro'>> {
  return tx
    .selectFrom('withdrawal')
    .where('currency', '=', request.currency)
    .where('createdAt', '>=', utcDayStart(request.now))
    .where('state', 'not in', ['rejected', 'failed'])
    .select([
      sumMicro(sql`amount_micro`).as('poolTodayMicro'),
      sumMicro(sql`case when user_id = ${request.userId} then amount_micro else 0 end`).as('userTodayMicro'),
    ])
    .executeTakeFirstOrThrow();
}
