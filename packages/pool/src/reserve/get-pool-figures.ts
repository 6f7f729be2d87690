import {
  type Currency,
  effectiveRatePpb,
  formatChainAmount,
  runwayTenthDays,
  type Terms,
  targetReward,
  USER_CURRENCIES,
} from '@glasspool/core';
import type { Position } from '@glasspool/core/books';
import type { Queryable } from '@glasspool/db';
import { getPosition, getUncovered } from '@glasspool/ledger';
import { readMissing } from '../books/index.ts';
import type { PoolDeps } from '../deps.ts';
import { getCurrentTerms, listPrincipal } from '../investments/index.ts';

/** Reward reserve of one version of the terms, and what it has to reward. Amounts in micro-units. */
export interface ReserveFigures {
  readonly termsVersion: number;
  readonly targetRatePpm: number;
  readonly reserveMicro: bigint;
  readonly principalMicro: bigint;
  /** Runway of the reserve at today's principal, in tenths of a day; null when nothing is invested under the version. */
  readonly runwayTenthDays: number | null;
  /** Newest reward run that is closed: its time and the rate that it paid; null before the first one. */
  readonly lastRun: { readonly runAt: number; readonly effectiveRatePpb: number } | null;
}

/** Public figures of one currency: its balance sheet, what the chain was found not to hold, and its reserves. */
export interface CurrencyFigures extends Omit<Position, 'currency' | 'reserves'> {
  readonly currency: Currency;
  /** Counted by the ledger and not found on chain by the last comparison; zero in all ordinary times. */
  readonly missingMicro: bigint;
  /** Uncovered receivables; part of what users owe. */
  readonly uncoveredReceivableMicro: bigint;
  /** Principal of active investments; part of what is owed to users. */
  readonly investedMicro: bigint;
  /** Kept out of the books: too large for an account, or at an address that no key of ours moves. */
  readonly quarantined: readonly { readonly reason: 'too-large' | 'unmovable'; readonly amount: string }[];
  readonly reserves: readonly ReserveFigures[];
  /** Shortest runway of a reserve that has something to reward; null when nothing is invested. */
  readonly runwayTenthDays: number | null;
}

/** Live figures of the pool, and its terms. */
export async function getPoolFigures({
  db,
  clock,
}: Pick<PoolDeps, 'db' | 'clock'>): Promise<{ terms: Terms; currencies: CurrencyFigures[] }> {
  const terms = await getCurrentTerms(db.read, clock.now());
  const currencies: CurrencyFigures[] = [];
  for (const currency of USER_CURRENCIES) currencies.push(await readFigures(db.read, currency, terms));
  return { terms, currencies };
}

async function readFigures(db: Queryable, currency: Currency, terms: Terms): Promise<CurrencyFigures> {
  const position = await getPosition(db, currency);
  const reserves = await readReserves(db, position, { currency, terms });
  const runways = reserves.flatMap((one) => (one.runwayTenthDays === null ? [] : [one.runwayTenthDays]));
  return {
    ...position,
    currency,
    missingMicro: await readMissing(db, currency),
    uncoveredReceivableMicro: await getUncovered(db, currency),
    investedMicro: reserves.reduce((sum, { principalMicro }) => sum + principalMicro, 0n),
    quarantined: await readQuarantined(db, currency),
    reserves,
    runwayTenthDays: runways.length === 0 ? null : Math.min(...runways),
  };
}

/** Every version that holds or has to reward something, and the one in force. */
async function readReserves(
  db: Queryable,
  position: Position,
  { currency, terms }: { currency: Currency; terms: Terms },
): Promise<ReserveFigures[]> {
  const principal = await listPrincipal(db, currency);
  const versions = new Set([
    terms.version,
    ...position.reserves.filter(({ amountMicro }) => amountMicro > 0n).map((one) => one.termsVersion),
    ...principal.filter(({ investments }) => investments > 0).map((one) => one.termsVersion),
  ]);
  const rates = await db
    .selectFrom('terms')
    .select(['version', 'targetRatePpm'])
    .where('version', 'in', [...versions])
    .execute();
  return Promise.all(
    [...versions]
      .sort((a, b) => a - b)
      .map(async (termsVersion) => {
        const targetRatePpm = rates.find(({ version }) => version === termsVersion)?.targetRatePpm ?? 0;
        const reserveMicro =
          position.reserves.find((one) => one.termsVersion === termsVersion)?.amountMicro ?? 0n;
        const principalMicro =
          principal.find((one) => one.termsVersion === termsVersion)?.principalMicro ?? 0n;
        const dailyMicro = targetReward(principalMicro, targetRatePpm);
        return {
          termsVersion,
          targetRatePpm,
          reserveMicro,
          principalMicro,
          runwayTenthDays: runwayTenthDays(reserveMicro, dailyMicro) ?? null,
          lastRun: await findLastRun(db, { currency, termsVersion, targetRatePpm }),
        };
      }),
  );
}

async function findLastRun(
  db: Queryable,
  of: { currency: Currency; termsVersion: number; targetRatePpm: number },
): Promise<ReserveFigures['lastRun']> {
  const run = await db
    .selectFrom('rewardRun')
    .select(['runAt', 'sharePpb'])
    .where('currency', '=', of.currency)
    .where('termsVersion', '=', of.termsVersion)
    .where('state', '=', 'closed')
    .orderBy('runAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (run === undefined) return null;
  return { runAt: run.runAt, effectiveRatePpb: effectiveRatePpb(of.targetRatePpm, run.sharePpb) };
}

const QUARANTINED_MAX = 20;

async function readQuarantined(db: Queryable, currency: Currency): Promise<CurrencyFigures['quarantined']> {
  const rows = await db
    .selectFrom('quarantinedTransfer')
    .select(['reason', 'units'])
    .where('currency', '=', currency)
    .orderBy('createdAt', 'desc')
    .limit(QUARANTINED_MAX)
    .execute();
  return rows.map(({ reason, units }) => ({ reason, amount: formatChainAmount(currency, BigInt(units)) }));
}
