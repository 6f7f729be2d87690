// Goal: the scheduler knows when no task is changing anything, also when a task does two things at once.
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { newRandom } from './random.ts';
import { Life, Scheduler } from './scheduler.ts';

it('is quiet once the second branch of a task waits too, though the first is parked', async () => {
  const scheduler = new Scheduler(newRandom(1, 1));
  scheduler.parkChance = 1;
  let isWritten = false;
  const write = async (): Promise<void> => {
    await setImmediate();
    await setImmediate();
    isWritten = true;
  };
  scheduler.start(new Life(1), 'both at once', async () => {
    await Promise.all([scheduler.point(), write()]);
  });
  await scheduler.settle();
  expect([scheduler.isAtWork, isWritten]).toEqual([false, false]);
  await scheduler.quiet();
  expect(isWritten).toBe(true);
  await scheduler.drain();
  expect(scheduler.runningCount).toBe(0);
});
