import { ANCHOR_INDEX, type Chain, type ChainReader } from '@glasspool/chains';
import { fromChainUnits, NETWORKS, toChainUnits } from '@glasspool/core';
import { AMOUNT_MAX_MICRO } from '@glasspool/core/books';
import pMap from 'p-map';
import type { PoolDeps } from '../deps.ts';

/** Number of balances that are read at the same time. */
const READS_AT_ONCE = 16;

/** An address with deposits above what was last swept. */
export interface AddressToSweep {
  readonly network: Chain['network'];
  readonly currency: Chain['currency'];
  readonly derivationIndex: number;
  readonly address: string;
  /** Balance read from the chain. */
  readonly amountMicro: bigint;
  readonly dustUnits: bigint;
}

/** Every deposit address that holds at least the minimum, with what the chain says that it holds. */
export async function readAddressesToSweep(
  deps: Pick<PoolDeps, 'db' | 'chains' | 'settings'>,
): Promise<AddressToSweep[]> {
  const found: AddressToSweep[] = [];
  for (const network of NETWORKS) {
    const chain = deps.chains[network];
    const { currency } = chain;
    const wallets = await deps.db.read
      .selectFrom('wallet')
      .select(['derivationIndex', 'address'])
      .where('network', '=', network)
      .where('derivationIndex', '>', 0)
      // Nothing but anchors is ever sent from it.
      .where('derivationIndex', '<', ANCHOR_INDEX)
      .whereRef('lastDepositHeight', '>', 'sweptHeight')
      .orderBy('derivationIndex')
      .execute();
    const holdings = await pMap(
      wallets,
      async (wallet) => {
        const units = await readMovableUnits(chain, wallet.address);
        return { ...wallet, network, currency, ...fromChainUnits(currency, units) };
      },
      { concurrency: READS_AT_ONCE },
    );
    const minimumMicro = deps.settings.sweepMinimumMicro[currency];
    found.push(...holdings.filter(({ amountMicro }) => amountMicro >= minimumMicro && amountMicro > 0n));
  }
  return found;
}

/** Part of the balance of an address that one sweep moves, in the chain's units: what is more than the books can hold was quarantined, and stays. */
export async function readMovableUnits(
  chain: Pick<ChainReader, 'currency' | 'getBalanceUnits'>,
  address: string,
): Promise<bigint> {
  const units = await chain.getBalanceUnits(address, chain.currency);
  const most = toChainUnits(chain.currency, AMOUNT_MAX_MICRO);
  return units < most ? units : most;
}
