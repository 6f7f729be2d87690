import type { AdminAction } from '@glasspool/core';
import type { Queryable } from '@glasspool/db';
import { countUpTo } from '@glasspool/db';
import type { IdentityDeps } from '../deps.ts';

export interface AuditLine {
  readonly id: number;
  readonly adminEmail: string;
  readonly action: string;
  readonly subject: string;
  /** JSON objects, as they were written. */
  readonly beforeJson: string;
  readonly afterJson: string;
  readonly ipAddress: string;
  readonly requestId: string;
  readonly createdAt: number;
}

interface AuditFilter {
  readonly action?: AdminAction | undefined;
  /** Id of what was acted on. */
  readonly subject?: string | undefined;
}

/** A page of the audit log, newest first. */
export async function listAdminActions(
  { db }: Pick<IdentityDeps, 'db'>,
  request: { page: number; limit: number } & AuditFilter,
): Promise<{ lines: AuditLine[]; total: number }> {
  const { page, limit, ...filter } = request;
  const lines = await selectLines(db.read, filter)
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  let count = db.read.selectFrom('auditLog');
  if (filter.action !== undefined) count = count.where('action', '=', filter.action);
  if (filter.subject !== undefined) count = count.where('subject', '=', filter.subject);
  return { lines, total: await countUpTo(db.read, count.select('id')) };
}

function selectLines(db: Queryable, { action, subject }: AuditFilter) {
  let query = db.selectFrom('auditLog').innerJoin('user', 'user.id', 'auditLog.adminId');
  if (action !== undefined) query = query.where('auditLog.action', '=', action);
  if (subject !== undefined) query = query.where('auditLog.subject', '=', subject);
  return query
    .select([
      'auditLog.id',
      'user.email as adminEmail',
      'auditLog.action',
      'auditLog.subject',
      'auditLog.beforeJson',
      'auditLog.afterJson',
      'auditLog.ipAddress',
      'auditLog.requestId',
      'auditLog.createdAt',
    ])
    .orderBy('auditLog.id', 'desc');
}

const EXPORT_BATCH = 500;

/** Every line of a filter, newest first, in batches: an export of any length in little memory. */
export async function* iterateAdminActions(
  { db }: Pick<IdentityDeps, 'db'>,
  filter: AuditFilter,
): AsyncGenerator<AuditLine> {
  let lastId = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const lines = await selectLines(db.read, filter)
      .where('auditLog.id', '<', lastId)
      .limit(EXPORT_BATCH)
      .execute();
    yield* lines;
    lastId = lines.at(-1)?.id ?? 0;
    if (lines.length < EXPORT_BATCH) return;
  }
}
