import {
  ACCOUNT_CLASSES,
  type AccountClassName,
  ALL_USERS,
  type ParsedPath,
  parseAccountPath,
} from '../books/chart.ts';
import { findKindRule, listPostingRules, type TransferKind } from '../books/kinds.ts';
import { type ClassBalance, computePosition } from '../books/position.ts';
import { findRunOfReference, readPublishedPage, runStepOf } from '../books/run-kinds.ts';
import type { Currency } from '../money/currency.ts';
import type { JournalEntry } from './journal.ts';
import { type BookFigures, toBookFigures } from './manifest.ts';
import { PrincipalTime } from './principal-time.ts';

/** Amounts that one reward run took, paid and returned, as the journal has them. */
export interface ReplayedRun {
  readonly currency: string;
  readonly termsVersion: number | null;
  readonly reserveBefore: bigint;
  readonly createdAtMs: number;
  /** Principal invested up to this run, added up over time, in micro-units × milliseconds. */
  readonly principalMicroMs: bigint;
  fixed: bigint;
  paid: bigint;
  referralPaid: bigint;
  returned: bigint;
}

/** An entry breaks a rule of the books. */
export class BooksError extends Error {
  override readonly name = 'BooksError';
}

const WITHDRAWAL_CLASSES: ReadonlySet<AccountClassName> = new Set([
  'chain/inFlight',
  'user/onHold',
  'pool/withdrawing',
]);

interface Posting extends ParsedPath {
  readonly account: string;
  readonly currency: string;
  readonly amount: bigint;
}

/**
 * The books, recomputed from the journal by the closed grammar of transfers (docs/books.md). Users have another name in every snapshot,
 * so their accounts are followed by class, not one by one.
 */
export class JournalReplay {
  readonly #balances = new Map<string, ClassBalance & { readonly currency: string }>();
  readonly #runs = new Map<string, ReplayedRun>();
  readonly #principal = new Map<string, PrincipalTime>();
  readonly #receipts = new Map<string, bigint>();
  readonly #pages = new Set<string>();
  /** Balances of each reserve, each from its time on. */
  readonly #reserves = new Map<string, { readonly atMs: number; readonly balanceMicro: bigint }[]>();

  /**
   * Applies the next entry.
   *
   * @throws BooksError when its kind or an account is unknown, a posting is not one of its kind, too many users are in it, it does not sum
   *   to zero, it overdraws an account, or more is in flight than open withdrawals are of.
   */
  apply(entry: JournalEntry): void {
    assertBalanced(entry);
    const postings = readPostings(entry);
    this.#recordRun(entry, postings);
    for (const posting of postings) this.#change(posting, entry.createdAtMs);
    for (const { accountClass, currency } of postings)
      if (WITHDRAWAL_CLASSES.has(accountClass)) this.#assertInFlight(currency);
  }

  /** Coins leave for withdrawals that are open, and for nothing else. Without this bound, what was taken could be in flight for ever. */
  #assertInFlight(currency: string): void {
    const balanceOf = (accountClass: AccountClassName): bigint =>
      this.#balances.get(keyOf(accountClass, null, currency))?.balanceMicro ?? 0n;
    const inFlight = -balanceOf('chain/inFlight');
    const open = balanceOf('user/onHold') + balanceOf('pool/withdrawing');
    if (inFlight < 0n || inFlight > open)
      throw new BooksError(
        `${inFlight} micro-units of ${currency} are in flight, and open withdrawals are of ${open}.`,
      );
  }

  #change({ account, accountClass, termsVersion, currency, amount }: Posting, atMs: number): void {
    const key = keyOf(accountClass, termsVersion, currency);
    const balanceMicro = (this.#balances.get(key)?.balanceMicro ?? 0n) + amount;
    if (balanceMicro < 0n && ACCOUNT_CLASSES[accountClass].guarded)
      throw new BooksError(`${account} would stand at ${balanceMicro} micro-units of ${currency}.`);
    this.#balances.set(key, { accountClass, termsVersion, currency, balanceMicro });
    if (accountClass === 'pool/reserve') this.#reserveBalances(key).push({ atMs, balanceMicro });
    if (accountClass === 'user/invested') this.#principalOf(currency).change(amount, atMs);
    if (accountClass === 'chain/custody' && amount < 0n)
      this.#receipts.set(currency, (this.#receipts.get(currency) ?? 0n) + 1n);
  }

  /** Number of entries that brought something to our addresses, each with a remainder below a micro-unit at most. */
  receipts(currency: Currency): bigint {
    return this.#receipts.get(currency) ?? 0n;
  }

  /** Balances that a reserve had from one time to another, in micro-units. */
  listReserveBalances(of: {
    currency: Currency;
    termsVersion: number;
    fromMs: number;
    untilMs: number;
  }): bigint[] {
    const { currency, termsVersion, fromMs, untilMs } = of;
    const balances = this.#reserveBalances(keyOf('pool/reserve', termsVersion, currency));
    const before = balances.findLast(({ atMs }) => atMs < fromMs)?.balanceMicro ?? 0n;
    const within = balances.filter(({ atMs }) => atMs >= fromMs && atMs <= untilMs);
    return [before, ...within.map(({ balanceMicro }) => balanceMicro)];
  }

  #reserveBalances(key: string): { readonly atMs: number; readonly balanceMicro: bigint }[] {
    const known = this.#reserves.get(key) ?? [];
    this.#reserves.set(key, known);
    return known;
  }

  #principalOf(currency: string): PrincipalTime {
    const known = this.#principal.get(currency) ?? new PrincipalTime();
    this.#principal.set(currency, known);
    return known;
  }

  get runs(): ReadonlyMap<string, Readonly<ReplayedRun>> {
    return this.#runs;
  }

  /** Balance sheet of a currency as a manifest has to state it; dust is not in the journal. */
  figures(currency: Currency): Omit<BookFigures, 'dust'> {
    const own = [...this.#balances.values()].filter((one) => one.currency === currency);
    return toBookFigures(computePosition(currency, own));
  }

  #recordPage(reference: string): void {
    const page = nameOfPage(reference);
    if (this.#pages.has(page)) throw new BooksError(`The page ${page} of a reward run is paid twice.`);
    this.#pages.add(page);
  }

  #recordRun({ kind, reference, createdAtMs }: JournalEntry, postings: readonly Posting[]): void {
    const step = runStepOf(kind);
    if (step === undefined) return;
    const id = findRunOfReference(reference);
    if (id === undefined) throw new BooksError(`An entry of the kind ${kind} names no reward run.`);
    const reserve = postings.find(({ accountClass }) => accountClass === 'pool/reserve');
    if (step === 'fix' && reserve !== undefined) {
      if (this.#runs.has(id)) throw new BooksError(`The reward run ${id} takes from a reserve twice.`);
      const { currency, termsVersion, amount } = reserve;
      const reserveBefore =
        this.#balances.get(keyOf('pool/reserve', termsVersion, currency))?.balanceMicro ?? 0n;
      const none = { paid: 0n, referralPaid: 0n, returned: 0n };
      const principalMicroMs = this.#principalOf(currency).sumUntil(createdAtMs);
      const fixed = -amount;
      this.#runs.set(id, {
        currency,
        termsVersion,
        reserveBefore,
        createdAtMs,
        principalMicroMs,
        fixed,
        ...none,
      });
      return;
    }
    if (step === 'page') this.#recordPage(reference);
    const run = this.#runs.get(id);
    if (run === undefined) throw new BooksError(`The reward run ${id} pays before it took from its reserve.`);
    if (reserve !== undefined && reserve.termsVersion !== run.termsVersion)
      throw new BooksError(`The reward run ${id} returns its remainder to another reserve.`);
    run.paid += sumOf(postings, 'user/withdrawable');
    run.referralPaid += sumOf(postings, 'user/referral');
    run.returned += sumOf(postings, 'pool/reserve');
    if (run.paid + run.referralPaid + run.returned > run.fixed)
      throw new BooksError(`The reward run ${id} pays more than it took from its reserve.`);
  }
}

