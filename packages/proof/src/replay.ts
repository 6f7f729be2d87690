import type { Currency } from '@glasspool/core';
import {
  ACCOUNT_CLASSES,
  type AccountClassName,
  computePosition,
  findRunOfReference,
  getRunStep,
  readPublishedPage,
} from '@glasspool/core/books';
import type { JournalEntry } from './journal.ts';
import { type BookFigures, toBookFigures } from './manifest.ts';
import { assertBalanced, BooksError, type Posting, readPostings } from './postings.ts';
import { PrincipalTime } from './principal-time.ts';
import {
  emptyState,
  type ReplayedRun,
  type ReplayState,
  type SignedAmount,
  type TimedBalance,
  toKey,
} from './replay-state.ts';

const WITHDRAWAL_CLASSES: ReadonlySet<AccountClassName> = new Set([
  'chain/inFlight',
  'user/onHold',
  'pool/withdrawing',
]);

/**
 * The books, recomputed from the journal by the closed grammar of transfers (docs/books.md), from the first entry or from a checkpoint.
 * Users have another name in every snapshot, so their accounts are followed by class, not one by one.
 */
export class JournalReplay {
  readonly #state: ReplayState;
  /** References of the entries that were applied; those before a checkpoint are not known. */
  readonly #references = new Set<string>();

  constructor(state: ReplayState = emptyState()) {
    this.#state = state;
  }

  /** State after the entries so far. */
  get state(): Readonly<ReplayState> {
    return this.#state;
  }

  /**
   * Applies the next entry.
   *
   * @throws BooksError when its kind or an account is unknown, a posting is not one of its kind, too many users are in it, it does not sum
   *   to zero, it overdraws an account, more is in flight than open withdrawals are of, or its reference is there already.
   */
  apply(entry: JournalEntry): void {
    assertBalanced(entry);
    const postings = readPostings(entry);
    this.#recordRun(entry, postings);
    for (const posting of postings) this.#change(posting, entry.createdAtMs);
    for (const { accountClass, currency } of postings)
      if (WITHDRAWAL_CLASSES.has(accountClass)) this.#assertInFlight(currency);
    this.#assertOnce(entry);
  }

  /** One cause moves an amount once. References that name a user are not published. */
  #assertOnce({ reference }: JournalEntry): void {
    if (reference === '') return;
    if (this.#references.has(reference)) throw new BooksError(`The reference ${reference} is there twice.`);
    this.#references.add(reference);
  }

