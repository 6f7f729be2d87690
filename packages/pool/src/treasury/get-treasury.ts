import {
  fromChainUnits,
  LEDGER_CURRENCIES,
  type LedgerCurrency,
  NETWORK_OF,
  type Network,
} from '@glasspool/core';
import { getPosition } from '@glasspool/ledger';
import type { PoolDeps } from '../deps.ts';

const TREASURY = 0;

/** One currency in the treasury. Amounts in micro-units. */
export interface TreasuryBalance {
  readonly currency: LedgerCurrency;
  /** Balance of the hot wallet on chain; null while the node does not answer. */
  readonly onChainMicro: bigint | null;
  /** The operator's own funds by the ledger, after network fees and open withdrawals. */
  readonly ownFundsAvailableMicro: bigint;
}

export interface Treasury {
  readonly addresses: readonly { readonly network: Network; readonly address: string }[];
  readonly balances: readonly TreasuryBalance[];
}

/** The treasury's addresses and what they hold now. A node that does not answer leaves its amounts unknown, never zero. */
export async function getTreasury(deps: Pick<PoolDeps, 'db' | 'chains'>): Promise<Treasury> {
  const balances = await Promise.all(LEDGER_CURRENCIES.map((currency) => readBalance(deps, currency)));
  const networks: readonly Network[] = ['BSC', 'TRON'];
  return {
    addresses: networks.map((network) => ({
      network,
      address: deps.chains[network].deriveAddress(TREASURY),
    })),
    balances,
  };
}

async function readBalance(
  deps: Pick<PoolDeps, 'db' | 'chains'>,
  currency: LedgerCurrency,
): Promise<TreasuryBalance> {
  const chain = deps.chains[currency === 'BNB' ? 'BSC' : NETWORK_OF[currency]];
  const { ownFundsAvailableMicro } = await getPosition(deps.db.read, currency);
  const onChainMicro = await chain
    .getBalanceUnits(chain.deriveAddress(TREASURY), currency)
    .then((units) => fromChainUnits(currency, units).amountMicro)
    .catch(() => null);
  return { currency, onChainMicro, ownFundsAvailableMicro };
}
