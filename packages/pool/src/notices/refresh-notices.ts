import { createId, type NoticeId } from '@glasspool/core';
import type { Queryable, Transaction } from '@glasspool/db';
import type { PoolDeps } from '../deps.ts';
import { type Cause, findCauses } from './find-causes.ts';

type Deps = Pick<
  PoolDeps,
  'db' | 'clock' | 'machineClock' | 'random' | 'events' | 'dependencies' | 'settings'
>;

interface OpenNotice {
  readonly id: NoticeId;
  readonly kind: string;
  readonly subject: string;
  readonly detailsJson: string;
}

/**
 * Raises a notice for each cause that has none, keeps the figures of the others, and resolves those whose cause is gone. Safe to run
 * twice: one cause has one open notice, by a unique index. Tells open pages, everyone's when payouts went off or on or have another reason
 * to be off. Returns how many were raised or resolved.
 */
export async function refreshNotices(deps: Deps): Promise<number> {
  const causes = await findCauses(deps);
  // Most of the time nothing has changed, and nothing is written.
  if (!hasChanged(causes, await readOpen(deps.db.read))) return 0;
  const now = deps.machineClock.now();
  return deps.db.transaction(async (tx) => {
    const open = await readOpen(tx);
    const gone = open.filter((notice) => !causes.some((cause) => isOf(cause, notice)));
    for (const { id } of gone)
      await tx.updateTable('notice').set({ resolvedAt: now }).where('id', '=', id).execute();
    let raised = 0;
    for (const cause of causes) {
      const known = open.find((notice) => isOf(cause, notice));
      if (known === undefined) raised += await raise(tx, deps, cause, now);
      else await update(tx, known, cause);
    }
    const isHaltChanged = hasChanged(causes.filter(isHalt), open.filter(isHalt));
    tx.onCommit(() => {
      if (raised + gone.length > 0 || isHaltChanged) deps.events.emitToStaff('notice.changed');
      // Payouts are stopped in many places, most of which know no screens.
      if (isHaltChanged) deps.events.emitToAll('payouts.changed');
    });
    return raised + gone.length;
  });
}

function readOpen(db: Queryable | Transaction): Promise<OpenNotice[]> {
  return db
    .selectFrom('notice')
    .select(['id', 'kind', 'subject', 'detailsJson'])
    .where('resolvedAt', 'is', null)
    .execute();
}

function hasChanged(causes: readonly Cause[], open: readonly OpenNotice[]): boolean {
  const isKnown = (cause: Cause): boolean =>
    open.some((notice) => isOf(cause, notice) && notice.detailsJson === JSON.stringify(cause.details));
  return causes.length !== open.length || !causes.every(isKnown);
}

function isHalt({ kind }: Pick<OpenNotice, 'kind'>): boolean {
  return kind === 'payouts-frozen';
}

function isOf(cause: Cause, notice: OpenNotice): boolean {
  return cause.kind === notice.kind && cause.subject === notice.subject;
}

async function raise(tx: Transaction, deps: Deps, cause: Cause, now: number): Promise<number> {
  const inserted = await tx
    .insertInto('notice')
    .values({
      id: createId('notice', { clock: deps.machineClock, random: deps.random }),
      kind: cause.kind,
      subject: cause.subject,
      detailsJson: JSON.stringify(cause.details),
      raisedAt: now,
      resolvedAt: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  return inserted.length;
}

async function update(tx: Transaction, notice: OpenNotice, cause: Cause): Promise<void> {
  const detailsJson = JSON.stringify(cause.details);
  if (detailsJson !== notice.detailsJson)
    await tx.updateTable('notice').set({ detailsJson }).where('id', '=', notice.id).execute();
}
