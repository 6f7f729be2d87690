import type { Currency, UserId } from '@glasspool/core';
import { fromChainUnits } from '@glasspool/core';
import type { BookFigures } from '@glasspool/core/solvency';
import { type Queryable, sumMicro } from '@glasspool/db';
import { getBalances } from '@glasspool/ledger';
import { sql } from 'kysely';
import { networkFees, operatorWithdrawing, reserve, surplus, transit } from '../accounts.ts';
import { readDustUnits } from '../books/index.ts';

/** What the pool owes one user, in micro-units. */
export interface Liability {
  readonly userId: UserId;
  readonly email: string;
  readonly usdt: bigint;
  readonly trx: bigint;
}

const USER_ID_START = 'user/'.length + 1;
const USER_ID_LENGTH = 'usr_'.length + 26;

/**
 * What every user is owed: wallet, invested, withdrawable, referral, and withdrawing until that is final. Who is owed nothing is
 * left out. What a user owes the pool lessens nothing here: it is no asset that anybody else can be paid with.
 */
export async function readLiabilities(db: Queryable): Promise<Liability[]> {
  const ofCurrency = (currency: Currency) =>
    sumMicro(sql`case when account.currency = ${sql.lit(currency)} then account.balance_micro else 0 end`);
  const { rows } = await sql<Liability>`
    select u.id as user_id, u.email, ${ofCurrency('USDT')} as usdt, ${ofCurrency('TRX')} as trx
    from account join "user" u on u.id = substr(account.path, ${sql.lit(USER_ID_START)}, ${sql.lit(USER_ID_LENGTH)})
    where account.path like 'user/%' and account.balance_micro > 0
    group by u.id, u.email order by u.id`.execute(db);
  return rows.map(({ userId, email, usdt, trx }) => ({
    userId,
    email,
    usdt: BigInt(usdt),
    trx: BigInt(trx),
  }));
}

/** The books of one currency as a manifest has them. */
export async function readBookFigures(
  db: Queryable,
  currency: Currency,
  owedMicro: bigint,
): Promise<BookFigures> {
  const accounts = [
    reserve(currency),
    surplus(currency),
    operatorWithdrawing(currency),
    networkFees(currency),
    transit(currency),
  ];
  const [reserveMicro = 0n, surplusMicro = 0n, leavingMicro = 0n, feesMicro = 0n, transitMicro = 0n] =
    await getBalances(db, accounts);
  return {
    owed: owedMicro,
    reserve: reserveMicro,
    surplus: surplusMicro + leavingMicro + feesMicro,
    transit: -transitMicro,
    dust: fromChainUnits(currency, await readDustUnits(db, currency)).amountMicro,
  };
}
