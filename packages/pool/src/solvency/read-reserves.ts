import { ANCHOR_INDEX } from '@glasspool/chains';
import type { Network } from '@glasspool/core';
import type { ReservesFile } from '@glasspool/core/solvency';
import pMap from 'p-map';
import type { PoolDeps } from '../deps.ts';

/** Beyond the treasury so many addresses are counted. What lies elsewhere is left out: an error on the safe side. */
const ADDRESSES_MAX = 500;
const READS_AT_ONCE = 16;

/** An address that is counted and signed for. */
export interface ReserveAddress {
  readonly network: Network;
  readonly address: string;
  readonly derivationIndex: number;
}

/** The treasury's addresses, and those of users with deposits that no sweep has moved yet. */
export async function findReserveAddresses({ db }: Pick<PoolDeps, 'db'>): Promise<ReserveAddress[]> {
  return db.read
    .selectFrom('wallet')
    .select(['network', 'address', 'derivationIndex'])
    .where('derivationIndex', '<', ANCHOR_INDEX)
    .where((eb) =>
      eb.or([eb('derivationIndex', '=', 0), eb('lastDepositHeight', '>', eb.ref('sweptHeight'))]),
    )
    .orderBy('derivationIndex')
    .orderBy('network')
    .limit(ADDRESSES_MAX)
    .execute();
}

/** What those addresses hold, as the chains say now. */
export async function readReserves(
  { chains }: Pick<PoolDeps, 'chains'>,
  addresses: readonly ReserveAddress[],
): Promise<ReservesFile> {
  const reserves = await pMap(
    addresses,
    async ({ network, address }) => {
      const units = await chains[network].getBalanceUnits(address, chains[network].currency);
      return { network, address, units: String(units) };
    },
    { concurrency: READS_AT_ONCE },
  );
  return { reserves };
}
