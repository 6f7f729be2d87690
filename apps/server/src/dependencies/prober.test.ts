// Goal: probes run at their pace, one that hangs counts as silence and is not joined by another, and none outlives the program.
import { setTimeout } from 'node:timers/promises';
import { WELL } from '@glasspool/pool/dependencies';
import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import { DependencyBoard } from './board.ts';
import { type Findings, type Probe, Prober } from './prober.ts';

const WELL_DISK: Findings = new Map([['disk', WELL]]);

function startProber(run: () => Promise<Findings>): { board: DependencyBoard; prober: Prober } {
  const board = new DependencyBoard({ log: pino({ level: 'silent' }), readNow: () => 0 });
  const probe: Probe = { names: ['disk'], everyMs: 5, timeoutMs: 30, silence: 'The disk is silent.', run };
  return { board, prober: new Prober(board, [probe]) };
}

it('records what probes find, again and again', async () => {
  const run = vi.fn(async () => WELL_DISK);
  const { board, prober } = startProber(run);
  await using _prober = prober;
  expect(board.getState('disk')).toBe('starting');
  await vi.waitFor(() => expect(run.mock.calls.length).toBeGreaterThan(3), { timeout: 30_000 });
  expect(board.getState('disk')).toBe('ok');
});

it('records silence of a probe that hangs, starts no second one, and takes its answer when it comes', async () => {
  let answer = (_findings: Findings): void => undefined;
  const run = vi
    .fn(async () => WELL_DISK)
    .mockReturnValueOnce(
      new Promise((resolve) => {
        answer = resolve;
      }),
    );
  const { board, prober } = startProber(run);
  await using _prober = prober;
  await vi.waitFor(
    () => expect(board.list()[0]).toMatchObject({ reason: 'silent', sentence: 'The disk is silent.' }),
    { timeout: 30_000 },
  );
  await setTimeout(100);
  expect(run).toHaveBeenCalledOnce();
  answer(WELL_DISK);
  await vi.waitFor(() => expect(board.getState('disk')).toBe('ok'), { timeout: 30_000 });
});

it('records the reason of a probe that fails, and goes on', async () => {
  const run = vi.fn(async (): Promise<Findings> => WELL_DISK);
  run.mockRejectedValueOnce(new Error('unforeseen'));
  const { board, prober } = startProber(run);
  const record = vi.spyOn(board, 'record');
  await using _prober = prober;
  await vi.waitFor(() => expect(board.getState('disk')).toBe('ok'), { timeout: 30_000 });
  const sentence = 'A look at disk failed: unforeseen. Report this.';
  expect(record.mock.calls[0]).toEqual(['disk', { state: 'degraded', reason: 'bad-answer', sentence }]);
});

it('ends while a probe hangs', async () => {
  const { prober } = startProber(() => new Promise(() => undefined));
  await prober[Symbol.asyncDispose]();
});
