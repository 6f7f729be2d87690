// Runs one experiment in a process and a sandbox of its own, and tells its parent what happens. Local networks only: the server starts it
// (dev/run-experiment.ts). By hand: node apps/server/src/lab/main.ts <experiment>
import { EXPERIMENT_IDS, type ExperimentNews } from '@glasspool/api/contracts';
import { checkRules } from './closing-checks.ts';
import { RUNS } from './experiments.ts';
import { Sandbox } from './sandbox.ts';
import { createTeller } from './teller.ts';

function send(news: ExperimentNews): void {
  if (process.send === undefined) process.stdout.write(`${JSON.stringify(news)}\n`);
  else if (process.connected) process.send(news, undefined, undefined, () => undefined);
}

async function run(name: string | undefined): Promise<void> {
  const id = EXPERIMENT_IDS.find((one) => one === name);
  const experiment = id && RUNS[id];
  if (experiment === undefined)
    throw new Error(`There is no experiment "${name}". There are: ${EXPERIMENT_IDS.join(', ')}.`);
  const tell = createTeller(send);
  await using sandbox = await Sandbox.open(experiment.options);
  tell.event('sandbox-ready');
  await experiment.run(sandbox, tell);
  await checkRules(sandbox, tell);
  send({ kind: 'end' });
}

// A server that ends, or a reader who leaves, ends the experiment; so does Ctrl-C. What was made is removed at the exit.
process.once('disconnect', () => process.exit(0));
if (process.send !== undefined && !process.connected) process.exit(0);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
try {
  await run(process.argv[2]);
} catch (error) {
  send({ kind: 'failed', reason: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  process.exitCode = 1;
}
if (process.connected) process.disconnect();
