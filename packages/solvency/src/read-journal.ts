import type { RewardRunId } from '@glasspool/core';
import {
  ALL_USERS,
  findKindRule,
  findPageOfReference,
  publishPageReference,
  renameOwner,
} from '@glasspool/core/books';
import type { Queryable } from '@glasspool/db';
import { splitAccountId } from '@glasspool/ledger';
import { computeNonce } from '@glasspool/pool/nonce';
import { getPseudonym, type JournalEntry, type JournalPosting } from '@glasspool/proof';
import type { SolvencyDeps } from './deps.ts';

const TRANSFERS_PER_PAGE = 1_000;
/** Maximum of postings that are read at a time. A page of a reward run has thousands of postings in one transfer. */
const POSTINGS_PER_PAGE = 5_000;
/** Maximum of pseudonyms that are cached, so that memory does not grow with users. */
const PSEUDONYMS_MAX = 10_000;

type Deps = Pick<SolvencyDeps, 'nonceKey' | 'hash'>;

/** Range of transfer ids, both ends included. */
export interface IdRange {
  readonly from: number;
  readonly to: number;
}

/** Transfer as the journal publishes it. */
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
 * Reads transfers in the order of their ids, page by page, under the pseudonyms of a snapshot. A reference is published only if it names no
 * user. A batch is published as one sum per account.
 */
export async function* readEntries(
  deps: Deps,
  db: Queryable,
  { from, to, snapshotNumber }: IdRange & { snapshotNumber: number },
): AsyncGenerator<PublishedTransfer> {
  const rename = createRename(deps, snapshotNumber);
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
    const postings = readPostings(db, { from: first, to: last.id });
    let next = await postings.next();
    for (const transfer of transfers) {
      const { id: transferId, kind, createdAt: createdAtMs } = transfer;
      const collected = new PostingCollector(kind, rename);
      while (next.done !== true && next.value.transferId === transferId) {
        collected.push(next.value);
        next = await postings.next();
      }
      const reference = await publicReference(db, transfer);
      yield { transferId, entry: { kind, createdAtMs, reference, postings: collected.finish() } };
    }
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

/** Returns a function that gives a user's name in the journal of a snapshot. */
function createRename(deps: Deps, snapshotNumber: number): (userId: string) => string {
  const pseudonyms = new Map<string, string>();
  return (userId) => {
    const known = pseudonyms.get(userId);
    if (known !== undefined) return known;
    const pseudonym = getPseudonym(computeNonce(deps, userId), snapshotNumber, deps.hash);
    if (pseudonyms.size >= PSEUDONYMS_MAX) pseudonyms.clear();
    pseudonyms.set(userId, pseudonym);
    return pseudonym;
  };
}

/** Collects the postings of one transfer in their published form. A page of a reward run has thousands, which become three. */
class PostingCollector {
  readonly #rename: (userId: string) => string;
  readonly #published = new Map<string, JournalPosting>();

  constructor(kind: string, rename: (userId: string) => string) {
    this.#rename = findKindRule(kind)?.users === 'many' ? () => ALL_USERS : rename;
  }

  push({ accountId, amountMicro }: PostingRow): void {
    const { path, currency } = splitAccountId(accountId);
    const account = renameOwner(path, this.#rename);
    const key = `${account}:${currency}`;
    const amount = (this.#published.get(key)?.amount ?? 0n) + amountMicro;
    this.#published.set(key, { account, currency, amount });
  }

  /** Sorted by account here, because the databases order text differently. */
  finish(): JournalPosting[] {
    return [...this.#published].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, posting]) => posting);
  }
}

/**
 * Returns a reference in its published form: empty if it names a user, which the grammar says. A page of a reward run is published together
 * with the root of its rows.
 */
async function publicReference(db: Queryable, { kind, reference }: TransferRow): Promise<string> {
  const page = findPageOfReference(reference);
  if (page === undefined) return findKindRule(kind)?.isPublic === true ? reference : '';
  const { root } = await db
    .selectFrom('rewardPage')
    .select('root')
    // The reference was made from the id of the run.
    .where('runId', '=', page.runId as RewardRunId)
    .where('page', '=', page.page)
    .executeTakeFirstOrThrow();
  return publishPageReference(page, root);
}
