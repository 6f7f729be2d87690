import { type Currency, fromChainUnits, type UserId } from '@glasspool/core';
import { type Queryable, sumMicro } from '@glasspool/db';
import { getPosition } from '@glasspool/ledger';
import { readDustUnits } from '@glasspool/pool/totals';
import { type BookFigures, toBookFigures } from '@glasspool/proof';
import { sql } from 'kysely';

const USERS_PER_PAGE = 5_000;

/** Amounts that the pool owes one user, in micro-units. */
export interface Liability {
  readonly userId: UserId;
  readonly email: string;
  readonly usdt: bigint;
  readonly trx: bigint;
}

/**
 * Reads the liability to every user in the order of their ids, page by page: wallet, invested, withdrawable and referral balances, and sums
 * on hold until the payment is final. Users with a liability of zero are left out. A receivable reduces nothing here: it is not an asset
 * that pays other users.
 */
export async function* readLiabilities(db: Queryable): AsyncGenerator<Liability> {
  // Not an id, but it sorts before every id.
  let after = '' as UserId;
  for (;;) {
    const users: { id: UserId; email: string }[] = await db
      .selectFrom('user')
      .select(['id', 'email'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(USERS_PER_PAGE)
      .execute();
    const last = users.at(-1);
    if (last === undefined) return;
    const sums = await readSums(db, { after, last: last.id });
    for (const { id: userId, email } of users) {
      const owed = sums.get(userId);
      if (owed !== undefined) yield { userId, email, usdt: owed.usdtMicro, trx: owed.trxMicro };
    }
    after = last.id;
  }
}

interface Sums {
  readonly userId: string;
  readonly usdtMicro: bigint;
  readonly trxMicro: bigint;
}

async function readSums(
  db: Queryable,
  { after, last }: { after: string; last: string },
): Promise<Map<string, Sums>> {
  const ofCurrency = (currency: Currency) =>
    sumMicro(sql`case when currency = ${sql.lit(currency)} then balance_micro else 0 end`);
  const { rows } = await sql<Sums>`
    select user_id, ${ofCurrency('USDT')} as usdt_micro, ${ofCurrency('TRX')} as trx_micro
    from account where user_id > ${after} and user_id <= ${last} and balance_micro > 0
    group by user_id`.execute(db);
  return new Map(rows.map((row) => [row.userId, row]));
}

/** Balance sheet of one currency for a manifest. The liabilities to users are missing: they are the sum of the leaves. */
export async function readBookFigures(db: Queryable, currency: Currency): Promise<Omit<BookFigures, 'owed'>> {
  const { owed: _owed, ...figures } = toBookFigures(await getPosition(db, currency));
  return { ...figures, dust: fromChainUnits(currency, await readDustUnits(db, currency)).amountMicro };
}
