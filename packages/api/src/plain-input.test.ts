// Goal: whatever is sent, looking at it costs a bounded number of steps. Method: the parts that are looked at are counted, by the function
// and by the inputs themselves.
import { describe, expect, it } from 'vitest';
import { assertPlainInput } from './plain-input.ts';

const PARTS_MAX = 2_000;

/** An input that counts how many of its parts are looked at. */
function counted(input: unknown): { input: unknown; looks: () => number } {
  let looks = 0;
  const wrap = (value: unknown): unknown =>
    typeof value !== 'object' || value === null
      ? value
      : new Proxy(value, {
          get: (target, key) => {
            looks += 1;
            return wrap(Reflect.get(target, key));
          },
        });
  return { input: wrap(input), looks: () => looks };
}

const nest = (depth: number, make: (inner: unknown) => unknown): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = make(value);
  return value;
};
const ones = (count: number): number[] => Array.from({ length: count }, () => 1);

describe('an input', () => {
  it.each([
    ['nothing', undefined],
    ['text', 'a'],
    ['fields', { a: 1, b: [1, 2, { c: null }] }],
    ['20 levels', nest(20, (inner) => [inner])],
    ['as many values as are taken', { list: ones(PARTS_MAX - 2) }],
  ])('is taken with %s', (_what, input) => {
    expect(assertPlainInput(input)).toBeLessThanOrEqual(PARTS_MAX);
  });

  it.each([
    ['21 levels', nest(21, (inner) => [inner]), 'Nest at most 20 levels deep'],
    ['30,000 arrays in each other', nest(30_000, (inner) => [inner]), 'Nest at most 20'],
    ['10,000 objects in each other', nest(10_000, (inner) => ({ a: inner })), 'Nest at most 20'],
    ['3,000 arrays around 28,000 numbers', nest(3_000, (inner) => [inner, ...ones(9)]), 'Nest at most 20'],
    ['30,000 numbers', ones(30_000), 'Send at most 2000 values'],
    [
      '10,000 fields',
      Object.fromEntries(ones(10_000).map((_, index) => [`f${index}`, 1])),
      'Send at most 2000',
    ],
    ['many small lists', ones(1_000).map(() => [1, 2]), 'Send at most 2000'],
    ['a forbidden character', { a: ['b\0'] }, 'U+0000'],
    ['half of a character', { a: ['b\ud800'] }, 'lone surrogates'],
    ['half of a character in a name', { 'b\udc00': 1 }, 'lone surrogates'],
  ])('is refused with %s after a bounded number of steps', (_what, input, message) => {
    const { input: watched, looks } = counted(input);
    let refusal: unknown;
    try {
      assertPlainInput(watched);
    } catch (error) {
      refusal = error;
    }
    expect(String(refusal instanceof Error ? refusal.cause : undefined)).toContain(message);
    // ASVS 15.2.2
    expect(looks()).toBeLessThanOrEqual(PARTS_MAX);
  });
});
