/** Room above the quoted fee in a top-up: the price of gas moves while it travels. */
const TOP_UP_PERCENT = 150n;

export interface SweepFacts {
  /** Balance of the address, in the chain's smallest units. */
  readonly balanceUnits: bigint;
  /** Balance of the address in the coin that pays the fee. */
  readonly coinUnits: bigint;
  readonly feeMaxUnits: bigint;
  /** True when the fee is paid in what is swept, as on TRON. */
  readonly paysFeeInKind: boolean;
  /** Less than this is left where it is. */
  readonly minimumUnits: bigint;
}

/**
 * Coins left over from a fee that an address sends back: all but the cost of that transfer. Undefined
 * when it would cost as much as it brings.
 */
export function planGasReturn({
  coinUnits,
  feeMaxUnits,
}: Pick<SweepFacts, 'coinUnits' | 'feeMaxUnits'>): bigint | undefined {
  return coinUnits > 2n * feeMaxUnits ? coinUnits - feeMaxUnits : undefined;
}

export type SweepStep =
  | { readonly kind: 'move'; readonly units: bigint }
  | { readonly kind: 'top-up'; readonly units: bigint }
  | { readonly kind: 'skip'; readonly reason: SkipReason };

/** Reason why an address is left as it is. */
export type SkipReason = 'empty' | 'below-minimum' | 'fee-too-high' | 'failed';

/**
 * Decides what to do with one address now: move its whole balance, send it coins for the fee first, or leave it.
 * The highest fee that the network may take stays behind if it is paid in the same currency.
 */
export function planSweepStep(facts: SweepFacts): SweepStep {
  const { balanceUnits, coinUnits, feeMaxUnits, paysFeeInKind, minimumUnits } = facts;
  if (balanceUnits <= 0n) return { kind: 'skip', reason: 'empty' };
  if (balanceUnits < minimumUnits) return { kind: 'skip', reason: 'below-minimum' };
  if (paysFeeInKind) {
    // The amount that arrives must exceed the cost of moving it.
    if (balanceUnits <= 2n * feeMaxUnits) return { kind: 'skip', reason: 'fee-too-high' };
    return { kind: 'move', units: balanceUnits - feeMaxUnits };
  }
  if (coinUnits >= feeMaxUnits) return { kind: 'move', units: balanceUnits };
  return { kind: 'top-up', units: (feeMaxUnits * TOP_UP_PERCENT) / 100n - coinUnits };
}
