import { ANCHOR_INDEX, type BlockId } from '@glasspool/chains';
import { NETWORKS } from '@glasspool/core';
import type { Queryable } from '@glasspool/db';
import {
  fromHex,
  type ReservesFile,
  readProvedBalances,
  type StateProof,
  sha256,
  toHex,
} from '@glasspool/proof';
import pMap from 'p-map';
import type { ReserveAddress, SolvencyDeps } from './deps.ts';

/** Maximum of addresses that are counted, hot wallet included. Coins on other addresses are left out: an error on the safe side. */
const ADDRESSES_MAX = 500;
const READS_AT_ONCE = 16;

/** Balances of addresses, with their state proof. */
export interface Reserves {
  readonly file: ReservesFile;
  readonly stateProof: StateProof | undefined;
}

/** Finds the hot wallet's addresses, and the users' addresses with deposits that no sweep has moved yet. */
export async function findReserveAddresses(db: Queryable): Promise<ReserveAddress[]> {
  const wallets = db.selectFrom('wallet').select(['network', 'address', 'derivationIndex']);
  const hot = await wallets
    .where('network', 'in', NETWORKS)
    .where('derivationIndex', '=', 0)
    .orderBy('network')
    .execute();
  const unswept = await wallets
    .where('derivationIndex', '>', 0)
    .where('derivationIndex', '<', ANCHOR_INDEX)
    .where((eb) => eb('lastDepositHeight', '>', eb.ref('sweptHeight')))
    .orderBy('derivationIndex')
    .orderBy('network')
    .limit(ADDRESSES_MAX - hot.length)
    .execute();
  return [...hot, ...unswept].sort((a, b) => (getPlace(a) < getPlace(b) ? -1 : 1));
}

/** Sort key of an address. It keeps networks apart, and reveals neither who signed up first nor which addresses belong to the same user. */
function getPlace({ network, address }: ReserveAddress): string {
  return `${network} ${toHex(sha256(new TextEncoder().encode(address)))}`;
}

/** Reads the balances of addresses. On BSC the state at the given block proves them; elsewhere they are what the node reports now. */
export async function readReserves(
  { chains }: Pick<SolvencyDeps, 'chains'>,
  addresses: readonly ReserveAddress[],
  bscBlock: BlockId,
): Promise<Reserves> {
  const onBsc = addresses.filter(({ network }) => network === 'BSC').map(({ address }) => address);
  const stateProof = await chains.BSC.proveBalances(onBsc, bscBlock.height);
  const proved =
    stateProof && readProvedBalances(stateProof, { hash: fromHex(bscBlock.hash), height: bscBlock.height });
  const reserves = await pMap(
    addresses,
    async ({ network, address }) => {
      const units =
        (network === 'BSC' ? proved?.get(address) : undefined) ??
        (await chains[network].getBalanceUnits(address, chains[network].currency));
      return { network, address, units: String(units) };
    },
    { concurrency: READS_AT_ONCE },
  );
  return { file: { reserves }, stateProof };
}
