import {
  type Currency,
  fromChainUnits,
  mulDivFloor,
  RATE_SCALE_PPM,
  runwayTenthDays,
  type Terms,
  USER_CURRENCIES,
} from '@glasspool/core';
import { type Queryable, sumMicro } from '@glasspool/db';
import { getBalances } from '@glasspool/ledger';
import { sql } from 'kysely';
import { custody, networkFees, operatorWithdrawing, reserve, surplus, transit } from '../accounts.ts';
import type { PoolDeps } from '../deps.ts';
import { getCurrentTerms } from '../investments/index.ts';

/** What anyone may know of one currency. Amounts in micro-units. */
export interface CurrencyFigures {
  readonly currency: Currency;
  /** What the chain holds at the pool's addresses: as the ledger counts it, less what the chain was found not to have. */
  readonly heldMicro: bigint;
  /** What the ledger counts and the chain was found not to have; zero in all ordinary times. */
  readonly missingMicro: bigint;
  /** What users are owed: wallets, principal, withdrawable, referral rewards and withdrawals under way. */
  readonly owedMicro: bigint;
  readonly investedMicro: bigint;
  readonly reserveMicro: bigint;
  readonly surplusMicro: bigint;
  readonly inTransitMicro: bigint;
  /** How long the reserve lasts at today's principal, in tenths of a day; null when nothing is invested. */
  readonly runwayTenthDays: number | null;
}

/** The pool's live figures and its terms. */
export async function getPoolFigures({
  db,
  clock,
}: Pick<PoolDeps, 'db' | 'clock'>): Promise<{ terms: Terms; currencies: CurrencyFigures[] }> {
  const terms = await getCurrentTerms(db.read, clock.now());
  const currencies: CurrencyFigures[] = [];
  for (const currency of USER_CURRENCIES) currencies.push(await readFigures(db, currency, terms));
  return { terms, currencies };
}

async function readFigures(db: PoolDeps['db'], currency: Currency, terms: Terms): Promise<CurrencyFigures> {
  const [
    custodyMicro = 0n,
    reserveMicro = 0n,
    surplusMicro = 0n,
    feesMicro = 0n,
    transitMicro = 0n,
    withdrawingMicro = 0n,
  ] = await getBalances(db.read, [
    custody(currency),
    reserve(currency),
    surplus(currency),
    networkFees(currency),
    transit(currency),
    operatorWithdrawing(currency),
  ]);
  // All accounts of a currency sum to zero. What is not the pool's, or a user's debt to it, is owed to users: the few accounts of
  // the pool tell what a million of theirs add up to, and verify-books holds the two against each other.
  const deficitMicro = await readDeficits(db.read, currency);
  const poolMicro =
    custodyMicro + transitMicro + reserveMicro + surplusMicro + feesMicro + withdrawingMicro + deficitMicro;
  const investedMicro = await readInvested(db.read, currency);
  const missingMicro = await readMissing(db.read, currency);
  const dailyTargetMicro = mulDivFloor(investedMicro, BigInt(terms.targetRatePpm), RATE_SCALE_PPM);
  return {
    currency,
    heldMicro: -custodyMicro - missingMicro,
    missingMicro,
    owedMicro: -poolMicro,
    investedMicro,
    reserveMicro,
    surplusMicro: surplusMicro + feesMicro,
    inTransitMicro: -transitMicro,
    runwayTenthDays: runwayTenthDays(reserveMicro, dailyTargetMicro) ?? null,
  };
}

/** A shortage that the last comparison with the chain found and nothing explains, rounded up. */
async function readMissing(db: Queryable, currency: Currency): Promise<bigint> {
  const row = await db
    .selectFrom('reconciliation')
    .select('unexplainedUnits')
    .where('currency', '=', currency)
    .where('differsSince', 'is not', null)
    .executeTakeFirst();
  const units = -BigInt(row?.unexplainedUnits ?? 0);
  if (units <= 0n) return 0n;
  const { amountMicro, dustUnits } = fromChainUnits(currency, units);
  return dustUnits > 0n ? amountMicro + 1n : amountMicro;
}

async function readDeficits(db: Queryable, currency: Currency): Promise<bigint> {
  const { deficitMicro } = await db
    .selectFrom('account')
    .where('guarded', '=', 0)
    .where('currency', '=', currency)
    .where('path', 'like', 'user/%')
    .select(sumMicro(sql`balance_micro`).as('deficitMicro'))
    .executeTakeFirstOrThrow();
  return deficitMicro;
}

/** The principal at work: what was invested and has not matured, by the totals of each day. */
async function readInvested(db: Queryable, currency: Currency): Promise<bigint> {
  const { investedMicro } = await db
    .selectFrom('dailyTotal')
    .where('currency', '=', currency)
    .where('kind', 'in', ['investment', 'maturity'])
    .select(
      sumMicro(sql`case kind when 'investment' then amount_micro else -amount_micro end`).as('investedMicro'),
    )
    .executeTakeFirstOrThrow();
  return investedMicro;
}
