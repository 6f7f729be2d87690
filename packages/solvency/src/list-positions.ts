import type { Currency } from '@glasspool/core';
import { decodeManifest, fromHex } from '@glasspool/proof';
import type { SolvencyDeps } from './deps.ts';
import { readSnapshotPage } from './snapshot-page.ts';

/** Balance sheet at a snapshot, from its manifest, in micro-units. */
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

/** Lists assets and liabilities at each snapshot, newest first. The figures are from the manifests, which no one can change later. */
export async function listPositions(
  { db }: Pick<SolvencyDeps, 'db'>,
  request: { page: number; limit: number },
): Promise<{ positions: PositionAtSnapshot[]; total: number }> {
  const { snapshots, total } = await readSnapshotPage(db.read, request);
  const positions = snapshots.map(({ number, cutOffAt, manifest }) => {
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
