// Goal: a pause of the event loop is seen by everyone who reads the metrics in the next minute, and forgotten after two.
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { EventLoopDelay } from './event-loop-delay.ts';

const PAUSE_MS = 200;

it('keeps a pause as the longest delay, however often it is read, until two minutes have turned', async () => {
  const delay = new EventLoopDelay();
  // The histogram measures between two of its timers.
  await setTimeout(50);
  const until = performance.now() + PAUSE_MS;
  while (performance.now() < until);
  await setTimeout(50);
  const seen = delay.read();
  expect(seen[100]).toBeGreaterThan(PAUSE_MS / 2);
  expect(seen[50]).toBeLessThan(seen[100]);
  expect(delay.read()[100]).toBe(seen[100]);
  delay.turnMinute();
  expect(delay.read()[100]).toBe(seen[100]);
  delay.turnMinute();
  expect(delay.read()[100]).toBeLessThan(seen[100]);
});
