import {
  type Currency,
  PoolError,
  type SweepId,
  type SweepItemState,
  USER_CURRENCIES,
} from '@glasspool/core';
import { sumMicro } from '@glasspool/db';
import { sql } from 'kysely';
import type { PoolDeps } from '../deps.ts';

export interface SweepAddress {
  readonly address: string;
  readonly currency: Currency;
  readonly amountMicro: bigint;
  readonly state: SweepItemState;
  readonly waitingFor: 'gas' | null;
  readonly reason: string | null;
  readonly txHash: string | null;
}

export interface SweepProgress {
  readonly currency: Currency;
  readonly addresses: number;
  /** Swept or skipped. */
  readonly decided: number;
  readonly sweptMicro: bigint;
}

/** One sweep: how far it is, per currency. */
export interface SweepView {
  readonly id: SweepId;
  readonly state: 'running' | 'done';
  readonly createdAt: number;
  readonly finishedAt: number | null;
  readonly requestedBy: string;
  readonly progress: readonly SweepProgress[];
}

/** The newest sweep, running or done, or undefined before the first. */
export async function findNewestSweep({ db }: Pick<PoolDeps, 'db'>): Promise<SweepView | undefined> {
  const row = await db.read
    .selectFrom('sweep')
    .select('id')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && getSweep({ db }, row.id);
}

/**
 * One sweep with how far it is.
 *
 * @throws PoolError NOT_FOUND
 */
export async function getSweep({ db }: Pick<PoolDeps, 'db'>, id: SweepId): Promise<SweepView> {
  const sweep = await db.read
    .selectFrom('sweep')
    .innerJoin('user', 'user.id', 'sweep.requestedBy')
    .select(['sweep.id', 'sweep.state', 'sweep.createdAt', 'sweep.finishedAt', 'user.email as requestedBy'])
    .where('sweep.id', '=', id)
    .executeTakeFirst();
  if (sweep === undefined) throw new PoolError('NOT_FOUND');
  const rows = await db.read
    .selectFrom('sweepItem')
    .where('sweepId', '=', id)
    .groupBy('currency')
    .select((eb) => [
      'currency',
      eb.fn.countAll<number>().as('addresses'),
      sql<number>`sum(case when state in ('swept', 'skipped') then 1 else 0 end)`.as('decided'),
      sumMicro(sql`case when state = 'swept' then amount_micro else 0 end`).as('sweptMicro'),
    ])
    .execute();
  const progress = USER_CURRENCIES.flatMap((currency) => rows.filter((row) => row.currency === currency));
  return { ...sweep, progress: progress.map((row) => ({ ...row, decided: Number(row.decided) })) };
}

/** A page of the addresses of a sweep, in the order of their derivation. */
export async function listSweepAddresses(
  { db }: Pick<PoolDeps, 'db'>,
  request: { id: SweepId; page: number; limit: number },
): Promise<{ addresses: SweepAddress[]; total: number }> {
  const { id, page, limit } = request;
  const query = db.read.selectFrom('sweepItem').where('sweepId', '=', id);
  const addresses = await query
    .select(['address', 'currency', 'amountMicro', 'state', 'waitingFor', 'reason', 'txHash'])
    .orderBy('network')
    .orderBy('derivationIndex')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  const { total } = await query
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { addresses, total };
}

/** Number of addresses in a sweep, and the amount that it set out to move, per currency. */
export async function sumSweep(
  { db }: Pick<PoolDeps, 'db'>,
  id: SweepId,
): Promise<{ addresses: number; amounts: Record<Currency, bigint> }> {
  const rows = await db.read
    .selectFrom('sweepItem')
    .where('sweepId', '=', id)
    .groupBy('currency')
    .select((eb) => [
      'currency',
      eb.fn.countAll<number>().as('addresses'),
      sumMicro(sql`amount_micro`).as('amountMicro'),
    ])
    .execute();
  const getAmount = (currency: Currency): bigint =>
    rows.find((row) => row.currency === currency)?.amountMicro ?? 0n;
  return {
    addresses: rows.reduce((sum, row) => sum + row.addresses, 0),
    amounts: { USDT: getAmount('USDT'), TRX: getAmount('TRX') },
  };
}
