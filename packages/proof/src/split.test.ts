// Goal: leaves add up to what is owed, and say nothing of it but that.
import type { Random } from '@glasspool/core';
import { SeededRandom } from '@glasspool/core/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LEAVES_PER_USER_MAX, shuffle, splitBalance } from './split.ts';

describe('splitting', () => {
  it('keeps every sum, and makes no leaf of nothing', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 63n), fc.bigInt(0n, 2n ** 63n), fc.integer(), (usdt, trx, seed) => {
        const leaves = splitBalance({ usdt, trx }, new SeededRandom(seed));
        expect(leaves.reduce((sum, leaf) => sum + leaf.usdt, 0n)).toBe(usdt);
        expect(leaves.reduce((sum, leaf) => sum + leaf.trx, 0n)).toBe(trx);
        for (const [total, parts] of [
          [usdt, leaves.filter((leaf) => leaf.trx === 0n).map((leaf) => leaf.usdt)],
          [trx, leaves.filter((leaf) => leaf.usdt === 0n).map((leaf) => leaf.trx)],
        ] as const) {
          expect(parts.every((part) => part > 0n)).toBe(true);
          expect(parts.length).toBeGreaterThanOrEqual(total < 3n ? Number(total) : 3);
          expect(parts.length).toBeLessThanOrEqual(5);
        }
      }),
    );
  });

  it('shows no balance of at least two micro-units in one leaf', () => {
    for (let seed = 0; seed < 1_000; seed += 1) {
      const balance = { usdt: 2n + BigInt(seed % 7), trx: 10n ** BigInt(seed % 18) + 1n };
      for (const leaf of splitBalance(balance, new SeededRandom(seed))) {
        expect(leaf.usdt).toBeLessThan(balance.usdt);
        expect(leaf.trx).toBeLessThan(balance.trx);
      }
    }
  });

  it.each([10n ** 9n, 10n ** 17n])(
    'cuts %d micro-units anywhere, so that no part tells the whole',
    (usdt) => {
      const random = new SeededRandom(11);
      const users = 5_000;
      const shares = [0, 0, 0];
      const extremes = { least: 1, most: 0 };
      for (let user = 0; user < users; user += 1) {
        const leaves = splitBalance({ usdt, trx: 0n }, random);
        for (const at of shares.keys()) {
          const share = Number(leaves[at]?.usdt ?? 0n) / Number(usdt);
          shares[at] = (shares[at] ?? 0) + share / users;
          extremes.least = Math.min(extremes.least, share);
          extremes.most = Math.max(extremes.most, share);
        }
      }
      // 70 % of a third, 20 % of a fourth and 10 % of a fifth.
      for (const share of shares) expect(share).toBeCloseTo(0.303, 1);
      expect(extremes.least).toBeLessThan(0.01);
      expect(extremes.most).toBeGreaterThan(0.9);
    },
  );

  it('asks for whole numbers only below the bound that Random keeps, and makes larger ones of bytes', () => {
    const asked: number[] = [];
    const seeded = new SeededRandom(2);
    const random: Random = {
      fraction: () => seeded.fraction(),
      bytes: (length) => seeded.bytes(length),
      integer: (below) => {
        asked.push(below);
        return seeded.integer(below);
      },
    };
    const ask = (usdt: bigint): number[] => {
      asked.length = 0;
      const parts = splitBalance({ usdt, trx: 0n }, random).length;
      // A roll for the parts of each currency.
      expect(asked.filter((below) => below === 100)).toHaveLength(2);
      expect([3, 4, 5]).toContain(parts);
      return [...new Set(asked.filter((below) => below !== 100))];
    };
    for (let user = 0; user < 50; user += 1) {
      expect(ask(10n ** 15n)).toEqual([]);
      const [bound = 0, ...others] = ask(10n ** 14n);
      expect([bound + 2, bound + 3, bound + 4]).toContain(10 ** 14);
      expect(others).toEqual([]);
    }
  });

  it('makes three, four and five leaves of 70, 20 and 10 balances in a hundred', () => {
    const counts: Record<number, number> = {};
    for (let roll = 0; roll < 100; roll += 1) {
      const seeded = new SeededRandom(roll);
      const random: Random = {
        fraction: () => seeded.fraction(),
        bytes: (length) => seeded.bytes(length),
        integer: (below) => (below === 100 ? roll : seeded.integer(below)),
      };
      const { length } = splitBalance({ usdt: 10n ** 9n, trx: 0n }, random);
      counts[length] = (counts[length] ?? 0) + 1;
    }
    expect(counts).toEqual({ 3: 70, 4: 20, 5: 10 });
    expect(LEAVES_PER_USER_MAX).toBe(10);
  });

  it('shuffles without losing anything', () => {
    const items = Array.from({ length: 100 }, (_, index) => index);
    const shuffled = Uint32Array.from(items);
    shuffle(shuffled, new SeededRandom(3));
    expect([...shuffled]).not.toEqual(items);
    expect([...shuffled.toSorted()]).toEqual(items);
  });

  it('shuffles into every order equally often', () => {
    const random = new SeededRandom(7);
    const orders: Record<string, number> = {};
    for (let time = 0; time < 6_000; time += 1) {
      const items = Uint32Array.of(1, 2, 3);
      shuffle(items, random);
      orders[items.join('')] = (orders[items.join('')] ?? 0) + 1;
    }
    expect(Object.keys(orders).toSorted()).toEqual(['123', '132', '213', '231', '312', '321']);
    for (const times of Object.values(orders)) expect(Math.abs(times - 1_000)).toBeLessThan(150);
  });
});
