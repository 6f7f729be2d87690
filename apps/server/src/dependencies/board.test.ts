// Goal: each dependency has one state at a time, a change of it is one line of the log without a stack, and one lost answer is no trouble.
import type { DependencyFinding } from '@glasspool/pool/dependencies';
import { WELL } from '@glasspool/pool/dependencies';
import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import { DependencyBoard } from './board.ts';

const AWAY: DependencyFinding = {
  state: 'degraded',
  reason: 'unreachable',
  sentence: 'It is away. Start it.',
};
const REFUSED: DependencyFinding = {
  state: 'refused',
  reason: 'wrong-network',
  sentence: 'It is on chain 56.',
};

describe('the board', () => {
  let now: number;
  let lines: Record<string, unknown>[];
  let board: DependencyBoard;

  beforeEach(() => {
    now = 1_000;
    lines = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
    board = new DependencyBoard({ log, readNow: () => now });
    for (const name of ['database', 'mail', 'BSC node 1'] as const) board.add(name);
  });

  const getReport = (name: string) => board.list().find((report) => report.name === name);

  it('has every dependency as starting until something is found out about it', () => {
    expect(board.list().map(({ name, state }) => [name, state])).toEqual([
      ['database', 'starting'],
      ['mail', 'starting'],
      ['BSC node 1', 'starting'],
    ]);
    board.record('database', WELL);
    expect(board.getState('database')).toBe('ok');
    expect(lines).toEqual([]);
  });

  it('logs trouble once with its sentence, and the recovery with its duration', () => {
    board.record('database', WELL);
    now += 5_000;
    for (let time = 0; time < 3; time += 1) board.record('database', AWAY);
    expect(getReport('database')).toMatchObject({ ...AWAY, since: 6_000 });
    now += 70_000;
    board.record('database', WELL);
    expect(lines.map(({ level, msg, dependency }) => [level, dependency, msg])).toEqual([
      [40, 'database', 'It is away. Start it.'],
      [40, 'database', 'database: recovered after 70 s'],
    ]);
    expect(lines.some((line) => 'err' in line || 'stack' in line)).toBe(false);
  });

  it('does not believe one lost answer of a remote dependency, but two in a row', () => {
    board.record('BSC node 1', WELL);
    board.record('BSC node 1', AWAY);
    expect(board.getState('BSC node 1')).toBe('ok');
    board.record('BSC node 1', WELL);
    board.record('BSC node 1', AWAY);
    expect(board.getState('BSC node 1')).toBe('ok');
    board.record('BSC node 1', AWAY);
    expect(board.getState('BSC node 1')).toBe('degraded');
  });

  it('believes a refusal at once, as an error, and a first look that fails', () => {
    board.record('BSC node 1', WELL);
    board.record('BSC node 1', REFUSED);
    board.record('mail', AWAY);
    expect([board.getState('BSC node 1'), board.getState('mail')]).toEqual(['refused', 'degraded']);
    expect(lines.map(({ level }) => level)).toEqual([50, 40]);
  });

  it('goes from one trouble to another with the time of the change', () => {
    board.record('database', AWAY);
    now += 10_000;
    board.record('database', { ...AWAY, reason: 'full', sentence: 'Its disk is full.' });
    expect(getReport('database')).toMatchObject({ reason: 'full', since: 11_000 });
    expect(lines).toHaveLength(2);
  });

  it('ignores what it was not told to watch', () => {
    board.record('proxy', AWAY);
    expect(board.getState('proxy')).toBeUndefined();
  });
});
