// Goal: after faults every acknowledged write is there, nothing else happened, and nothing happened twice. A primary that is gone is
// replaced, and writes are answered again.
// Method: the short form of npm run test:cluster, on hosts of its own.
import { describe, expect, it } from 'vitest';
import { canIsolateHosts, describeMissing } from '../programs.ts';
import { FAULTS } from './faults.ts';
import { runNemesis } from './run.ts';

const SHORT = [
  'web process killed',
  'worker stopped beyond its lease',
  'signer killed',
  'disk of the pool full',
  'primary killed with its host',
];
const missing = describeMissing() ?? (canIsolateHosts() ? undefined : 'Hosts of its own need root on Linux.');

describe.runIf(missing === undefined)('a cluster under faults', () => {
  it('loses and doubles nothing, and answers writes again', async () => {
    const faults = FAULTS.filter(({ name }) => SHORT.includes(name));
    expect(faults).toHaveLength(SHORT.length);
    const { verdict, happened, acknowledged, readsRight } = await runNemesis({ faults });
    expect(verdict).toEqual({ lost: [], doubled: [], wrong: [] });
    expect(happened.map(({ fault }) => fault).sort()).toEqual([...SHORT].sort());
    expect(acknowledged).toBeGreaterThan(200);
    expect(readsRight).toBeGreaterThan(50);
  });
});

it.runIf(missing !== undefined)('skips the cluster where programs or rights are missing', (context) => {
  context.skip(missing ?? '');
});