/** @throws BooksError when it does not name the root of its rows. */
function nameOfPage(reference: string): string {
  const found = readPublishedPage(reference);
  if (found === undefined) throw new BooksError('A page of a reward run does not name the root of its rows.');
  return `${found.runId}/${found.page}`;
}

function sumOf(postings: readonly Posting[], accountClass: AccountClassName): bigint {
  return postings
    .filter((one) => one.accountClass === accountClass)
    .reduce((sum, { amount }) => sum + amount, 0n);
}

function assertBalanced({ kind, postings }: JournalEntry): void {
  const sums = new Map<string, bigint>();
  for (const { currency, amount } of postings) sums.set(currency, (sums.get(currency) ?? 0n) + amount);
  for (const [currency, sum] of sums)
    if (sum !== 0n)
      throw new BooksError(`An entry of the kind ${kind} makes ${sum} micro-units of ${currency}.`);
}

/** Postings of an entry, each checked against the rule of its kind. */
function readPostings({ kind, postings }: JournalEntry): Posting[] {
  const rule = findKindRule(kind);
  if (rule === undefined) throw new BooksError(`The grammar of transfers has no kind ${kind}.`);
  const allowed = new Set(
    // The rule was found under this name.
    listPostingRules(kind as TransferKind).map((one) => `${one.accountClass} ${one.direction}`),
  );
  const owners = new Set<string>();
  const read = postings.map(({ account, currency, amount }): Posting => {
    const parsed = parseAccountPath(account);
    if (parsed === undefined) throw new BooksError(`The chart of accounts has no ${account}.`);
    if (!allowed.has(`${parsed.accountClass} ${amount > 0n ? 1 : -1}`))
      throw new BooksError(
        `An entry of the kind ${kind} must not ${amount > 0n ? 'credit' : 'debit'} ${parsed.accountClass}.`,
      );
    if (parsed.owner !== null) owners.add(parsed.owner);
    return { ...parsed, account, currency, amount };
  });
  if (rule.users === 'many') assertBatch(kind, read);
  else if (owners.size !== rule.users || owners.has(ALL_USERS))
    throw new BooksError(`An entry of the kind ${kind} touches ${owners.size} users.`);
  return read;
}

/** A batch is published as one sum an account, under nobody's name. */
function assertBatch(kind: string, postings: readonly Posting[]): void {
  const isNamed = postings.some(({ owner }) => owner !== null && owner !== ALL_USERS);
  if (isNamed) throw new BooksError(`An entry of the kind ${kind} names a user.`);
  if (new Set(postings.map(({ account }) => account)).size !== postings.length)
    throw new BooksError(`An entry of the kind ${kind} has two amounts for one account.`);
}

function keyOf(accountClass: AccountClassName, termsVersion: number | null, currency: string): string {
  return `${accountClass}/${termsVersion ?? ''}:${currency}`;
}
