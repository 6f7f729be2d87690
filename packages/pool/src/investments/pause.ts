import type { Currency, UserId } from '@glasspool/core';
import { receivable, USER_BALANCES, userAccount } from '@glasspool/core/books';
import type { Transaction } from '@glasspool/db';
import { getBalances } from '@glasspool/ledger';
import { sql } from 'kysely';
import { readLastRunAt } from './last-run.ts';

/**
 * Pauses the rewards of investments that are made of money the chain took back, and resumes those that are covered again. What the user
 * still has outside of investments covers the receivable first; the rest pauses the newest investments until their principal covers
 * it. Paused days pass without a reward and are not made up for. A pause begins and ends after every run that is there, so that a run
 * pays what it added up. Call it in every transaction that changes a receivable.
 */
export async function pauseUncovered(
  tx: Transaction,
  { userId, currency, now }: { userId: UserId; currency: Currency; now: number },
): Promise<void> {
  let toCoverMicro = await readToCover(tx, userId, currency);
  const lastRunAt = await readLastRunAt(tx, currency);
  const active = await tx
    .selectFrom('investment')
    .select(['id', 'principalMicro', 'pausedAt', 'resumedAt'])
    .where('userId', '=', userId)
    .where('currency', '=', currency)
    .where('state', '=', 'active')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
  for (const { id, principalMicro, pausedAt, resumedAt } of active) {
    const isPaused = pausedAt !== null && resumedAt === null;
    const mustPause = toCoverMicro > 0n;
    toCoverMicro -= principalMicro;
    if (mustPause === isPaused) continue;
    const change = mustPause
      ? await pausedFrom(tx, { currency, pausedAt, resumedAt, at: Math.max(now, lastRunAt + 1) })
      : { resumedAt: Math.max(now, lastRunAt, pausedAt ?? 0) };
    await tx.updateTable('investment').set(change).where('id', '=', id).execute();
  }
}

/** Receivable less what the user has outside of investments, in micro-units: investments have to cover it. */
async function readToCover(tx: Transaction, userId: UserId, currency: Currency): Promise<bigint> {
  const free = USER_BALANCES.filter((name) => name !== 'invested' && name !== 'onHold');
  const balances = await getBalances(tx, [
    receivable(userId, currency),
    ...free.map((name) => userAccount(userId, name, currency)),
  ]);
  // The receivable stands below zero.
  return -balances.reduce((sum, balance) => sum + balance, 0n);
}

/**
 * A pause from a time on. One that ended while a reward run is open goes on instead, for that run has added up what it pays with the
 * investment paused, and must find it so.
 */
async function pausedFrom(
  tx: Transaction,
  paused: { currency: Currency; pausedAt: number | null; resumedAt: number | null; at: number },
): Promise<{ pausedAt: number; resumedAt: null }> {
  const { currency, pausedAt, resumedAt, at } = paused;
  if (pausedAt === null || resumedAt === null) return { pausedAt: at, resumedAt: null };
  const open = await tx
    .selectFrom('rewardRun')
    .select('id')
    .where('currency', '=', currency)
    // A literal, so that the partial index serves it.
    .where(sql<boolean>`state <> 'closed'`)
    .where('runAt', '<=', resumedAt)
    .limit(1)
    .executeTakeFirst();
  return { pausedAt: open === undefined ? at : pausedAt, resumedAt: null };
}
