// `npm run check:real-nodes` plays what the tests play on anvil on go-ethereum, and what only a real node does besides (CONTRIBUTING.md says how to
// get one). GETH_PATH names its program; `geth` on the path where it is not set.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { ROOT } from '../src/running-server.ts';

const CHAINS = ['chain.contract', 'failover', 'state-proof', 'statements', 'bsc/voided'].map(
  (file) => `packages/chains/src/${file}.test.ts`,
);
/** Schedules of deposits, sweeps, withdrawals, kills and reorganizations, on both databases. */
const FAULT_SEEDS = '6';
/** The other story of that file takes tokens away from an account, which no real node does. */
const REPLACED = 'is made once on BSC';

const program = findGeth();
if (program === undefined) {
  print('Not run: the checks on go-ethereum. There is no geth here; CONTRIBUTING.md says how to get one.');
} else {
  print(spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout.trim());
  const runs = [
    ['--project', 'real'],
    ['--project', 'chains', ...CHAINS],
    ['--project', 'rest', 'e2e/src/faults/faults.test.ts', 'e2e/src/faults/lying-nodes.test.ts'],
    ['--project', 'rest', 'e2e/src/faults/replaced-payment.test.ts', '-t', REPLACED],
  ];
  const statuses = runs.map((run) => play(program, run));
  process.exitCode = statuses.every((status) => status === 0) ? 0 : 1;
}
print(
  'Not run: java-tron, for which there is no such check. Its recorded answers are read by the tests of the reader.',
);

function findGeth(): string | undefined {
  const { GETH_PATH: named = '', PATH: path = '' } = process.env;
  if (named !== '' && !existsSync(named)) throw new Error(`GETH_PATH: there is no program at ${named}.`);
  if (named !== '') return named;
  return path
    .split(delimiter)
    .map((folder) => join(folder, 'geth'))
    .find((file) => existsSync(file));
}

function play(geth: string, run: readonly string[]): number | null {
  const parameters = ['vitest', 'run', '--config', 'vitest.workspace.ts', ...run];
  const env = { FAULT_SEEDS, ...process.env, GETH_PATH: geth };
  return spawnSync('npx', parameters, { cwd: ROOT, stdio: 'inherit', env }).status;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
