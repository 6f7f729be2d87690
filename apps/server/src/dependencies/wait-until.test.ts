// Goal: the start waits for what may come, no longer than it was told, says why once, and waits for nothing that cannot heal.
import type { DependencyFinding } from '@glasspool/pool/dependencies';
import { type Logger, pino } from 'pino';
import { expect, it, vi } from 'vitest';
import { DependencyError, waitUntil } from './wait-until.ts';

const AWAY: DependencyFinding = { state: 'degraded', reason: 'unreachable', sentence: 'The node is away.' };
const WRONG: DependencyFinding = {
  state: 'refused',
  reason: 'login-refused',
  sentence: 'The password is wrong.',
};

function createLog(): { log: Logger; lines: string[] } {
  const lines: string[] = [];
  return {
    lines,
    log: pino({ level: 'warn' }, { write: (line: string) => void lines.push(JSON.parse(line).msg) }),
  };
}

it('tries again until it works, and logs each reason once', async () => {
  const { log, lines } = createLog();
  const attempt = vi
    .fn(async () => 'open')
    .mockRejectedValueOnce(new Error('1'))
    .mockRejectedValueOnce(new Error('2'));
  const opened = waitUntil(attempt, () => AWAY, { log, startWaitMs: 20_000, signal: undefined });
  expect(await opened).toBe('open');
  expect(attempt).toHaveBeenCalledTimes(3);
  expect(lines).toEqual(['Waiting: The node is away.']);
});

it('ends with the sentence when the time is over', async () => {
  const { log } = createLog();
  const waiting = waitUntil(
    () => Promise.reject(new Error('away')),
    () => AWAY,
    {
      log,
      startWaitMs: 700,
      signal: undefined,
    },
  );
  await expect(waiting).rejects.toThrow(DependencyError);
  await expect(waiting).rejects.toThrow('The node is away.');
});

it('ends at once with what cannot heal, and with an unexpected error', async () => {
  const { log, lines } = createLog();
  const options = { log, startWaitMs: 60_000, signal: undefined };
  const attempt = vi.fn(() => Promise.reject(new Error('unforeseen')));
  await expect(waitUntil(attempt, () => WRONG, options)).rejects.toThrow('The password is wrong.');
  await expect(waitUntil(attempt, () => undefined, options)).rejects.toThrow('unforeseen');
  expect(attempt).toHaveBeenCalledTimes(2);
  expect(lines).toEqual([]);
});

it('ends when the program is told to stop', async () => {
  const { log } = createLog();
  const stop = new AbortController();
  const waiting = waitUntil(
    () => Promise.reject(new Error('away')),
    () => AWAY,
    {
      log,
      startWaitMs: 60_000,
      signal: stop.signal,
    },
  );
  setTimeout(() => stop.abort(new Error('told to stop')), 100);
  await expect(waiting).rejects.toThrow('told to stop');
});
