import type { LedgerCurrency } from '../money/currency.ts';
import { type AccountClassName, LIABILITY_CLASSES } from './chart.ts';

/** Reward reserve of one version of the terms. */
export interface ReserveOfVersion {
  readonly termsVersion: number;
  readonly amountMicro: bigint;
}

/**
 * Balance sheet of one currency, in micro-units, each line with the sign that a reader expects (docs/books.md):
 * custody + inFlight + userReceivable = owedToUsers + rewardReserve + rewardsPayable + ownFunds, where
 * ownFunds = ownFundsAvailable + withdrawingByOperator and ownFundsAvailable = contributed + networkFeesPaid.
 */
export interface Position {
  readonly currency: LedgerCurrency;
  readonly custodyMicro: bigint;
  readonly inFlightMicro: bigint;
  readonly userReceivableMicro: bigint;
  readonly owedToUsersMicro: bigint;
  /** Sum over all versions of the terms. */
  readonly rewardReserveMicro: bigint;
  readonly reserves: readonly ReserveOfVersion[];
  readonly rewardsPayableMicro: bigint;
  readonly ownFundsMicro: bigint;
  /** After network fees and open operator withdrawals; below zero when fees were larger than what the operator put in. */
  readonly ownFundsAvailableMicro: bigint;
  readonly withdrawingByOperatorMicro: bigint;
  /** Contributed by the operator and fees of withdrawals, before network fees. */
  readonly contributedMicro: bigint;
  /** Below zero: already part of ownFundsAvailable. */
  readonly networkFeesPaidMicro: bigint;
}

/** Balance of an account, or of all accounts of a class together. */
export interface ClassBalance {
  readonly accountClass: AccountClassName;
  readonly termsVersion: number | null;
  /** As the ledger keeps it: above zero for liabilities and equity. */
  readonly balanceMicro: bigint;
}

/** Balance sheet out of the balances of all accounts of a currency. */
export function computePosition(currency: LedgerCurrency, balances: Iterable<ClassBalance>): Position {
  const sums = new Map<AccountClassName, bigint>();
  const reserves = new Map<number, bigint>();
  for (const { accountClass, termsVersion, balanceMicro } of balances) {
    sums.set(accountClass, (sums.get(accountClass) ?? 0n) + balanceMicro);
    if (termsVersion !== null) reserves.set(termsVersion, (reserves.get(termsVersion) ?? 0n) + balanceMicro);
  }
  const sum = (name: AccountClassName): bigint => sums.get(name) ?? 0n;
  const contributedMicro = sum('pool/ownFunds');
  const networkFeesPaidMicro = sum('pool/networkFees');
  const withdrawingByOperatorMicro = sum('pool/withdrawing');
  const ownFundsAvailableMicro = contributedMicro + networkFeesPaidMicro;
  return {
    currency,
    custodyMicro: -sum('chain/custody'),
    inFlightMicro: -sum('chain/inFlight'),
    userReceivableMicro: -sum('user/receivable'),
    owedToUsersMicro: LIABILITY_CLASSES.reduce((total, name) => total + sum(name), 0n),
    rewardReserveMicro: sum('pool/reserve'),
    reserves: [...reserves]
      .map(([termsVersion, amountMicro]) => ({ termsVersion, amountMicro }))
      .sort((a, b) => a.termsVersion - b.termsVersion),
    rewardsPayableMicro: sum('pool/rewardsPayable'),
    ownFundsMicro: ownFundsAvailableMicro + withdrawingByOperatorMicro,
    ownFundsAvailableMicro,
    withdrawingByOperatorMicro,
    contributedMicro,
    networkFeesPaidMicro,
  };
}

/** Assets less liabilities and equity: 0 when the balance sheet is right. */
export function imbalance(
  position: Pick<
    Position,
    | 'custodyMicro'
    | 'inFlightMicro'
    | 'userReceivableMicro'
    | 'owedToUsersMicro'
    | 'rewardReserveMicro'
    | 'rewardsPayableMicro'
    | 'ownFundsMicro'
  >,
): bigint {
  const assets = position.custodyMicro + position.inFlightMicro + position.userReceivableMicro;
  const claims = position.owedToUsersMicro + position.rewardReserveMicro + position.rewardsPayableMicro;
  return assets - claims - position.ownFundsMicro;
}
