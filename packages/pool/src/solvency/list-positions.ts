import type { Currency } from '@glasspool/core';
import { decodeManifest, fromHex } from '@glasspool/core/solvency';
import type { PoolDeps } from '../deps.ts';

/** Balance sheet at a snapshot, in micro-units, as its manifest says it. */
export interface PositionAtSnapshot {
  readonly number: number;
  readonly cutOffAt: number;
  readonly currencies: readonly {
    readonly currency: Currency;
    readonly heldMicro: bigint;
    readonly owedMicro: bigint;
    readonly reserveMicro: bigint;
  }[];
}

/** Held and owed at each snapshot, newest first. The figures are those of the manifests, which nobody can change later. */
export async function listPositions(
  { db }: Pick<PoolDeps, 'db'>,
  { page, limit }: { page: number; limit: number },
): Promise<{ positions: PositionAtSnapshot[]; total: number }> {
  const rows = await db.read
    .selectFrom('snapshot')
    .select(['number', 'cutOffAt', 'manifest'])
    .orderBy('number', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
  const { total } = await db.read
    .selectFrom('snapshot')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const positions = rows.map(({ number, cutOffAt, manifest }) => {
    const { usdt, trx } = decodeManifest(fromHex(manifest));
    const currencies = (
      [
        ['USDT', usdt],
        ['TRX', trx],
      ] as const
    ).map(([currency, figures]) => ({
      currency,
      heldMicro: figures.custody + figures.inFlight,
      owedMicro: figures.owed,
      reserveMicro: figures.reserve,
    }));
    return { number, cutOffAt, currencies };
  });
  return { positions, total };
}
