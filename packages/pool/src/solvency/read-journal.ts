import type { UserId } from '@glasspool/core';
import { type JournalEntry, type JournalPosting, pseudonymOf } from '@glasspool/core/solvency';
import type { Queryable } from '@glasspool/db';
import { type RawBuilder, sql } from 'kysely';
import type { PoolDeps } from '../deps.ts';
import { nonceOf } from './nonce.ts';

const PAGE = 5_000;

interface Row {
  /** The snapshot whose journal it is in, and under whose pseudonyms. */
  snapshot: number;
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
  const present = createPresenter(deps);
  for (let after = 0; ; ) {
    const rows = await readRows(
      db,
      sql`select id, kind, created_at, reference, cast(${snapshotNumber} as integer) as snapshot from transfer
        where id > ${sql.lit(after)} and not exists (select 1 from journal_row j where j.transfer_id = transfer.id)
        order by id limit ${sql.lit(PAGE)}`,
    );
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
    for (const group of groupById(rows)) yield present(group);
  }
}

/** The entries from a position of the published journal to before another, as they were published. */
export async function readPublishedEntries(
  deps: Pick<PoolDeps, 'nonceKey'>,
  db: Queryable,
  { start, end }: { start: number; end: number },
): Promise<JournalEntry[]> {
  const rows = await readRows(
    db,
    sql`select t.id, t.kind, t.created_at, t.reference,
        (select min(s.number) from snapshot s where s.journal_length > j.position) as snapshot
      from journal_row j join transfer t on t.id = j.transfer_id
      where j.position >= ${start} and j.position < ${end}`,
  );
  const present = createPresenter(deps);
  // The journal has transfers in the order of their ids within a snapshot, and snapshots one after the other.
  return groupById(rows)
    .map(present)
    .map(({ entry }) => entry);
}

function createPresenter(deps: Pick<PoolDeps, 'nonceKey'>): (group: readonly [Row, ...Row[]]) => NewEntry {
  const pseudonyms = new Map<string, string>();
  const publicAccount = (path: string, snapshotNumber: number): string => {
    const [kind, userId = '', name = ''] = path.split('/');
    if (kind !== 'user') return path;
    const key = `${snapshotNumber}/${userId}`;
    // The path of a user's account holds the user's id.
    const pseudonym = pseudonyms.get(key) ?? pseudonymOf(nonceOf(deps, userId as UserId), snapshotNumber);
    pseudonyms.set(key, pseudonym);
    return `user/${pseudonym}/${name}`;
  };
  return (group) => {
    const [{ id: transferId, kind, createdAt: createdAtMs, snapshot }] = group;
    const postings = group.map(
      ({ path, currency, amountMicro }): JournalPosting => ({
        account: publicAccount(path, snapshot),
        currency,
        amount: amountMicro,
      }),
    );
    return {
      transferId,
      entry: { kind, createdAtMs, reference: publicReference(group[0], group), postings },
    };
  };
}

async function readRows(db: Queryable, transfers: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select t.snapshot, t.id, t.kind, t.created_at, t.reference, coalesce(r.run_id, rr.run_id) as run_id, a.path, a.currency, p.amount_micro
    from (${transfers}) as t
    join posting p on p.transfer_id = t.id
    join account a on a.id = p.account_id
    left join reward r on t.kind = 'reward' and t.reference = 'reward/' || r.investment_id || '/' || r.day
    left join referral_reward rr on t.kind = 'referral-reward'
      and t.reference = 'referral-reward/' || rr.investment_id || '/' || rr.day || '/' || rr.level
    order by t.snapshot, t.id, p.account_id`.execute(db);
  return rows.map((row) => ({
    ...row,
    snapshot: Number(row.snapshot),
    id: Number(row.id),
    createdAt: Number(row.createdAt),
  }));
}

function publicReference({ kind, reference, runId }: Row, group: readonly Row[]): string {
  if (runId !== null) return runId;
  const isOperators = !group.some(({ path }) => path.startsWith('user/'));
  return kind === 'network-fee' || isOperators ? reference : '';
}

function groupById(rows: readonly Row[]): [Row, ...Row[]][] {
  const groups: [Row, ...Row[]][] = [];
  for (const row of rows) {
    const open = groups.at(-1);
    if (open?.[0].id === row.id) open.push(row);
    else groups.push([row]);
  }
  return groups;
}
