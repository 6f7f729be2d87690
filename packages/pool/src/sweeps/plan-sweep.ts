import { HOT_WALLET_INDEX } from '@glasspool/chains';
import {
  type Currency,
  fromChainUnits,
  type LedgerCurrency,
  NETWORK_OF,
  toChainUnits,
  USER_CURRENCIES,
} from '@glasspool/core';
import type { PoolDeps } from '../deps.ts';
import { type AddressToSweep, readAddressesToSweep } from './addresses.ts';

/** Plan and cost of a sweep of one currency. Amounts in micro-units. */
export interface SweepPlan {
  readonly currency: Currency;
  readonly addresses: number;
  readonly amountMicro: bigint;
  readonly feeCurrency: LedgerCurrency;
  /** The most that the networks may take, coins for gas included; read from the chain now. */
  readonly feeMaxMicro: bigint;
}

/** Plans a sweep that would begin now, per currency. Changes nothing. */
export async function planSweep(deps: Pick<PoolDeps, 'db' | 'chains' | 'settings'>): Promise<SweepPlan[]> {
  const addresses = await readAddressesToSweep(deps);
  const plans: SweepPlan[] = [];
  for (const currency of USER_CURRENCIES) {
    const own = addresses.filter((one) => one.currency === currency);
    const fee = await quoteFee(deps, currency, own);
    plans.push({
      currency,
      addresses: own.length,
      amountMicro: own.reduce((sum, { amountMicro }) => sum + amountMicro, 0n),
      ...fee,
    });
  }
  return plans;
}

/** The fee of one address, times their number: all send the same kind of transfer to the same place. */
async function quoteFee(
  deps: Pick<PoolDeps, 'chains'>,
  currency: Currency,
  addresses: readonly AddressToSweep[],
): Promise<{ feeCurrency: LedgerCurrency; feeMaxMicro: bigint }> {
  const chain = deps.chains[NETWORK_OF[currency]];
  const feeCurrency = currency === 'USDT' ? 'BNB' : 'TRX';
  const [first] = addresses;
  if (first === undefined) return { feeCurrency, feeMaxMicro: 0n };
  const hotWallet = chain.deriveAddress(HOT_WALLET_INDEX);
  const move = await chain.quoteSend({
    fromIndex: first.derivationIndex,
    currency,
    to: hotWallet,
    units: toChainUnits(currency, first.amountMicro),
  });
  let feeUnits = move.feeMaxUnits;
  if (feeCurrency !== currency) {
    const topUp = await chain.quoteSend({
      fromIndex: HOT_WALLET_INDEX,
      currency: feeCurrency,
      to: first.address,
      units: 0n,
    });
    feeUnits += topUp.feeMaxUnits;
  }
  const { amountMicro, dustUnits } = fromChainUnits(feeCurrency, feeUnits * BigInt(addresses.length));
  return { feeCurrency, feeMaxMicro: amountMicro + (dustUnits > 0n ? 1n : 0n) };
}