  #balanceOf(accountClass: AccountClassName, termsVersion: number | null, currency: string): bigint {
    return this.#state.balances.get(toKey(accountClass, termsVersion, currency))?.balanceMicro ?? 0n;
  }

  /** Coins leave for withdrawals that are open, and for nothing else. Without this bound, what was taken could be in flight for ever. */
  #assertInFlight(currency: string): void {
    const inFlight = -this.#balanceOf('chain/inFlight', null, currency);
    const open =
      this.#balanceOf('user/onHold', null, currency) + this.#balanceOf('pool/withdrawing', null, currency);
    if (inFlight < 0n || inFlight > open)
      throw new BooksError(
        `${inFlight} micro-units of ${currency} are in flight, and open withdrawals are of ${open}.`,
      );
  }

  #change({ account, accountClass, termsVersion, currency, amount }: Posting, atMs: number): void {
    const { balances, receipts, signed } = this.#state;
    const key = toKey(accountClass, termsVersion, currency);
    const balanceMicro = (balances.get(key)?.balanceMicro ?? 0n) + amount;
    if (balanceMicro < 0n && ACCOUNT_CLASSES[accountClass].guarded)
      throw new BooksError(`${account} would stand at ${balanceMicro} micro-units of ${currency}.`);
    balances.set(key, { accountClass, termsVersion, currency, balanceMicro });
    if (accountClass === 'pool/reserve') this.#reserveBalances(key).push({ atMs, amountMicro: balanceMicro });
    if (accountClass === 'user/invested') this.#getPrincipal(currency).change(amount, atMs);
    if (accountClass === 'chain/custody' && amount < 0n)
      receipts.set(currency, (receipts.get(currency) ?? 0n) + 1n);
    if (accountClass === 'chain/inFlight' && amount < 0n)
      signed.push({ currency, amountMicro: -amount, atMs });
  }

  /** Number of entries that brought something to our addresses, each with a remainder below a micro-unit at most. */
  receipts(currency: Currency): bigint {
    return this.#state.receipts.get(currency) ?? 0n;
  }

  /** Amounts that were set in flight since a time. */
  listSigned(currency: Currency, sinceMs: number): readonly SignedAmount[] {
    return this.#state.signed.filter((one) => one.currency === currency && one.atMs >= sinceMs);
  }

  /** Balances that a reserve had from one time to another, in micro-units. */
  listReserveBalances(of: {
    currency: Currency;
    termsVersion: number;
    fromMs: number;
    untilMs: number;
  }): bigint[] {
    const { currency, termsVersion, fromMs, untilMs } = of;
    const balances = this.#reserveBalances(toKey('pool/reserve', termsVersion, currency));
    const before = balances.findLast(({ atMs }) => atMs < fromMs)?.amountMicro ?? 0n;
    const within = balances.filter(({ atMs }) => atMs >= fromMs && atMs <= untilMs);
    return [before, ...within.map(({ amountMicro }) => amountMicro)];
  }

  #reserveBalances(key: string): TimedBalance[] {
    const known = this.#state.reserves.get(key) ?? [];
    this.#state.reserves.set(key, known);
    return known;
  }

  #getPrincipal(currency: string): PrincipalTime {
    const known = this.#state.principal.get(currency) ?? new PrincipalTime();
    this.#state.principal.set(currency, known);
    return known;
  }

  /** Runs that took something from a reserve, in order. */
  get runs(): ReadonlyMap<string, Readonly<ReplayedRun>> {
    return this.#state.runs;
  }

  /** Balance sheet of a currency as a manifest has to state it; dust is not in the journal. */
  figures(currency: Currency): Omit<BookFigures, 'dust'> {
    const own = [...this.#state.balances.values()].filter((one) => one.currency === currency);
    return toBookFigures(computePosition(currency, own));
  }

  #recordRun({ kind, reference, createdAtMs }: JournalEntry, postings: readonly Posting[]): void {
    const step = getRunStep(kind);
    if (step === undefined) return;
    const id = findRunOfReference(reference);
    if (id === undefined) throw new BooksError(`An entry of the kind ${kind} names no reward run.`);
    const reserve = postings.find(({ accountClass }) => accountClass === 'pool/reserve');
    if (step === 'fix' && reserve !== undefined) {
      this.#openRun(id, reserve, createdAtMs);
      return;
    }
    const run = this.#state.runs.get(id);
    if (run === undefined) throw new BooksError(`The reward run ${id} pays before it took from its reserve.`);
    if (reserve !== undefined && reserve.termsVersion !== run.termsVersion)
      throw new BooksError(`The reward run ${id} returns its remainder to another reserve.`);
    if (step === 'page') recordPage(run, reference);
    run.paid += computeSum(postings, 'user/withdrawable');
    run.referralPaid += computeSum(postings, 'user/referral');
    run.returned += computeSum(postings, 'pool/reserve');
    if (run.paid + run.referralPaid + run.returned > run.fixed)
      throw new BooksError(`The reward run ${id} pays more than it took from its reserve.`);
  }

  #openRun(id: string, { currency, termsVersion, amount }: Posting, createdAtMs: number): void {
    if (this.#state.runs.has(id)) throw new BooksError(`The reward run ${id} takes from a reserve twice.`);
    this.#state.runs.set(id, {
      currency,
      termsVersion,
      createdAtMs,
      reserveBefore: this.#balanceOf('pool/reserve', termsVersion, currency),
      principalMicroMs: this.#getPrincipal(currency).sumUntil(createdAtMs),
      isCounted: false,
      pages: new Set(),
      fixed: -amount,
      paid: 0n,
      referralPaid: 0n,
      returned: 0n,
    });
  }
}

/** The root of a page proves rewards to users, so each page names one, once. */
function recordPage({ pages }: ReplayedRun, reference: string): void {
  const found = readPublishedPage(reference);
  if (found === undefined) throw new BooksError('A page of a reward run does not name the root of its rows.');
  if (pages.has(found.page))
    throw new BooksError(`The page ${found.runId}/${found.page} of a reward run is paid twice.`);
  pages.add(found.page);
}

function computeSum(postings: readonly Posting[], accountClass: AccountClassName): bigint {
  return postings
    .filter((one) => one.accountClass === accountClass)
    .reduce((sum, { amount }) => sum + amount, 0n);
}
