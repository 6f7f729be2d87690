import type { Random } from '../random.ts';
import type { Sums } from './leaf.ts';

/** How likely a balance becomes one, two, three or four leaves, in percent. On average one and a half. */
const PARTS_PERCENT = [65, 22, 10, 3] as const;
/** Leaves of one user at most. */
export const LEAVES_PER_USER_MAX = PARTS_PERCENT.length;
const WORD_BYTES = 8;
const WORD_BITS = 64n;

/**
 * Splits what a user is owed into leaves at random, so that the public list of leaves is no list of balances. Each leaf is more
 * than nothing in some currency. A user who is owed nothing has no leaf.
 */
export function splitBalance(balance: Sums, random: Random): Sums[] {
  const count = partsOf(random);
  if (count === 1)
    return balance.usdt > 0n || balance.trx > 0n ? [{ usdt: balance.usdt, trx: balance.trx }] : [];
  const usdt = cut(balance.usdt, count, random);
  const trx = cut(balance.trx, count, random);
  return usdt
    .map((amount, index) => ({ usdt: amount, trx: trx[index] ?? 0n }))
    .filter((leaf) => leaf.usdt > 0n || leaf.trx > 0n);
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

function partsOf(random: Random): number {
  let roll = random.integer(100);
  for (const [index, percent] of PARTS_PERCENT.entries()) {
    roll -= percent;
    if (roll < 0) return index + 1;
  }
  return PARTS_PERCENT.length;
}

/** Parts that add up to the whole: the distances between random cuts. */
function cut(whole: bigint, parts: number, random: Random): bigint[] {
  const edges: bigint[] = [];
  while (edges.length < parts - 1) edges.push(below(whole + 1n, random));
  edges.sort((a, b) => (a < b ? -1 : 1)).push(whole);
  let before = 0n;
  return edges.map((edge) => {
    const part = edge - before;
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
