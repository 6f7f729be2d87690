import { ANCHOR_INDEX, type Chain } from '@glasspool/chains';
import { fromChainUnits, NETWORKS } from '@glasspool/core';
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
        const units = await chain.getBalanceUnits(wallet.address, currency);
        return { ...wallet, network, currency, ...fromChainUnits(currency, units) };
      },
      { concurrency: READS_AT_ONCE },
    );
    const minimumMicro = deps.settings.sweepMinimumMicro[currency];
    found.push(
      ...holdings.filter(
        ({ amountMicro }) =>
          // More than the books can hold is quarantined: an admin has to look at it first.
          amountMicro >= minimumMicro && amountMicro > 0n && amountMicro <= AMOUNT_MAX_MICRO,
      ),
    );
  }
  return found;
}
