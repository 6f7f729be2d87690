// Goal: events that come close together are one refresh, and what all screens hear at once does not make all of them ask at once.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type EventType, Gathered } from './refresh.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

it('gathers events within a tenth of a second into one refresh, and the next ones into another', () => {
  const refreshed: (readonly EventType[])[] = [];
  const gathered = new Gathered((types) => refreshed.push(types));
  for (let count = 0; count < 50; count += 1)
    for (const type of ['wallet.changed', 'transaction.changed'] as const) gathered.add(type);
  vi.advanceTimersByTime(99);
  expect(refreshed).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(refreshed).toEqual([['wallet.changed', 'transaction.changed']]);
  gathered.add('wallet.changed');
  vi.advanceTimersByTime(100);
  expect(refreshed).toHaveLength(2);
});

it.each([
  [0, 100],
  [0.5, 1_100],
  [0.999, 2_098],
])('asks for what everyone hears at once within two seconds (%d)', (random, afterMs) => {
  const refreshed: (readonly EventType[])[] = [];
  new Gathered(
    (types) => refreshed.push(types),
    () => random,
  ).add('rewards.paid');
  vi.advanceTimersByTime(afterMs - 2);
  expect(refreshed).toEqual([]);
  vi.advanceTimersByTime(2);
  expect(refreshed).toEqual([['rewards.paid']]);
});

it('asks nothing for a screen that was left', () => {
  const refresh = vi.fn();
  const gathered = new Gathered(refresh);
  gathered.add('wallet.changed');
  gathered.stop();
  vi.advanceTimersByTime(5_000);
  expect(refresh).not.toHaveBeenCalled();
});
