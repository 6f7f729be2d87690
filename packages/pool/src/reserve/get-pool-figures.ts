import {
  type Currency,
  mulDivFloor,
  RATE_SCALE_PPM,
  runwayTenthDays,
  type Terms,
  USER_CURRENCIES,
} from '@glasspool/core';
import { sumMicro } from '@glasspool/db';
import { getBalances } from '@glasspool/ledger';
import { sql } from 'kysely';
import { custody, networkFees, reserve, surplus, transit } from '../accounts.ts';
import type { PoolDeps } from '../deps.ts';
import { getCurrentTerms } from '../investments/index.ts';

/** What anyone may know of one currency. Amounts in micro-units. */
export interface CurrencyFigures {
  readonly currency: Currency;
  /** What the chain holds at the pool's addresses, as the ledger counts it. */
  readonly heldMicro: bigint;
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
}: Pick<PoolDeps, 'db'>): Promise<{ terms: Terms; currencies: CurrencyFigures[] }> {
  const terms = await getCurrentTerms(db.read);
  const currencies: CurrencyFigures[] = [];
  for (const currency of USER_CURRENCIES) currencies.push(await readFigures(db, currency, terms));
  return { terms, currencies };
}

async function readFigures(db: PoolDeps['db'], currency: Currency, terms: Terms): Promise<CurrencyFigures> {
  const [held = 0n, reserveMicro = 0n, surplusMicro = 0n, fees = 0n, inTransit = 0n] = await getBalances(
    db.read,
    [custody(currency), reserve(currency), surplus(currency), networkFees(currency), transit(currency)],
  );
  const { owedMicro, investedMicro } = await db.read
    .selectFrom('account')
    .where('currency', '=', currency)
    .where('path', 'like', 'user/%')
    .where('guarded', '=', 1)
    .select([
      sumMicro(sql`balance_micro`).as('owedMicro'),
      sumMicro(sql`case when path like 'user/%/invested' then balance_micro else 0 end`).as('investedMicro'),
    ])
    .executeTakeFirstOrThrow();
  const dailyTargetMicro = mulDivFloor(investedMicro, BigInt(terms.targetRatePpm), RATE_SCALE_PPM);
  return {
    currency,
    heldMicro: -held,
    owedMicro,
    investedMicro,
    reserveMicro,
    surplusMicro: surplusMicro + fees,
    inTransitMicro: -inTransit,
    runwayTenthDays: runwayTenthDays(reserveMicro, dailyTargetMicro) ?? null,
  };
}
