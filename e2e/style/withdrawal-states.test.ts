// Goal: the drawing of a withdrawal's states is the table that the program and the database go by.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isUnderWay, WITHDRAWAL_STATES, WITHDRAWAL_TRANSITIONS } from '@glasspool/core';
import { expect, it } from 'vitest';

const FILE = join(resolve(import.meta.dirname, '../..'), 'docs/withdrawals.md');

function draw(): string {
  const [first] = WITHDRAWAL_STATES;
  const arrows = WITHDRAWAL_STATES.flatMap((from) =>
    WITHDRAWAL_TRANSITIONS[from].map((to) => `  ${from} --> ${to}`),
  );
  const ends = WITHDRAWAL_STATES.filter((state) => !isUnderWay(state));
  const lines = [
    'stateDiagram-v2',
    `  [*] --> ${first}`,
    ...arrows,
    ...ends.map((state) => `  ${state} --> [*]`),
  ];
  return lines.join('\n');
}

it('draws the states as they are', () => {
  const text = readFileSync(FILE, 'utf8');
  const drawing = /```mermaid\n([\s\S]*?)\n```/.exec(text)?.[1];
  expect(drawing?.split('\n').sort()).toEqual(draw().split('\n').sort());
  for (const state of WITHDRAWAL_STATES) expect(text).toContain(`- **${state}**`);
});
