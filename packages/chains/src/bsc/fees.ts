// Fees for gas. Pure: the node's answer in, the fees of a transaction out.

/** The least and the most that is ever offered for one gas, in wei. */
export interface FeeLimits {
  readonly minWei: bigint;
  readonly maxWei: bigint;
}

/** Fees as a transaction carries them: EIP-1559 where the chain has a base fee, one price before that. */
export type GasFees =
  | { readonly type: 2; readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint }
  | { readonly type: 0; readonly gasPrice: bigint };

/** Prices as a node answers them; null where it has none. */
export interface OfferedFees {
  readonly gasPrice: bigint | null;
  readonly maxFeePerGas: bigint | null;
  readonly maxPriorityFeePerGas: bigint | null;
}

/** The fees to sign with: the node's, but never below the floor that its peers may ask, and never above the cap. */
export function planFees(offered: OfferedFees, { minWei, maxWei }: FeeLimits): GasFees {
  const within = (wei: bigint): bigint => min(max(wei, minWei), maxWei);
  const { gasPrice, maxFeePerGas, maxPriorityFeePerGas } = offered;
  if (maxFeePerGas === null) return { type: 0, gasPrice: within(gasPrice ?? minWei) };
  // Nodes refuse a tip of nothing.
  const priority = max(within(maxPriorityFeePerGas ?? gasPrice ?? minWei), min(1n, maxWei));
  return { type: 2, maxPriorityFeePerGas: priority, maxFeePerGas: max(within(maxFeePerGas), priority) };
}

/**
 * The fees of a replacement at the same nonce: at least an eighth more in every field (nodes ask for a tenth), and
 * what the node offers now if that is more. The tip grows fourfold, as far as the fee allows: a node's least tip may be a thousand times
 * what it offers, and only the tip is too low then. Undefined when the cap leaves no room.
 */
export function raiseFees(paid: GasFees, offered: OfferedFees, limits: FeeLimits): GasFees | undefined {
  const now = planFees(offered, limits);
  if (paid.type === 0) {
    const gasPrice = max(raise(paid.gasPrice), now.type === 0 ? now.gasPrice : now.maxFeePerGas);
    return gasPrice <= limits.maxWei ? { type: 0, gasPrice } : undefined;
  }
  const offer = now.type === 2 ? now : { maxFeePerGas: now.gasPrice, maxPriorityFeePerGas: now.gasPrice };
  const raisedTip = max(raise(paid.maxPriorityFeePerGas), offer.maxPriorityFeePerGas);
  const maxFeePerGas = max(max(raise(paid.maxFeePerGas), offer.maxFeePerGas), raisedTip);
  const maxPriorityFeePerGas = max(raisedTip, min(4n * paid.maxPriorityFeePerGas, maxFeePerGas));
  return maxFeePerGas <= limits.maxWei ? { type: 2, maxFeePerGas, maxPriorityFeePerGas } : undefined;
}

/** An eighth more, rounded up: 12.5 %. */
function raise(wei: bigint): bigint {
  return wei + (wei + 7n) / 8n;
}

function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
