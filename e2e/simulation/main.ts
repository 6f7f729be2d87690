// Plays stories: `npm run simulate -- --seed 7` one, with its sentences; `--seeds 200` as many, with the table of what happened, and
// `--stop` ends at the first violation; `--planted` tries every planted defect.
import { parseArgs } from 'node:util';
import { Counters } from './counters.ts';
import { tryPlanted } from './planted.ts';
import { toStory } from './seeds.ts';
import { simulate } from './simulate.ts';

const PLANTED_STORIES_MAX = 500;

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string', default: '20' },
    from: { type: 'string', default: '1' },
    stop: { type: 'boolean', default: false },
    planted: { type: 'boolean', default: false },
  },
});
const say = (text: string): boolean => process.stdout.write(`${text}\n`);
if (values.planted) process.exit(tryPlanted(PLANTED_STORIES_MAX, say) > 0 ? 1 : 0);

const from = Number(values.seed ?? values.from);
const to = values.seed === undefined ? from + Number(values.seeds) - 1 : from;
const counters = new Counters();
const startedAt = performance.now();
let failures = 0;
for (let seed = from; seed <= to; seed += 1) {
  const result = await simulate(toStory(seed));
  counters.addAll(result.counters);
  if (values.seed !== undefined) say(result.story.join('\n'));
  if (result.violation === undefined) continue;
  failures += 1;
  say(`seed ${seed}: ${result.violation.message}\n  npm run simulate -- --seed ${seed}`);
  if (values.stop) break;
}
const tookS = (performance.now() - startedAt) / 1_000;
say(
  counters
    .list()
    .map(([event, times]) => `${String(times).padStart(8)}  ${event}`)
    .join('\n'),
);
say(`${to - from + 1} stories in ${tookS.toFixed(1)} s, ${failures} violations`);
process.exitCode = failures > 0 ? 1 : 0;
