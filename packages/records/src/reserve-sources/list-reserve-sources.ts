import type { Currency, Network } from '@glasspool/core';
import { RESERVE_FUNDING } from '@glasspool/core/books';
import { type Queryable, sumMicro } from '@glasspool/db';
import type { PoolDeps } from '@glasspool/pool/deps';
import { sql } from 'kysely';

/** Maximum of receipts, and of fundings, that are shown. The journal of the snapshots has all of them. */
const ROWS_MAX = 20;

/** Sources of the reward reserves: the operator's transfers on chain, and own funds moved into a reserve. */
export interface ReserveSources {
  readonly currency: Currency;
  readonly receivedMicro: bigint;
  readonly fundedMicro: bigint;
  readonly receipts: readonly {
    readonly network: Network;
    readonly txHash: string;
    readonly amountMicro: bigint;
    readonly creditedAt: number;
  }[];
  readonly fundings: readonly { readonly amountMicro: bigint; readonly createdAt: number }[];
}

/**
 * Returns the sources of the reward reserves of a currency; with `until`, only those up to that time. Public: every reward was paid from
 * these sources and from nothing else.
 */
export async function listReserveSources(
  { db }: Pick<PoolDeps, 'db'>,
  currency: Currency,
  { until = Number.MAX_SAFE_INTEGER }: { until?: number } = {},
): Promise<ReserveSources> {
  const receipts = await getReceipts(db.read, currency, until)
    .select(['network', 'txHash', 'amountMicro', 'creditedAt'])
    .orderBy('creditedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(ROWS_MAX)
    .execute();
  const { receivedMicro } = await getReceipts(db.read, currency, until)
    .select(sumMicro(sql`amount_micro`).as('receivedMicro'))
    .executeTakeFirstOrThrow();
  const fundings = await getFundings(db.read, currency, until)
    .select(['posting.amountMicro', 'transfer.createdAt'])
    .orderBy('transfer.id', 'desc')
    .limit(ROWS_MAX)
    .execute();
  const { fundedMicro } = await getFundings(db.read, currency, until)
    .select(sumMicro(sql`posting.amount_micro`).as('fundedMicro'))
    .executeTakeFirstOrThrow();
  return {
    currency,
    receivedMicro,
    fundedMicro,
    receipts: receipts.map((row) => ({ ...row, creditedAt: row.creditedAt ?? 0 })),
    fundings,
  };
}

function getReceipts(db: Queryable, currency: Currency, until: number) {
  return db
    .selectFrom('deposit')
    .where('currency', '=', currency)
    .where('userId', 'is', null)
    .where('state', '=', 'credited')
    .where('reversedAt', 'is', null)
    .where('amountMicro', '>', 0n)
    .where('creditedAt', '<=', until);
}

function getFundings(db: Queryable, currency: Currency, until: number) {
  return (
    db
      .selectFrom('transfer')
      .innerJoin('posting', 'posting.transferId', 'transfer.id')
      .innerJoin('account', 'account.id', 'posting.accountId')
      // A literal, so that the partial index serves it.
      .where('transfer.kind', '=', sql.lit(RESERVE_FUNDING))
      .where('account.currency', '=', currency)
      .where('posting.amountMicro', '>', 0n)
      .where('transfer.createdAt', '<=', until)
  );
}
