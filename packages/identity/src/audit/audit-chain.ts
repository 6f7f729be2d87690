import type { Queryable, Transaction } from '@glasspool/db';
import { sha256Hex } from '../hashing.ts';

const LOCK = 'audit-log';
const START = '0'.repeat(64);
const BATCH = 1_000;

interface Line {
  readonly id: number;
  readonly adminId: string;
  readonly action: string;
  readonly subject: string;
  readonly beforeJson: string;
  readonly afterJson: string;
  readonly ipAddress: string;
  readonly requestId: string;
  readonly createdAt: number;
}

interface Head {
  readonly position: number;
  readonly digest: string;
}

/** Lets one transaction at a time write lines, so that the chain has them in one order. */
export async function lockAuditLog(tx: Transaction): Promise<void> {
  await tx
    .insertInto('counter')
    .values({ name: LOCK, value: 1 })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({ value: eb('counter.value', '+', 1) })),
    )
    .execute();
}

/** Chains the lines that are in no link yet, which the caller has locked the log for. */
export async function linkLines(tx: Transaction): Promise<void> {
  const lines = await tx
    .selectFrom('auditLog')
    .leftJoin('auditLink', 'auditLink.lineId', 'auditLog.id')
    .selectAll('auditLog')
    .where('auditLink.position', 'is', null)
    .orderBy('auditLog.id')
    .execute();
  let head = await readAuditHead(tx);
  for (const line of lines) {
    head = follow(head, line);
    await tx
      .insertInto('auditLink')
      .values({ ...head, lineId: line.id })
      .execute();
  }
}

/** Last link of the chain: a copy kept elsewhere shows later whether anything before it was changed. */
export async function readAuditHead(db: Queryable): Promise<Head> {
  const head = await db
    .selectFrom('auditLink')
    .select(['position', 'digest'])
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst();
  return head ?? { position: 0, digest: START };
}

/** Recomputes the chain. Names the first line that does not follow, and any that was slipped in beside it; empty when all do. */
export async function verifyAuditLog(db: Queryable): Promise<{ subject: string; detail: string }[]> {
  let head: Head = { position: 0, digest: START };
  let lastLineId = 0;
  for (;;) {
    const links = await db
      .selectFrom('auditLink')
      .innerJoin('auditLog', 'auditLog.id', 'auditLink.lineId')
      .selectAll('auditLog')
      .select(['auditLink.position', 'auditLink.digest'])
      .where('auditLink.position', '>', head.position)
      .orderBy('auditLink.position')
      .limit(BATCH)
      .execute();
    for (const { position, digest, ...line } of links) {
      const next = follow(head, line);
      if (next.position !== position || next.digest !== digest)
        return [
          { subject: `line ${line.id}`, detail: 'it is not what was written, or one before it is gone' },
        ];
      head = next;
      lastLineId = Math.max(lastLineId, line.id);
    }
    if (links.length < BATCH) break;
  }
  return findUnlinked(db, { head, lastLineId });
}

/** Lines beside the chain. Those after its last line are of a version that did not chain them yet. */
async function findUnlinked(
  db: Queryable,
  { head, lastLineId }: { head: Head; lastLineId: number },
): Promise<{ subject: string; detail: string }[]> {
  const kept = await readAuditHead(db);
  if (kept.position !== head.position)
    return [{ subject: `link ${head.position + 1}`, detail: 'its line is gone' }];
  const unlinked = await db
    .selectFrom('auditLog')
    .leftJoin('auditLink', 'auditLink.lineId', 'auditLog.id')
    .select('auditLog.id')
    .where('auditLink.position', 'is', null)
    .where('auditLog.id', '<', lastLineId)
    .orderBy('auditLog.id')
    .execute();
  return unlinked.map(({ id }) => ({ subject: `line ${id}`, detail: 'it is in no link: it was slipped in' }));
}

function follow({ position, digest }: Head, line: Line): Head {
  const { id, adminId, action, subject, beforeJson, afterJson, ipAddress, requestId, createdAt } = line;
  const content = [id, adminId, action, subject, beforeJson, afterJson, ipAddress, requestId, createdAt];
  return { position: position + 1, digest: sha256Hex(JSON.stringify([position + 1, digest, ...content])) };
}
