import type { UserId } from '@glasspool/core';
import { findKindRule, renameOwner } from '@glasspool/core/books';
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
 * Transfers that are in no journal yet, in the order of their ids, under the pseudonyms of a snapshot. References are kept where they
 * name no user.
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
        where id > ${after} and not exists (select 1 from journal_row j where j.transfer_id = transfer.id)
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
  const publicAccount = (path: string, snapshotNumber: number): string =>
    renameOwner(path, (userId) => {
      const key = `${snapshotNumber}/${userId}`;
      // The path of a user's account holds the user's id.
      const pseudonym = pseudonyms.get(key) ?? pseudonymOf(nonceOf(deps, userId as UserId), snapshotNumber);
      pseudonyms.set(key, pseudonym);
      return pseudonym;
    });
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
      entry: { kind, createdAtMs, reference: publicReference(group[0]), postings },
    };
  };
}

async function readRows(db: Queryable, transfers: RawBuilder<unknown>): Promise<Row[]> {
  // Cross joins, which SQLite never reorders: a page of transfers comes first, whatever statistics say of the others.
  const { rows } = await sql<Row>`
    select t.snapshot, t.id, t.kind, t.created_at, t.reference, a.path, a.currency, p.amount_micro
    from (${transfers}) as t cross join posting p cross join account a
    where p.transfer_id = t.id and a.id = p.account_id
    order by t.snapshot, t.id, p.account_id`.execute(db);
  return rows.map((row) => ({
    ...row,
    snapshot: Number(row.snapshot),
    id: Number(row.id),
    createdAt: Number(row.createdAt),
  }));
}

/** References that name no user are published; the grammar says which. */
function publicReference({ kind, reference }: Row): string {
  return findKindRule(kind)?.isPublic === true ? reference : '';
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
