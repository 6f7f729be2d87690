import {
  type Currency,
  fromChainUnits,
  type LedgerCurrency,
  NETWORK_OF,
  PoolError,
  parsePayeeAddress,
  toChainUnits,
} from '@glasspool/core';
import type { PoolDeps } from '../deps.ts';

const TREASURY = 0;

/** What the network takes for a withdrawal, by the chain's own parameters of this moment. The operator pays it. */
export interface WithdrawalQuote {
  readonly feeCurrency: LedgerCurrency;
  /** The most that it may be, in micro-units; null while the treasury has to be filled up first. */
  readonly networkFeeMicro: bigint | null;
  /** Whether the transfer opens the receiver's account, as TRON charges for. */
  readonly opensAccount: boolean;
}

/**
 * Asks the chain what a withdrawal would cost the network fee's payer. Changes nothing.
 *
 * @throws PoolError ADDRESS_WRONG_NETWORK, ADDRESS_CHECKSUM, ADDRESS_INVALID, ADDRESS_FORBIDDEN; UNAVAILABLE when the node does not answer
 */
export async function quoteWithdrawal(
  { chains }: Pick<PoolDeps, 'chains'>,
  request: { currency: Currency; address: string; amountMicro: bigint },
): Promise<WithdrawalQuote> {
  const { currency, amountMicro } = request;
  const to = parsePayeeAddress(request.address, currency);
  const units = toChainUnits(currency, amountMicro);
  const chain = chains[NETWORK_OF[currency]];
  const quote = await chain
    .quoteSend({ fromIndex: TREASURY, currency, to, units })
    .catch((error: unknown) => {
      throw new PoolError('UNAVAILABLE', {}, { cause: error });
    });
  const { feeCurrency, feeMaxUnits, opensAccount, senderUnits } = quote;
  const fee = fromChainUnits(feeCurrency, feeMaxUnits);
  const networkFeeMicro = fee.amountMicro + (fee.dustUnits > 0n ? 1n : 0n);
  return { feeCurrency, opensAccount, networkFeeMicro: senderUnits < units ? null : networkFeeMicro };
}
