import type { UserId } from '@glasspool/core';
import { type JournalEntry, type JournalPosting, pseudonymOf } from '@glasspool/core/solvency';
import type { Queryable } from '@glasspool/db';
import { sql } from 'kysely';
import type { PoolDeps } from '../deps.ts';
import { nonceOf } from './nonce.ts';

const PAGE = 5_000;

interface Row {
  id: number;
  kind: string;
  createdAt: number;
  reference: string;
  runId: string | null;
  path: string;
  currency: string;
  amountMicro: bigint;
}

/** A transfer that no snapshot has published yet, as it will be. */
export interface NewEntry {
  readonly transferId: number;
  readonly entry: JournalEntry;
}

/**
 * The transfers that are in no journal yet, in the order of their ids, under the pseudonyms of a snapshot. References are kept where
 * they name nobody: reward runs, and what reached or left the treasury.
 */
export async function* readNewEntries(
  deps: Pick<PoolDeps, 'nonceKey'>,
  db: Queryable,
  snapshotNumber: number,
): AsyncGenerator<NewEntry> {
  const pseudonyms = new Map<string, string>();
  const publicAccount = (path: string): string => {
    const [kind, userId = '', name = ''] = path.split('/');
    if (kind !== 'user') return path;
    // The path of a user's account holds the user's id.
    const pseudonym = pseudonyms.get(userId) ?? pseudonymOf(nonceOf(deps, userId as UserId), snapshotNumber);
    pseudonyms.set(userId, pseudonym);
    return `user/${pseudonym}/${name}`;
  };
  for (let after = 0; ; ) {
    const rows = await readPage(db, after);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
    for (const group of groupById(rows)) {
      const [first] = group;
      if (first === undefined) continue;
      const postings = group.map(
        ({ path, currency, amountMicro }): JournalPosting => ({
          account: publicAccount(path),
          currency,
          amount: amountMicro,
        }),
      );
      const { id: transferId, kind, createdAt: createdAtMs } = first;
      yield { transferId, entry: { kind, createdAtMs, reference: publicReference(first, group), postings } };
    }
  }
}

async function readPage(db: Queryable, after: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select t.id, t.kind, t.created_at, t.reference, coalesce(r.run_id, rr.run_id) as run_id, a.path, a.currency, p.amount_micro
    from (
      select id, kind, created_at, reference from transfer
      where id > ${sql.lit(after)} and not exists (select 1 from journal_row j where j.transfer_id = transfer.id)
      order by id limit ${sql.lit(PAGE)}
    ) as t
    join posting p on p.transfer_id = t.id
    join account a on a.id = p.account_id
    left join reward r on t.kind = 'reward' and t.reference = 'reward/' || r.investment_id || '/' || r.day
    left join referral_reward rr on t.kind = 'referral-reward'
      and t.reference = 'referral-reward/' || rr.investment_id || '/' || rr.day || '/' || rr.level
    order by t.id, p.account_id`.execute(db);
  return rows.map((row) => ({ ...row, id: Number(row.id), createdAt: Number(row.createdAt) }));
}

function publicReference({ kind, reference, runId }: Row, group: readonly Row[]): string {
  if (runId !== null) return runId;
  const isOperators = !group.some(({ path }) => path.startsWith('user/'));
  return kind === 'network-fee' || isOperators ? reference : '';
}

function groupById(rows: readonly Row[]): Row[][] {
  const groups: Row[][] = [];
  for (const row of rows) {
    const open = groups.at(-1);
    if (open?.[0]?.id === row.id) open.push(row);
    else groups.push([row]);
  }
  return groups;
}
