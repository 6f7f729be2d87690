// Chart of accounts (docs/books.md). No other module spells an account path, in TypeScript or in SQL.
import type { UserId } from '../ids.ts';
import { type Currency, type LedgerCurrency, USER_CURRENCIES } from '../money/currency.ts';

/** Side of the balance sheet. Liabilities and equity stand above zero in the ledger, assets and expenses below. */
type Side = 'asset' | 'liability' | 'equity' | 'expense';

interface AccountClass {
  readonly side: Side;
  /** A guarded account can never go below zero: the database refuses it. */
  readonly guarded: boolean;
  readonly meaning: string;
}

/**
 * Every class of account. A path is its class with the user id (`user/{id}/wallet`) or the version of the terms
 * (`pool/reserve/{version}`) filled in.
 */
export const ACCOUNT_CLASSES = {
  'user/wallet': { side: 'liability', guarded: true, meaning: 'Deposited, not invested yet' },
  'user/invested': { side: 'liability', guarded: true, meaning: 'Principal of active investments' },
  'user/withdrawable': { side: 'liability', guarded: true, meaning: 'May be withdrawn or reinvested' },
  'user/referral': { side: 'liability', guarded: true, meaning: 'Referral rewards not moved yet' },
  'user/onHold': { side: 'liability', guarded: true, meaning: 'Set aside for open withdrawals' },
  'user/receivable': {
    side: 'asset',
    guarded: false,
    meaning: 'Owed by the user after the chain reversed a credited deposit',
  },
  'pool/reserve': { side: 'liability', guarded: true, meaning: 'Reward reserve of one version of the terms' },
  'pool/rewardsPayable': {
    side: 'liability',
    guarded: true,
    meaning: 'Taken from a reserve by an open reward run, not paid yet',
  },
  'pool/ownFunds': {
    side: 'equity',
    guarded: true,
    meaning: 'Contributed by the operator, before network fees',
  },
  'pool/withdrawing': { side: 'equity', guarded: true, meaning: 'Set aside for open operator withdrawals' },
  'pool/networkFees': {
    side: 'expense',
    guarded: false,
    meaning: 'Gas, bandwidth and energy paid, and shortages written off',
  },
  'chain/custody': { side: 'asset', guarded: false, meaning: 'On chain at our addresses' },
  'chain/inFlight': { side: 'asset', guarded: false, meaning: 'Signed to leave, not final yet' },
} as const satisfies Record<string, AccountClass>;
export type AccountClassName = keyof typeof ACCOUNT_CLASSES;

/** One account of the books, in one currency. */
export interface Account {
  readonly accountClass: AccountClassName;
  readonly path: string;
  readonly currency: LedgerCurrency;
  readonly guarded: boolean;
  readonly userId: UserId | null;
}

/** Liabilities to one user, by purpose. */
export const USER_BALANCES = ['wallet', 'invested', 'withdrawable', 'referral', 'onHold'] as const;
export type UserBalance = (typeof USER_BALANCES)[number];
/** Classes of accounts whose sum is the liabilities to users. */
export const LIABILITY_CLASSES: readonly AccountClassName[] = USER_BALANCES.map(userClass);

/** Balances that cover a receivable, for they stay in the pool as long as it does. What is on hold may leave. */
export const COVERING_BALANCES = USER_BALANCES.filter((name) => name !== 'onHold');

/** Class of the accounts that hold what users owe. */
export const RECEIVABLE_CLASS: AccountClassName = 'user/receivable';

/** Class of the accounts that hold what users are owed for one purpose. */
export function userClass(name: UserBalance): AccountClassName {
  return `user/${name}`;
}

/** Account of what a user is owed, by purpose. */
export function userAccount(userId: UserId, name: UserBalance, currency: Currency): Account {
  return account(userClass(name), userPath(userId, name), currency, userId);
}

/** Receivable from a user: the one user account that may go below zero. */
export function receivable(userId: UserId, currency: Currency): Account {
  return account('user/receivable', userPath(userId, 'receivable'), currency, userId);
}

/** Every account that a user can have. */
export function allUserAccounts(userId: UserId): Account[] {
  return USER_CURRENCIES.flatMap((currency) => [
    ...USER_BALANCES.map((name) => userAccount(userId, name, currency)),
    receivable(userId, currency),
  ]);
}

/** Reward reserve of one version of the terms. */
export function rewardReserve(termsVersion: number, currency: Currency): Account {
  return account('pool/reserve', `pool/reserve/${termsVersion}`, currency);
}

export type PoolClassName = Exclude<AccountClassName, `user/${string}` | 'pool/reserve'>;

/** Account that the pool has once in each currency. */
export function poolAccount(name: PoolClassName, currency: LedgerCurrency): Account {
  return account(name, name, currency);
}

function account(
  accountClass: AccountClassName,
  path: string,
  currency: LedgerCurrency,
  userId: UserId | null = null,
): Account {
  return { accountClass, path, currency, guarded: ACCOUNT_CLASSES[accountClass].guarded, userId };
}

function userPath(userId: string, name: UserBalance | 'receivable'): string {
  return `user/${userId}/${name}`;
}

/** Pieces of a user account's path around the user id, for SQL that builds the path from a column. */
export function userPathParts(name: UserBalance): { before: string; after: string } {
  return { before: 'user/', after: `/${name}` };
}

/** A path taken apart. */
export interface ParsedPath {
  readonly accountClass: AccountClassName;
  /** User id, or the user's name of one snapshot in a published journal. */
  readonly owner: string | null;
  readonly termsVersion: number | null;
}

const USER_PREFIX = 'user/';
const USER_PATH = /^user\/(?<owner>[^/]+)\/(?<name>[^/]+)$/;
const RESERVE_PATH = /^pool\/reserve\/(?<version>[1-9]\d{0,8})$/;

/** Takes an account path apart; undefined when the chart has no such account. */
export function parseAccountPath(path: string): ParsedPath | undefined {
  if (path.startsWith(USER_PREFIX)) return parseUserPath(path);
  const version = RESERVE_PATH.exec(path)?.groups?.['version'];
  if (version !== undefined)
    return { accountClass: 'pool/reserve', owner: null, termsVersion: Number(version) };
  const isPlain = isAccountClass(path) && path !== 'pool/reserve';
  return isPlain ? { accountClass: path, owner: null, termsVersion: null } : undefined;
}

/** Without a regular expression: verifiers take millions of these apart. */
function parseUserPath(path: string): ParsedPath | undefined {
  const end = path.indexOf('/', USER_PREFIX.length);
  if (end <= USER_PREFIX.length) return undefined;
  const name = `user${path.slice(end)}`;
  const owner = path.slice(USER_PREFIX.length, end);
  return isAccountClass(name) ? { accountClass: name, owner, termsVersion: null } : undefined;
}

/** Owner in the published journal of what a batch credits to many users: one sum for all of them. */
export const ALL_USERS = '*';

/** The path of a user's account in a published journal, where the user goes by another name. */
export function renameOwner(path: string, rename: (owner: string) => string): string {
  const { owner, name } = USER_PATH.exec(path)?.groups ?? {};
  return owner === undefined ? path : `user/${rename(owner)}/${name}`;
}

function isAccountClass(name: string): name is AccountClassName {
  return Object.hasOwn(ACCOUNT_CLASSES, name);
}

/** No account can hold more, and no transfer move more: 10^12 of a currency, in micro-units. */
export const AMOUNT_MAX_MICRO = 10n ** 18n;
