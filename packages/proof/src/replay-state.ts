// State of a replay of the journal, and how a snapshot publishes it (docs/proof-of-solvency.md, checkpoint.json).

import { DAY_MS } from '@glasspool/core';
import type { AccountClassName, ClassBalance } from '@glasspool/core/books';
import { ACCOUNT_CLASSES } from '@glasspool/core/books';
import type { CheckpointFile } from './bundle.ts';
import { FormatError, fromHex, toHex } from './bytes.ts';
import type { LogPeak } from './log.ts';
import { PrincipalTime } from './principal-time.ts';

/** Times of reserves and signatures that a later check may still ask for. */
const KEPT_MS = 2 * DAY_MS;

/** Amounts that one reward run took, paid and returned, as the journal has them. */
export interface ReplayedRun {
  readonly currency: string;
  readonly termsVersion: number | null;
  readonly reserveBefore: bigint;
  readonly createdAtMs: number;
  /** Principal invested up to this run, added up over time, in micro-units × milliseconds. */
  readonly principalMicroMs: bigint;
  /** True when an earlier checkpoint has counted what was due in it. */
  readonly isCounted: boolean;
  readonly pages: Set<number>;
  readonly fixed: bigint;
  paid: bigint;
  referralPaid: bigint;
  returned: bigint;
}

export interface TimedBalance {
  readonly atMs: number;
  readonly amountMicro: bigint;
}

export interface SignedAmount extends TimedBalance {
  readonly currency: string;
}

/** Everything that rules over later entries depend on. Keys of balances and reserves are made by `toKey`. */
export interface ReplayState {
  readonly balances: Map<string, ClassBalance & { readonly currency: string }>;
  readonly runs: Map<string, ReplayedRun>;
  readonly principal: Map<string, PrincipalTime>;
  readonly receipts: Map<string, bigint>;
  /** Balances of each reserve, each from its time on. */
  readonly reserves: Map<string, TimedBalance[]>;
  /** Amounts that were set in flight, in order. */
  readonly signed: SignedAmount[];
  /** Principal × days that rewards were due for at the last checkpoint, × 10^6. */
  readonly rewarded: Readonly<Record<'USDT' | 'TRX', bigint>>;
}

/** State of books without an entry. */
export function emptyState(): ReplayState {
  return {
    balances: new Map(),
    runs: new Map(),
    principal: new Map(),
    receipts: new Map(),
    reserves: new Map(),
    signed: [],
    rewarded: { USDT: 0n, TRX: 0n },
  };
}

/** Key of the balance of a class of accounts in a currency. */
export function toKey(accountClass: AccountClassName, termsVersion: number | null, currency: string): string {
  return `${accountClass}${termsVersion === null ? '' : `/${termsVersion}`}:${currency}`;
}

/** The checkpoint of a state, in the one way in which it can be written. */
export function writeCheckpoint(
  state: ReplayState,
  at: {
    cutOffMs: number;
    peaks: readonly LogPeak[];
    rewarded: Readonly<Record<'USDT' | 'TRX', bigint>>;
    closedRuns: ReadonlySet<string>;
  },
): CheckpointFile {
  const sinceMs = at.cutOffMs - KEPT_MS;
  return {
    journalPeaks: at.peaks.map(({ size, digest }) => ({ size, digest: toHex(digest) })),
    balances: inOrder(state.balances)
      .filter(([, { balanceMicro }]) => balanceMicro !== 0n)
      .map(([key, { balanceMicro }]) => ({ ...splitKey(key), amountMicro: String(balanceMicro) })),
    receipts: {
      USDT: String(state.receipts.get('USDT') ?? 0n),
      TRX: String(state.receipts.get('TRX') ?? 0n),
    },
    principal: inOrder(state.principal).map(([currency, { state: sums }]) => ({
      currency: getCurrency(currency),
      investedMicro: String(sums.investedMicro),
      weightedMicroMs: String(sums.weightedMicroMs),
      latestMs: sums.latestMs,
    })),
    rewarded: { USDT: String(at.rewarded.USDT), TRX: String(at.rewarded.TRX) },
    reserves: inOrder(state.reserves).map(([key, balances]) => ({
      ...splitKey(key),
      balances: keepSince(balances, sinceMs).map(writeTimed),
    })),
    signed: state.signed
      .filter(({ atMs }) => atMs >= sinceMs)
      .map(({ currency, ...timed }) => ({ ...writeTimed(timed), currency: getCurrency(currency) })),
    openRuns: inOrder(state.runs)
      .filter(([id]) => !at.closedRuns.has(id))
      .map(([id, run]) => ({
        id,
        currency: getCurrency(run.currency),
        termsVersion: run.termsVersion ?? 0,
        createdAtMs: run.createdAtMs,
        principalMicroMs: String(run.principalMicroMs),
        reserveBefore: String(run.reserveBefore),
        fixed: String(run.fixed),
        paid: String(run.paid),
        referralPaid: String(run.referralPaid),
        returned: String(run.returned),
        pages: [...run.pages].sort((a, b) => a - b),
      })),
  };
}

