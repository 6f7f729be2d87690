import type { NoticeId, NoticeKind, UserId } from '@glasspool/core';
import type { PoolDeps } from '../deps.ts';

const NOTICES_MAX = 50;

export interface NoticeView {
  readonly id: NoticeId;
  readonly kind: NoticeKind;
  readonly subject: string;
  readonly details: Readonly<Record<string, string>>;
  readonly raisedAt: number;
  readonly resolvedAt: number | null;
  readonly isRead: boolean;
}

/** The newest notices for one of the staff, open ones first, and how many open ones they have not read. */
export async function listNotices(
  { db }: Pick<PoolDeps, 'db'>,
  userId: UserId,
): Promise<{ notices: NoticeView[]; unread: number }> {
  const query = db.read
    .selectFrom('notice')
    .leftJoin('noticeRead', (join) =>
      join.onRef('noticeRead.noticeId', '=', 'notice.id').on('noticeRead.adminId', '=', userId),
    );
  const views = query
    .select([
      'notice.id',
      'notice.kind',
      'notice.subject',
      'notice.detailsJson',
      'notice.raisedAt',
      'notice.resolvedAt',
      'noticeRead.readAt',
    ])
    .orderBy('notice.raisedAt', 'desc')
    .orderBy('notice.id', 'desc');
  // Two queries, so that each is served by its partial index.
  const open = await views.where('notice.resolvedAt', 'is', null).limit(NOTICES_MAX).execute();
  const resolved = await views
    .where('notice.resolvedAt', 'is not', null)
    .limit(NOTICES_MAX - open.length)
    .execute();
  const rows = [...open, ...resolved];
  const { unread } = await query
    .where('notice.resolvedAt', 'is', null)
    .where('noticeRead.readAt', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('unread'))
    .executeTakeFirstOrThrow();
  const notices = rows.map(({ detailsJson, readAt, ...row }) => ({
    ...row,
    // Written by refreshNotices, from texts alone.
    details: JSON.parse(detailsJson) as Record<string, string>,
    isRead: readAt !== null,
  }));
  return { notices, unread };
}

/** Marks every open notice as read by one of the staff. */
export async function markNoticesRead(
  { db, machineClock, events }: Pick<PoolDeps, 'db' | 'machineClock' | 'events'>,
  userId: UserId,
): Promise<void> {
  const readAt = machineClock.now();
  await db.transaction(async (tx) => {
    const open = await tx.selectFrom('notice').select('id').where('resolvedAt', 'is', null).execute();
    if (open.length === 0) return;
    await tx
      .insertInto('noticeRead')
      .values(open.map(({ id }) => ({ adminId: userId, noticeId: id, readAt })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    tx.onCommit(() => events.emit(userId, 'notice.changed'));
  });
}
