import type { Currency, UserId } from '@glasspool/core';
import { fromChainUnits } from '@glasspool/core';
import { type BookFigures, toBookFigures } from '@glasspool/core/solvency';
import { type Queryable, sumMicro } from '@glasspool/db';
import { getPosition } from '@glasspool/ledger';
import { sql } from 'kysely';
import { readDustUnits } from '../books/index.ts';

/** What the pool owes one user, in micro-units. */
export interface Liability {
  readonly userId: UserId;
  readonly email: string;
  readonly usdt: bigint;
  readonly trx: bigint;
}

/**
 * Liability to every user: wallet, invested, withdrawable, referral, and on hold until that is final. Users who are owed nothing are
 * left out. A receivable lessens nothing here: it is not an asset that anyone else can be paid with.
 */
export async function readLiabilities(db: Queryable): Promise<Liability[]> {
  const ofCurrency = (currency: Currency) =>
    sumMicro(sql`case when account.currency = ${sql.lit(currency)} then account.balance_micro else 0 end`);
  const { rows } = await sql<Liability>`
    select u.id as user_id, u.email, ${ofCurrency('USDT')} as usdt, ${ofCurrency('TRX')} as trx
    from account join "user" u on u.id = account.user_id
    where account.user_id is not null and account.balance_micro > 0
    group by u.id, u.email order by u.id`.execute(db);
  return rows.map(({ userId, email, usdt, trx }) => ({
    userId,
    email,
    usdt: BigInt(usdt),
    trx: BigInt(trx),
  }));
}

/** Balance sheet of one currency as a manifest states it. What users are owed is the sum of the leaves. */
export async function readBookFigures(db: Queryable, currency: Currency): Promise<Omit<BookFigures, 'owed'>> {
  const { owed: _owed, ...figures } = toBookFigures(await getPosition(db, currency));
  return { ...figures, dust: fromChainUnits(currency, await readDustUnits(db, currency)).amountMicro };
}
