import type { JournalEntry } from './journal.ts';
import type { BookFigures } from './manifest.ts';

const USER_CURRENCIES = ['USDT', 'TRX'] as const;
type UserCurrency = (typeof USER_CURRENCIES)[number];

/** The one kind of entry in which money goes from a user to the operator: the fee of a withdrawal, shown before it was asked for. */
const FEE_KINDS: ReadonlySet<string> = new Set(['withdrawal']);
const REWARD_KINDS: ReadonlySet<string> = new Set(['reward', 'referral-reward']);
const RESERVE = 'pool/reserve';
const OPERATORS: ReadonlySet<string> = new Set([RESERVE, 'pool/surplus', 'pool/withdrawing']);
/** Accounts that may stand below zero: what is held, what the networks took, and what users owe. */
const UNGUARDED = /^(chain\/|pool\/networkFees$|user\/[^/]+\/deficit$)/;

/** What the rewards of one run took from the reserve, as the journal has it. */
export interface ReplayedRun {
  readonly currency: string;
  paid: bigint;
  referralPaid: bigint;
  readonly reserveBefore: bigint;
}

/** An entry breaks a rule of the books. */
export class BooksError extends Error {
  override readonly name = 'BooksError';
}

/**
 * The books, made anew from the journal (decisions.md 0 and 2). Users have another pseudonym in every snapshot, so their accounts
 * are followed by purpose, not one by one.
 */
export class JournalReplay {
  readonly #balances = new Map<string, bigint>();
  readonly #runs = new Map<string, ReplayedRun>();

  /**
   * Applies the next entry.
   *
   * @throws BooksError when it does not sum to zero, overdraws an account, takes from a user for the operator outside of a named
   *   fee, or pays a reward out of anything but the reserve.
   */
  apply(entry: JournalEntry): void {
    assertBalanced(entry);
    assertRules(entry);
    this.#noteRun(entry);
    for (const { account, currency, amount } of entry.postings) {
      const key = keyOf(account, currency);
      const balance = this.balance(account, currency) + amount;
      if (balance < 0n && !UNGUARDED.test(account))
        throw new BooksError(`${account} would stand at ${balance} micro-units of ${currency}.`);
      this.#balances.set(key, balance);
    }
  }

  /** The balance of an account; those of users together, by purpose. */
  balance(account: string, currency: string): bigint {
    return this.#balances.get(keyOf(account, currency)) ?? 0n;
  }

  get runs(): ReadonlyMap<string, Readonly<ReplayedRun>> {
    return this.#runs;
  }

  /** What a manifest has to say of a currency, and what users owe the pool. */
  figures(currency: UserCurrency): Omit<BookFigures, 'dust'> & { receivable: bigint; custody: bigint } {
    const of = (account: string): bigint => this.balance(account, currency);
    const owed = ['wallet', 'invested', 'withdrawable', 'referral', 'withdrawing']
      .map((name) => of(`user/-/${name}`))
      .reduce((sum, amount) => sum + amount, 0n);
    return {
      owed,
      reserve: of(RESERVE),
      surplus: of('pool/surplus') + of('pool/withdrawing') + of('pool/networkFees'),
      transit: -of('chain/transit'),
      receivable: -of('user/-/deficit'),
      custody: -of('chain/custody'),
    };
  }

  #noteRun({ kind, reference, postings }: JournalEntry): void {
    if (!REWARD_KINDS.has(kind)) return;
    for (const { account, currency, amount } of postings) {
      if (account !== RESERVE) continue;
      const run = this.#runs.get(reference) ?? {
        currency,
        paid: 0n,
        referralPaid: 0n,
        reserveBefore: this.balance(RESERVE, currency),
      };
      if (kind === 'reward') run.paid -= amount;
      else run.referralPaid -= amount;
      this.#runs.set(reference, run);
    }
  }
}

function assertBalanced({ kind, postings }: JournalEntry): void {
  const sums = new Map<string, bigint>();
  for (const { currency, amount } of postings) sums.set(currency, (sums.get(currency) ?? 0n) + amount);
  for (const [currency, sum] of sums)
    if (sum !== 0n)
      throw new BooksError(`An entry of the kind ${kind} makes ${sum} micro-units of ${currency}.`);
}

function assertRules({ kind, postings }: JournalEntry): void {
  const takesFromUser = postings.some(({ account, amount }) => account.startsWith('user/') && amount < 0n);
  const givesOperator = postings.some(({ account, amount }) => OPERATORS.has(account) && amount > 0n);
  if (takesFromUser && givesOperator && !FEE_KINDS.has(kind))
    throw new BooksError(`An entry of the kind ${kind} takes from a user for the operator.`);
  const payers = postings.filter(({ amount }) => amount < 0n);
  if (REWARD_KINDS.has(kind) && payers.some(({ account }) => account !== RESERVE))
    throw new BooksError('A reward was not paid out of the reserve.');
  const takesReserve = payers.some(({ account }) => account === RESERVE);
  if (takesReserve && !REWARD_KINDS.has(kind))
    throw new BooksError(`An entry of the kind ${kind} takes from the reward reserve.`);
}

function keyOf(account: string, currency: string): string {
  return `${account.replace(/^user\/[^/]+\//, 'user/-/')}:${currency}`;
}
