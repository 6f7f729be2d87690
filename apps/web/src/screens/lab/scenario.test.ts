// Goal: a forecast from the books starts with what the books have, to the last part per million and micro-unit, which the sliders cannot
// show; a slider that was moved counts instead. Method: figures as the server sends them, with odd ends.
import { expect, it } from 'vitest';
import type { PoolFigures } from '../../api/trpc.ts';
import { chooseStart, findOrigin, toScenario } from './scenario.ts';
import { readChoice, writeChoice } from './settings.ts';

/** The parts that a scenario reads. */
const FIGURES = {
  terms: {
    version: 3,
    targetRatePpm: 4_351,
    termDays: 30,
    minimums: [{ currency: 'USDT', minimum: 50_000_000n, withdrawalMinimum: 1_000_000n, withdrawalFee: 0n }],
    referralRatesPpm: [50_000, 30_000, 10_000],
    referralCapPpm: 50_000,
  },
  currencies: [
    {
      currency: 'USDT',
      owedToUsers: 1_250_000_001n,
      reserves: [{ termsVersion: 3, reserve: 9_980_123_457n, principal: 1_000_000_007n }],
    },
  ],
  // The rest of the answer is about other parts of the page.
} as unknown as PoolFigures;

it('starts from the books, exactly', () => {
  expect(chooseStart(FIGURES)).toBe('books');
  const scenario = toScenario(findOrigin('books', FIGURES, 4), { start: 'books', span: 365, changed: {} });
  expect(scenario.terms.targetRatePpm).toBe(4_351);
  expect(scenario.reserveMicro).toBe(9_980_123_457n);
  const principal = scenario.present.reduce(
    (sum, { people, principalMicro }) => sum + BigInt(people) * principalMicro,
    0n,
  );
  expect(1_000_000_007n - principal).toBeLessThan(4n);
  expect(scenario.present.reduce((sum, { people }) => sum + people, 0)).toBe(4);
  expect(scenario.idle).toEqual([{ people: 2, withdrawableMicro: 124_999_997n }]);
});

it('takes a slider that was moved instead, from its address too', () => {
  const choice = readChoice(
    new URLSearchParams('start=books&days=90&rate=25&reserve=500&depth=9'),
    'example',
  );
  expect(choice).toEqual({ start: 'books', span: 90, changed: { rate: 25, reserve: 500, depth: 3 } });
  const scenario = toScenario(findOrigin('books', FIGURES, 4), choice);
  expect(scenario).toMatchObject({ days: 90, reserveMicro: 500_000_000n, referralDepth: 3 });
  expect(scenario.terms.targetRatePpm).toBe(25_000);
  expect(readChoice(writeChoice(choice), 'example')).toEqual(choice);
});

it('leaves out of an address what is not allowed there', () => {
  const search = new URLSearchParams('start=nowhere&days=7&rate=1e9&growth=-900&funding=');
  expect(readChoice(search, 'example')).toEqual({ start: 'example', span: 365, changed: { growth: -20 } });
});
