import { SeededRandom } from '@glasspool/core/testing';

/** Random numbers of one part of a story. More draws in one part do not change the numbers of the others. */
export function newRandom(seed: number, part: number): SeededRandom {
  return new SeededRandom(Math.imul(seed, 0x9e3779b1) ^ Math.imul(part, 0x85ebca6b));
}
