// Goal: a withdrawal goes one way, and ends. Method: every pair of states.
import { expect, it } from 'vitest';
import { canTransition, isUnderWay, UNPAID_STATES, WITHDRAWAL_STATES } from './states.ts';

it('goes from state to state as the documents have it, and in no other way', () => {
  const allowed = WITHDRAWAL_STATES.flatMap((from) =>
    WITHDRAWAL_STATES.filter((to) => canTransition(from, to)).map((to) => `${from} > ${to}`),
  );
  expect(allowed).toEqual([
    'requested > reviewing',
    'requested > approved',
    'reviewing > approved',
    'reviewing > rejected',
    'reviewing > cancelled',
    'approved > signed',
    'approved > rejected',
    'approved > cancelled',
    'signed > broadcast',
    'signed > failed',
    'broadcast > confirmed',
    'broadcast > failed',
    'confirmed > failed',
  ]);
});

it('is under way until it has ended', () => {
  expect(WITHDRAWAL_STATES.filter((state) => !isUnderWay(state))).toEqual(['confirmed', ...UNPAID_STATES]);
});
