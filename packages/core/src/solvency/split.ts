import type { Random } from '../random.ts';
import type { Sums } from './leaf.ts';

/** Smallest and largest number of leaves that a balance of one currency becomes. */
const [PARTS_MIN, PARTS_MAX] = [3, 5];
const CURRENCIES = 2;
/** Leaves of one user at most. */
export const LEAVES_PER_USER_MAX = CURRENCIES * PARTS_MAX;
const WORD_BYTES = 8;
const WORD_BITS = 64n;

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

/** Parts above zero that add up to the whole: the distances between random cuts, and one micro-unit more for each. */
function cut(whole: bigint, random: Random): bigint[] {
  const wanted = PARTS_MIN + random.integer(PARTS_MAX - PARTS_MIN + 1);
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
  if (bound === 1n) return 0n;
  const bytes = random.bytes(WORD_BYTES);
  const word = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0);
  return (word * bound) >> WORD_BITS;
}
