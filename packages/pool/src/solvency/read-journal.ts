import { findKindRule, renameOwner } from '@glasspool/core/books';
import { type JournalEntry, type JournalPosting, pseudonymOf } from '@glasspool/core/solvency';
import type { Queryable } from '@glasspool/db';
import { splitAccountId } from '@glasspool/ledger';
import type { PoolDeps } from '../deps.ts';
import { nonceOf } from './nonce.ts';

const TRANSFERS_PER_PAGE = 1_000;
/** A page of a reward run has thousands of postings in one transfer. */
const POSTINGS_PER_PAGE = 5_000;
/** Pseudonyms that are kept at a time, so that memory does not grow with users. */
const PSEUDONYMS_MAX = 10_000;

type Deps = Pick<PoolDeps, 'nonceKey' | 'hash'>;

/** Ids of transfers from one to another, both included. */
export interface IdRange {
  readonly from: number;
  readonly to: number;
}

/** A transfer as the journal publishes it. */
export interface PublishedTransfer {
  readonly transferId: number;
  readonly entry: JournalEntry;
}

interface TransferRow {
  readonly id: number;
  readonly kind: string;
  readonly createdAt: number;
  readonly reference: string;
}

interface PostingRow {
  readonly transferId: number;
  readonly accountId: string;
  readonly amountMicro: bigint;
}

/**
 * Transfers in the order of their ids, under the pseudonyms of a snapshot, page by page. References are kept where they name no user.
 */
export async function* readEntries(
  deps: Deps,
  db: Queryable,
  { from, to, snapshotNumber }: IdRange & { snapshotNumber: number },
): AsyncGenerator<PublishedTransfer> {
  const present = createPresenter(deps, snapshotNumber);
  for (let first = from; first <= to; ) {
    const transfers: TransferRow[] = await db
      .selectFrom('transfer')
      .select(['id', 'kind', 'createdAt', 'reference'])
      .where('id', '>=', first)
      .where('id', '<=', to)
      .orderBy('id')
      .limit(TRANSFERS_PER_PAGE)
      .execute();
    const last = transfers.at(-1);
    if (last === undefined) return;
    yield* present(transfers, readPostings(db, { from: first, to: last.id }));
    first = last.id + 1;
  }
}

async function* readPostings(db: Queryable, { from, to }: IdRange): AsyncGenerator<PostingRow> {
  let after = { transferId: from, accountId: '' };
  for (;;) {
    const rows: PostingRow[] = await db
      .selectFrom('posting')
      .selectAll()
      .where('transferId', '<=', to)
      .where((eb) =>
        eb(eb.refTuple('transferId', 'accountId'), '>', eb.tuple(after.transferId, after.accountId)),
      )
      .orderBy('transferId')
      .orderBy('accountId')
      .limit(POSTINGS_PER_PAGE)
      .execute();
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < POSTINGS_PER_PAGE) return;
    after = last;
  }
}

type Present = (
  transfers: readonly TransferRow[],
  postings: AsyncIterator<PostingRow>,
) => AsyncGenerator<PublishedTransfer>;

function createPresenter(deps: Deps, snapshotNumber: number): Present {
  const pseudonyms = new Map<string, string>();
  const rename = (userId: string): string => {
    const known = pseudonyms.get(userId);
    if (known !== undefined) return known;
    const pseudonym = pseudonymOf(nonceOf(deps, userId), snapshotNumber, deps.hash);
    if (pseudonyms.size >= PSEUDONYMS_MAX) pseudonyms.clear();
    pseudonyms.set(userId, pseudonym);
    return pseudonym;
  };
  return async function* present(transfers, postings) {
    let next = await postings.next();
    for (const transfer of transfers) {
      const own: PostingRow[] = [];
      while (next.done !== true && next.value.transferId === transfer.id) {
        own.push(next.value);
        next = await postings.next();
      }
      // The databases order text differently.
      own.sort((a, b) => (a.accountId < b.accountId ? -1 : 1));
      const published = own.map(({ accountId, amountMicro }): JournalPosting => {
        const { path, currency } = splitAccountId(accountId);
        return { account: renameOwner(path, rename), currency, amount: amountMicro };
      });
      const { id: transferId, kind, createdAt: createdAtMs } = transfer;
      const reference = publicReference(transfer);
      yield { transferId, entry: { kind, createdAtMs, reference, postings: published } };
    }
  };
}

/** References that name no user are published; the grammar says which. */
function publicReference({ kind, reference }: TransferRow): string {
  return findKindRule(kind)?.isPublic === true ? reference : '';
}
