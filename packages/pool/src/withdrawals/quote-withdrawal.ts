import { HOT_WALLET_INDEX } from '@glasspool/chains';
import {
  type Currency,
  fromChainUnits,
  type LedgerCurrency,
  NETWORK_OF,
  parsePayeeAddress,
  toChainUnits,
  type UserId,
} from '@glasspool/core';
import { hasTwoFactor } from '@glasspool/identity/two-factor';
import type { PoolDeps } from '../deps.ts';
import { readLimits, readToday } from './limits.ts';
import { isNewPayee } from './new-payee.ts';

/** Steps and costs of a withdrawal at this moment. */
export interface WithdrawalQuote {
  /** True when the account has not paid to the address before. */
  readonly isNewPayee: boolean;
  /** True when the request must come with a two-factor code. */
  readonly needsCode: boolean;
  /** True when an admin must approve it, because the sum of today passes the limit, or the pool would open too many accounts for this user. */
  readonly needsReview: boolean;
  /** Network fee, which the operator pays; null while the node does not say, or the hot wallet must be filled up first. */
  readonly networkFee: { readonly currency: LedgerCurrency; readonly micro: bigint } | null;
  /** True when the transfer opens the receiver's account, for which TRON charges. False while the node does not say. */
  readonly opensAccount: boolean;
}

type Deps = Pick<PoolDeps, 'chains' | 'db' | 'clock' | 'settings'>;
type Request = {
  readonly userId: UserId;
  readonly currency: Currency;
  readonly address: string;
  readonly amountMicro: bigint;
};

/**
 * Looks ahead at a withdrawal: the steps that it needs, and the network's fee by the chain's own parameters. Changes nothing.
 *
 * @throws PoolError ADDRESS_WRONG_NETWORK, ADDRESS_CHECKSUM, ADDRESS_INVALID, ADDRESS_FORBIDDEN
 */
export async function quoteWithdrawal(deps: Deps, request: Request): Promise<WithdrawalQuote> {
  const { userId, currency, amountMicro } = request;
  const address = parsePayeeAddress(request.address, currency);
  const now = deps.clock.now();
  const isNew = await isNewPayee(deps.db.read, { userId, currency, address });
  const { userTodayMicro } = await readToday(deps.db.read, { userId, currency, now });
  const { reviewMicro } = await readLimits(deps.db.read, deps, { userId, currency, address, now });
  return {
    isNewPayee: isNew,
    needsCode: isNew && (await hasTwoFactor(deps.db.read, userId)),
    needsReview: userTodayMicro + amountMicro > reviewMicro,
    ...(await quoteNetwork(deps, { currency, address, amountMicro })),
  };
}

async function quoteNetwork(
  { chains }: Pick<PoolDeps, 'chains'>,
  { currency, address, amountMicro }: Omit<Request, 'userId'>,
): Promise<Pick<WithdrawalQuote, 'networkFee' | 'opensAccount'>> {
  const units = toChainUnits(currency, amountMicro);
  const quote = await chains[NETWORK_OF[currency]]
    .quoteSend({ fromIndex: HOT_WALLET_INDEX, currency, to: address, units })
    // The operator pays the fee, so a node that is away keeps no one from withdrawing.
    .catch(() => undefined);
  if (quote === undefined) return { networkFee: null, opensAccount: false };
  const { feeCurrency, feeMaxUnits, opensAccount, senderUnits } = quote;
  const { amountMicro: feeMicro, dustUnits } = fromChainUnits(feeCurrency, feeMaxUnits);
  const networkFee = { currency: feeCurrency, micro: feeMicro + (dustUnits > 0n ? 1n : 0n) };
  return { opensAccount, networkFee: senderUnits < units ? null : networkFee };
}
