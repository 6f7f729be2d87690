import type { Random } from '@glasspool/core';
import type { Sums } from './leaf.ts';

/** Chances that a balance of one currency becomes three, four or five leaves, in percent. */
const PARTS_PERCENT = [70, 20, 10] as const;
const PARTS_MIN = 3;
const PARTS_MAX = PARTS_MIN + PARTS_PERCENT.length - 1;
const CURRENCIES = 2;
/** Leaves of one user at most. */
export const LEAVES_PER_USER_MAX = CURRENCIES * PARTS_MAX;
const WORD_BYTES = 8;
const WORD_BITS = 64n;
/** `Random.integer` takes bounds below it. */
const INTEGER_BOUND_MAX = 2n ** 48n - 1n;

/**
 * Splits what a user is owed into leaves at random, so that no leaf is a balance: three to five for each currency, and none has two
 * currencies. A balance of fewer micro-units than that becomes leaves of one micro-unit each.
 */
export function splitBalance(balance: Sums, random: Random): Sums[] {
  return [
    ...cut(balance.usdt, random).map((usdt) => ({ usdt, trx: 0n })),
    ...cut(balance.trx, random).map((trx) => ({ usdt: 0n, trx })),
  ];
}

/** Puts numbers into a random order (Fisher–Yates), in place. */
export function shuffle(items: Uint32Array, random: Random): void {
  for (let index = items.length - 1; index > 0; index -= 1) {
    const other = random.integer(index + 1);
    const item = items[index] ?? 0;
    items[index] = items[other] ?? 0;
    items[other] = item;
  }
}

function chooseParts(random: Random): number {
  let roll = random.integer(100);
  for (const [index, percent] of PARTS_PERCENT.entries()) {
    roll -= percent;
    if (roll < 0) return PARTS_MIN + index;
  }
  return PARTS_MAX;
}

/** Parts above zero that add up to the whole: the distances between random cuts, and one micro-unit more for each. */
function cut(whole: bigint, random: Random): bigint[] {
  const wanted = chooseParts(random);
  const parts = whole < BigInt(wanted) ? Number(whole) : wanted;
  const rest = whole - BigInt(parts);
  const edges: bigint[] = [];
  while (edges.length < parts - 1) edges.push(below(rest + 1n, random));
  edges.sort((a, b) => (a < b ? -1 : 1)).push(rest);
  let before = 0n;
  return edges.slice(0, parts).map((edge) => {
    const part = edge - before + 1n;
    before = edge;
    return part;
  });
}

/** A random number below a bound. The bias of 64 bits is far below what could be seen in a list of leaves. */
function below(bound: bigint, random: Random): bigint {
  if (bound <= INTEGER_BOUND_MAX) return BigInt(random.integer(Number(bound)));
  const bytes = random.bytes(WORD_BYTES);
  const word = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0);
  return (word * bound) >> WORD_BITS;
}
