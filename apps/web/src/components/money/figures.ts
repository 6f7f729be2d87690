import type { PoolFigures } from '../../api/trpc.ts';

type CurrencyFigures = PoolFigures['currencies'][number];

/** Total assets in a currency: on chain and in flight, less what the chain was found not to have. */
export function sumHeld({ custody, inFlight, missing }: CurrencyFigures): bigint {
  return custody + inFlight - missing;
}

/** Own funds that may be spent: none of what users owe and do not have, or of what the chain was found not to have. */
export function spendableOwnFunds(figures: CurrencyFigures): bigint {
  return figures.ownFundsAvailable - figures.uncoveredReceivable - figures.missing;
}

/** Assets, and the claims on them: equal at every moment (docs/books.md). */
export function sumAssets({ custody, inFlight, userReceivable }: CurrencyFigures): bigint {
  return custody + inFlight + userReceivable;
}

/** Liabilities and own funds. */
export function sumClaims({ owedToUsers, rewardReserve, rewardsPayable, ownFunds }: CurrencyFigures): bigint {
  return owedToUsers + rewardReserve + rewardsPayable + ownFunds;
}
