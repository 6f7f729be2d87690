import type { AdminAction, UserId } from '@glasspool/core';
import type { Transaction } from '@glasspool/db';
import type { CallOrigin, IdentityDeps } from '../deps.ts';
import { linkLines, lockAuditLog } from './audit-chain.ts';

/** The part of a thing that an action changed, in plain values. */
type Facts = Readonly<Record<string, string | number | null>>;

export interface AdminActionEntry {
  readonly adminId: UserId;
  readonly origin: CallOrigin;
  readonly action: AdminAction;
  /** The id of what was acted on. */
  readonly subject: string;
  readonly before: Facts;
  readonly after: Facts;
}

/** Writes one line of the audit log, in the transaction of what was done: neither is there without the other. It is chained to the line before it. */
export async function recordAdminAction(
  tx: Transaction,
  { machineClock }: Pick<IdentityDeps, 'machineClock'>,
  entry: AdminActionEntry,
): Promise<void> {
  const { adminId, origin, action, subject, before, after } = entry;
  await lockAuditLog(tx);
  await tx
    .insertInto('auditLog')
    .values({
      adminId,
      action,
      subject,
      beforeJson: JSON.stringify(before),
      afterJson: JSON.stringify(after),
      ipAddress: origin.ipAddress,
      requestId: origin.requestId,
      createdAt: machineClock.now(),
    })
    .execute();
  await linkLines(tx);
}
