import { HOUR_MS, MINUTE_MS, NETWORKS, SECOND_MS } from '@glasspool/core';
import { playApiCall } from './api-calls.ts';
import { goBack, takeBackup } from './copies.ts';
import { countFacts } from './count-facts.ts';
import type { Counters } from './counters.ts';
import { SQLITE } from './database.ts';
import { disturb, replaceFinalBlocks, restartOne } from './disturb.ts';
import { checkEnd, checkOlderCopy } from './end-oracles.ts';
import type { StoryOptions } from './facts.ts';
import { listCancellations } from './members.ts';
import { openWorld } from './open-world.ts';
import { checkStep, isPaymentUnsigned } from './oracles.ts';
import { act, perform, sendDeposit } from './people.ts';
import { newRandom } from './random.ts';
import { comeToRest, waitAsOlderCopy } from './rest.ts';
import { Scheduler } from './scheduler.ts';
import { ViolationError } from './violation.ts';
import { startWorker } from './workers.ts';
import { World } from './world.ts';

/** Outcome of a story. */
export interface StoryResult {
  readonly options: StoryOptions;
  /** Sentences of the story, the same for the same options. */
  readonly story: readonly string[];
  readonly counters: Counters;
  readonly points: number;
  readonly violation: ViolationError | undefined;
}

const TASKS_MAX = 4;
const PARK_CHANCE = 0.15;
/** Number of days from the copy until the folder goes back to it, and again in the older copy. */
const DAYS_BACK = 1;
/** Number of days that a story goes on after the blocks with its payments were replaced. */
const DAYS_AFTER = 1;
/** Maximum of tries to reach a moment at which a payment waits to be signed, spread over one day. */
const TRIES_MAX = 20;

/** Plays one story. Its options alone decide everything. */
export async function simulate(options: StoryOptions, databases = SQLITE): Promise<StoryResult> {
  if (databases.waits && options.isInterleaved)
    throw new Error('Stories of this database are not interleaved.');
  const scheduler = new Scheduler(newRandom(options.seed, 1), { waits: !options.isInterleaved });
  const database = await databases.open(scheduler);
  await using world = new World(options, { scheduler, database, databases });
  const violation = await findViolation(world);
  const { story, counters } = world;
  return { options, story, counters, points: scheduler.pointsPassed, violation };
}

async function findViolation(world: World): Promise<ViolationError | undefined> {
  const { scheduler, options } = world;
  try {
    await openWorld(world);
    scheduler.parkChance = options.isInterleaved ? PARK_CHANCE : 0;
    await (options.goesBack ? playBack(world) : playOn(world));
    return undefined;
  } catch (error) {
    await stopAll(world);
    if (error instanceof ViolationError) return error;
    return new ViolationError(
      'no unexpected error',
      error instanceof Error ? String(error.stack) : String(error),
    );
  }
}

async function playOn(world: World): Promise<void> {
  await play(world, world.options.days);
  await comeToRest(world);
  if (world.options.dropsPayments) await playInOtherBlocks(world);
  await checkEnd(world);
  await countFacts(world);
}

/** Replaces blocks after the faults of a story have ended, because most payments are made then, and plays on. */
async function playInOtherBlocks(world: World): Promise<void> {
  for (const network of NETWORKS) await replaceFinalBlocks(world, network);
  world.scheduler.parkChance = world.options.isInterleaved ? PARK_CHANCE : 0;
  await play(world, DAYS_AFTER);
  await comeToRest(world);
}

/** Plays some days, goes back to an older copy of a moment at which a payment waited to be signed, and plays on in that copy. */
async function playBack(world: World): Promise<void> {
  await play(world, world.options.days - DAYS_BACK);
  for (let tries = 0; tries < TRIES_MAX && !(await isPaymentUnsigned(world)); tries += 1)
    await play(world, DAYS_BACK / TRIES_MAX);
  await takeBackup(world);
  await play(world, DAYS_BACK);
  await goBack(world);
  for (const server of world.servers) await world.restart(server);
  // A process answers no call before its start is done.
  await world.scheduler.drain();
  for (const action of listCancellations(world)) await perform(world, world.pick(world.servers), action);
  await checkStep(world);
  await play(world, DAYS_BACK);
  await waitAsOlderCopy(world);
  await checkOlderCopy(world);
}

async function play(world: World, days: number): Promise<void> {
  const { clock, scheduler, options } = world;
  const endsAt = clock.now() + days * 24 * HOUR_MS;
  const meanStepMs = (24 * HOUR_MS) / options.stepsPerDay;
  while (clock.now() < endsAt) {
    await step(world);
    await checkStep(world);
    // Time passes between some steps, mostly little, sometimes hours.
    if (world.random.integer(3) > 0) continue;
    // Little time passes while a transaction may be open: the verifier refuses entries that are more than 15 minutes older than the cut-off
    // before (docs/proof-of-solvency.md, check 15).
    if (scheduler.runningCount > 0 && world.random.integer(2) === 0) {
      world.advance(world.random.integer(MINUTE_MS));
      continue;
    }
    await scheduler.drain();
    const isLong = world.random.integer(8) === 0;
    world.advance(world.random.integer(isLong ? 8 * meanStepMs : meanStepMs) + SECOND_MS);
  }
}

async function step(world: World): Promise<void> {
  const { random, scheduler, alive } = world;
  if (scheduler.parkedCount > 0 && (scheduler.runningCount >= TASKS_MAX || random.integer(100) < 70))
    return scheduler.resumeOne();
  const roll = random.integer(100);
  if (roll < 14) return mine(world);
  if (roll < 20) return sendDeposit(world);
  if (roll < 27) return disturb(world);
  if (alive.length === 0) return restartOne(world);
  const server = world.pick(alive);
  await playApiCall(world, server);
  if (roll < 46) return act(world, server);
  startWorker(world, server);
  await scheduler.settle();
}

function mine(world: World): void {
  world.mine(world.pick(NETWORKS), 1 + world.random.integer(6));
}

async function stopAll(world: World): Promise<void> {
  for (const { life } of world.servers) await world.scheduler.kill(life);
  // A task that waits for a transaction ends with the transaction.
  await world.scheduler.drain().catch(() => undefined);
}
