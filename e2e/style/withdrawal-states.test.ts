// Goal: the drawings of states in the documentation are those of the tables in the code. Method: the arrows of each drawing.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  isUnderWay,
  OUTGOING_STATES,
  OUTGOING_TRANSITIONS,
  WITHDRAWAL_STATES,
  WITHDRAWAL_TRANSITIONS,
} from '@glasspool/core';
import { expect, it } from 'vitest';
import { ROOT } from '../src/running-server.ts';

const TEXT = readFileSync(join(ROOT, 'docs/withdrawals.md'), 'utf8');
const [ofWithdrawals, ofSigned] = TEXT.split('```mermaid')
  .slice(1)
  .map((drawing) =>
    [...drawing.matchAll(/^ {2}(\S+) --> (\S+)$/gm)].map(([, from, to]) => `${from} > ${to}`).sort(),
  );

function listArrows(table: Readonly<Record<string, readonly string[]>>): string[] {
  return Object.entries(table).flatMap(([from, next]) => next.map((to) => `${from} > ${to}`));
}

it('has the transitions of a withdrawal, and no others', () => {
  const ends = WITHDRAWAL_STATES.filter((state) => !isUnderWay(state)).map((state) => `${state} > [*]`);
  expect(ofWithdrawals).toEqual(['[*] > requested', ...listArrows(WITHDRAWAL_TRANSITIONS), ...ends].sort());
});

it('has the transitions of what is signed, and no others', () => {
  expect(ofSigned).toEqual(['[*] > open', ...listArrows(OUTGOING_TRANSITIONS)].sort());
});

it('explains each state', () => {
  for (const state of [...WITHDRAWAL_STATES, ...OUTGOING_STATES]) expect(TEXT).toContain(`- **${state}**`);
});
