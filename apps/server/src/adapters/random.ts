import { randomBytes, randomInt } from 'node:crypto';
import type { Random } from '@glasspool/core';

/** The operating system's randomness. The only place that reads it for the product. */
export const systemRandom: Random = {
  bytes: (length) => randomBytes(length),
  integer: (below) => randomInt(below),
  fraction: () => randomInt(2 ** 32) / 2 ** 32,
};
