import { setTimeout as delay } from 'node:timers/promises';
import { HOT_WALLET_INDEX } from '@glasspool/chains';
import {
  fromChainUnits,
  LEDGER_CURRENCIES,
  type LedgerCurrency,
  NETWORK_OF,
  type Network,
} from '@glasspool/core';
import { getBackedOwnFunds } from '@glasspool/ledger';
import type { PoolDeps } from '../deps.ts';

const ANSWER_MS_MAX = 2_000;

/** One currency in the hot wallet. Amounts in micro-units. */
export interface HotWalletBalance {
  readonly currency: LedgerCurrency;
  /** Balance of the hot wallet on chain; null while the node does not answer. */
  readonly onChainMicro: bigint | null;
  /** The operator's own funds by the ledger, after network fees, open withdrawals and uncovered receivables. */
  readonly backedOwnFundsMicro: bigint;
}

export interface HotWallet {
  readonly addresses: readonly { readonly network: Network; readonly address: string }[];
  readonly balances: readonly HotWalletBalance[];
}

/** The hot wallet's addresses and what they hold now. A node that does not answer leaves its amounts unknown, never zero. */
export async function getHotWallet(deps: Pick<PoolDeps, 'db' | 'chains'>): Promise<HotWallet> {
  const balances = await Promise.all(LEDGER_CURRENCIES.map((currency) => readBalance(deps, currency)));
  const networks: readonly Network[] = ['BSC', 'TRON'];
  return {
    addresses: networks.map((network) => ({
      network,
      address: deps.chains[network].deriveAddress(HOT_WALLET_INDEX),
    })),
    balances,
  };
}

async function readBalance(
  deps: Pick<PoolDeps, 'db' | 'chains'>,
  currency: LedgerCurrency,
): Promise<HotWalletBalance> {
  const chain = deps.chains[NETWORK_OF[currency]];
  const backedOwnFundsMicro = await getBackedOwnFunds(deps.db.read, currency);
  const read = chain
    .getBalanceUnits(chain.deriveAddress(HOT_WALLET_INDEX), currency)
    .then((units) => fromChainUnits(currency, units).amountMicro)
    .catch(() => null);
  // A node that hangs does not hold up the notices, which are asked for along with it.
  const onChainMicro = await Promise.race([read, delay(ANSWER_MS_MAX, null, { ref: false })]);
  return { currency, onChainMicro, backedOwnFundsMicro };
}
