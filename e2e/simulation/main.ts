// Plays stories. `npm run simulate -- --seed 7` plays one and prints its sentences. `--seeds 200` plays 200 and prints the table of events.
// `--stop` ends at the first violation. `--story JSON` plays one with the given options. `--planted` tries every planted defect, or only
// the one that `--defect` names. A story that breaks a rule is shrunk first, unless `--as-is` is given.
import { parseArgs } from 'node:util';
import { Counters } from './counters.ts';
import type { StoryOptions } from './facts.ts';
import { tryPlanted } from './planted.ts';
import { toStory } from './seeds.ts';
import { shrink, toCommand } from './shrink.ts';
import { simulate } from './simulate.ts';

const STORIES = 20;
const PLANTED_STORIES_MAX = 500;
/** Number of stories between two progress lines. */
const SIGN_EVERY = 500;

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string' },
    from: { type: 'string', default: '1' },
    story: { type: 'string' },
    stop: { type: 'boolean', default: false },
    'as-is': { type: 'boolean', default: false },
    planted: { type: 'boolean', default: false },
    defect: { type: 'string' },
  },
});
const say = (text: string): boolean => process.stdout.write(`${text}\n`);

if (values.planted)
  process.exit(
    (await tryPlanted({ stories: count(PLANTED_STORIES_MAX), defect: values.defect, say })) > 0 ? 1 : 0,
  );

const counters = new Counters();
const startedAt = performance.now();
let played = 0;
let failures = 0;
for (const options of listStories()) {
  played += 1;
  const result = await simulate(options);
  counters.addAll(result.counters);
  if (played % SIGN_EVERY === 0) process.stderr.write(`${played} stories, ${failures} violations so far\n`);
  if (isOne()) say(result.story.join('\n'));
  if (result.violation === undefined) continue;
  failures += 1;
  say(`seed ${options.seed}: ${result.violation.message}\n  ${toCommand(options)}`);
  if (!values['as-is']) await sayShrunk(result);
  if (values.stop) break;
}
const tookS = (performance.now() - startedAt) / 1_000;
for (const [event, times] of counters.list()) say(`${String(times).padStart(8)}  ${event}`);
say(`${played} stories in ${tookS.toFixed(1)} s, ${failures} violations`);
process.exitCode = failures > 0 ? 1 : 0;

function count(otherwise: number): number {
  return values.seeds === undefined ? otherwise : Number(values.seeds);
}

function isOne(): boolean {
  return values.seed !== undefined || values.story !== undefined;
}

function listStories(): StoryOptions[] {
  // The JSON comes from `toCommand`, or is written by hand in the same shape.
  if (values.story !== undefined) return [JSON.parse(values.story) as StoryOptions];
  if (values.seed !== undefined) return [toStory(Number(values.seed))];
  return Array.from({ length: count(STORIES) }, (_, index) => toStory(Number(values.from) + index));
}

async function sayShrunk(result: Parameters<typeof shrink>[0]): Promise<void> {
  const { options, story, violation } = await shrink(result);
  say(
    `  simpler: ${toCommand(options)}\n  ${violation?.message}\n${story.map((one) => `    ${one}`).join('\n')}`,
  );
}