/**
 * The state that a checkpoint describes.
 *
 * @throws FormatError when it names an account that no chart has.
 */
export function readCheckpoint(file: CheckpointFile): ReplayState {
  const state = {
    ...emptyState(),
    rewarded: { USDT: BigInt(file.rewarded.USDT), TRX: BigInt(file.rewarded.TRX) },
  };
  for (const { account, currency, amountMicro } of file.balances) {
    const parsed = parseClass(account);
    const balance = { ...parsed, currency, balanceMicro: BigInt(amountMicro) };
    state.balances.set(toKey(parsed.accountClass, parsed.termsVersion, currency), balance);
  }
  for (const currency of ['USDT', 'TRX'] as const)
    state.receipts.set(currency, BigInt(file.receipts[currency]));
  for (const { currency, investedMicro, weightedMicroMs, latestMs } of file.principal) {
    const sums = { investedMicro: BigInt(investedMicro), weightedMicroMs: BigInt(weightedMicroMs), latestMs };
    state.principal.set(currency, new PrincipalTime(sums));
  }
  for (const { account, currency, balances } of file.reserves) {
    const { accountClass, termsVersion } = parseClass(account);
    state.reserves.set(toKey(accountClass, termsVersion, currency), balances.map(readTimed));
  }
  for (const { currency, ...timed } of file.signed) state.signed.push({ currency, ...readTimed(timed) });
  for (const { id, pages, ...run } of file.openRuns)
    state.runs.set(id, {
      ...run,
      isCounted: true,
      pages: new Set(pages),
      principalMicroMs: BigInt(run.principalMicroMs),
      reserveBefore: BigInt(run.reserveBefore),
      fixed: BigInt(run.fixed),
      paid: BigInt(run.paid),
      referralPaid: BigInt(run.referralPaid),
      returned: BigInt(run.returned),
    });
  return state;
}

/** Complete subtrees of the log that a checkpoint goes on from. */
export function readCheckpointPeaks({ journalPeaks }: CheckpointFile): LogPeak[] {
  return journalPeaks.map(({ size, digest }) => ({ size, digest: fromHex(digest) }));
}

/**
 * Balances from a time on, and the last one of an earlier time, in the order of the journal: it may stand after some of later times, and a later
 * checkpoint has to find the same one.
 */
function keepSince(balances: readonly TimedBalance[], sinceMs: number): TimedBalance[] {
  const before = balances.findLastIndex(({ atMs }) => atMs < sinceMs);
  return balances.filter(({ atMs }, index) => atMs >= sinceMs || index === before);
}

function writeTimed({ atMs, amountMicro }: TimedBalance): { atMs: number; amountMicro: string } {
  return { atMs, amountMicro: String(amountMicro) };
}

function readTimed({ atMs, amountMicro }: { atMs: number; amountMicro: string }): TimedBalance {
  return { atMs, amountMicro: BigInt(amountMicro) };
}

function inOrder<Value>(map: ReadonlyMap<string, Value>): [string, Value][] {
  return [...map].sort(([a], [b]) => (a < b ? -1 : 1));
}

type CurrencyName = CheckpointFile['signed'][number]['currency'];

function splitKey(key: string): { account: string; currency: CurrencyName } {
  const [account = '', currency = ''] = key.split(':');
  return { account, currency: getCurrency(currency) };
}

function getCurrency(name: string): CurrencyName {
  if (name !== 'USDT' && name !== 'TRX' && name !== 'BNB')
    throw new FormatError(`${name} is not a currency.`);
  return name;
}

function parseClass(account: string): { accountClass: AccountClassName; termsVersion: number | null } {
  const { name = '', version } = /^(?<name>[a-zA-Z]+\/[a-zA-Z]+)(?:\/(?<version>[1-9]\d{0,8}))?$/.exec(
    account,
  )?.groups ?? { name: '' };
  if (!isAccountClass(name)) throw new FormatError(`The chart of accounts has no ${account}.`);
  return { accountClass: name, termsVersion: version === undefined ? null : Number(version) };
}

function isAccountClass(name: string): name is AccountClassName {
  return Object.hasOwn(ACCOUNT_CLASSES, name);
}
