// Goal: a fee is never below the floor, never above the cap, and a replacement is one that nodes accept.
import { SeededRandom } from '@glasspool/core/testing';
import { describe, expect, it } from 'vitest';
import { planFees, raiseFees } from './fees.ts';

const LIMITS = { minWei: 50n, maxWei: 1_000n };
const dynamic = (maxFeePerGas: bigint, maxPriorityFeePerGas: bigint) => ({
  gasPrice: maxFeePerGas,
  maxFeePerGas,
  maxPriorityFeePerGas,
});
const legacy = (gasPrice: bigint | null) => ({ gasPrice, maxFeePerGas: null, maxPriorityFeePerGas: null });

describe('a fee', () => {
  it('is EIP-1559 where the chain has a base fee, and one price elsewhere', () => {
    expect(planFees(dynamic(300n, 100n), LIMITS)).toEqual({
      type: 2,
      maxFeePerGas: 300n,
      maxPriorityFeePerGas: 100n,
    });
    expect(planFees(legacy(300n), LIMITS)).toEqual({ type: 0, gasPrice: 300n });
  });

  it('keeps the floor when a node asks for less than its peers: eth_gasPrice below the floor', () => {
    // Pitfall: eth_gasPrice below the node's own floor (bnb-chain/bsc#2778)
    expect(planFees(dynamic(1n, 0n), LIMITS)).toEqual({
      type: 2,
      maxFeePerGas: 50n,
      maxPriorityFeePerGas: 50n,
    });
    expect(planFees(legacy(null), LIMITS)).toEqual({ type: 0, gasPrice: 50n });
  });

  it('offers a tip of one wei where a node asks for none', () => {
    const none = planFees(dynamic(300n, 0n), { minWei: 0n, maxWei: 1_000n });
    expect(none).toEqual({ type: 2, maxFeePerGas: 300n, maxPriorityFeePerGas: 1n });
    expect(planFees(dynamic(300n, 0n), { minWei: 0n, maxWei: 0n })).toMatchObject({
      maxPriorityFeePerGas: 0n,
    });
  });

  it('keeps the cap when a node asks for anything', () => {
    expect(planFees(dynamic(10n ** 18n, 10n ** 18n), LIMITS)).toMatchObject({ maxFeePerGas: 1_000n });
    expect(planFees(legacy(10n ** 18n), LIMITS)).toEqual({ type: 0, gasPrice: 1_000n });
  });
});

describe('a replacement', () => {
  it('offers at least an eighth more in both fields, rounded up', () => {
    const paid = { type: 2, maxFeePerGas: 101n, maxPriorityFeePerGas: 101n } as const;
    expect(raiseFees(paid, dynamic(60n, 50n), LIMITS)).toEqual({
      type: 2,
      maxFeePerGas: 114n,
      maxPriorityFeePerGas: 114n,
    });
    expect(raiseFees({ type: 0, gasPrice: 80n }, legacy(50n), LIMITS)).toEqual({ type: 0, gasPrice: 90n });
  });

  it('reaches a tip a hundred times as high before the fee has doubled', () => {
    // Pitfall: a node that takes no tip as low as it offers
    const offered = dynamic(2_000_000_000n, 1_000_000n);
    const limits = { minWei: 0n, maxWei: 20_000_000_000n };
    let fees = planFees(offered, limits);
    for (let times = 0; times < 4; times += 1) fees = raiseFees(fees, offered, limits) ?? fees;
    if (fees.type === 0) throw new Error('The type of a transaction changed.');
    expect(fees.maxPriorityFeePerGas).toBeGreaterThanOrEqual(100_000_000n);
    expect(fees.maxFeePerGas).toBeLessThan(4_000_000_000n);
  });

  it('follows the node when that asks for more', () => {
    const paid = { type: 2, maxFeePerGas: 100n, maxPriorityFeePerGas: 50n } as const;
    expect(raiseFees(paid, dynamic(400n, 200n), LIMITS)).toEqual({
      type: 2,
      maxFeePerGas: 400n,
      maxPriorityFeePerGas: 200n,
    });
  });

  it('ends at the cap, however often a fee is raised', () => {
    const random = new SeededRandom(11);
    for (let round = 0; round < 200; round += 1) {
      let fees = planFees(dynamic(BigInt(random.integer(900)), BigInt(random.integer(900))), LIMITS);
      for (let raised = 0; raised < 100; raised += 1) {
        const next = raiseFees(fees, dynamic(60n, 50n), LIMITS);
        if (next === undefined) break;
        if (next.type === 0 || fees.type === 0) throw new Error('The type of a transaction changed.');
        expect(next.maxFeePerGas * 8n >= fees.maxFeePerGas * 9n).toBe(true);
        expect(next.maxPriorityFeePerGas * 8n >= fees.maxPriorityFeePerGas * 9n).toBe(true);
        expect(next.maxFeePerGas).toBeLessThanOrEqual(LIMITS.maxWei);
        expect(next.maxPriorityFeePerGas).toBeLessThanOrEqual(next.maxFeePerGas);
        fees = next;
        expect(raised).toBeLessThan(99);
      }
    }
  });
});
