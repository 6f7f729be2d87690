import { PoolError } from '@glasspool/core';
import { getRunStep, OPEN_MS_MAX } from '@glasspool/core/books';
import type { Queryable, Transaction } from '@glasspool/db';
import { readSetting } from '@glasspool/db';

const SETTING = 'books.closedUntil';

/** Closes the books up to a moment: they are published up to then, and have no room for an earlier entry. */
export async function closeBooks(tx: Transaction, untilMs: number): Promise<void> {
  const value = String(untilMs);
  await tx
    .insertInto('setting')
    .values({ name: SETTING, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/**
 * Refuses an entry that is older than the closing date by more than a transaction can be open: the clock of this machine is behind the
 * books. Entries of a reward run are exempt: they have the time of their run, however late they are made.
 *
 * @throws PoolError UNAVAILABLE
 */
export async function assertNotClosed(
  db: Queryable,
  { kind, createdAt }: { kind: string; createdAt: number },
): Promise<void> {
  if (getRunStep(kind) !== undefined) return;
  const closedUntil = Number((await readSetting(db, SETTING)) ?? 0);
  if (createdAt < closedUntil - OPEN_MS_MAX) throw new PoolError('UNAVAILABLE');
}
