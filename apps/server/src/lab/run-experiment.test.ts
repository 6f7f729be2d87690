// Goal: one experiment runs at a time, for as long as someone reads it. Method: real processes of the lab, counted by the system.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { runExperiment } from '../dev/run-experiment.ts';

function countRuns(): number {
  return readdirSync('/proc/self/task')
    .flatMap((task) => readFileSync(`/proc/self/task/${task}/children`, 'utf8').split(' '))
    .filter((pid) => pid !== '' && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('lab/main.ts'))
    .length;
}

it('starts no process for a reader who left while the one before it ended', async () => {
  const first = new AbortController();
  const heard = runExperiment('stuck-payout', first.signal).next();
  await vi.waitFor(() => expect(countRuns()).toBe(1), { timeout: 5_000 });
  expect(await runExperiment('stuck-payout', undefined).next()).toMatchObject({
    value: { kind: 'failed', reason: expect.stringContaining('Another experiment is running') },
  });
  first.abort();
  expect((await heard).done).toBe(true);
  const second = new AbortController();
  const unheard = runExperiment('stuck-payout', second.signal).next();
  second.abort();
  expect((await unheard).done).toBe(true);
  expect(countRuns()).toBe(0);
});
