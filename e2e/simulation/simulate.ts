import { HOUR_MS, MINUTE_MS, NETWORKS, type Network, SECOND_MS } from '@glasspool/core';
import { listWithdrawalsToReview, resumePayouts, reviewWithdrawal, startSweep } from '@glasspool/pool';
import type { Counters } from './counters.ts';
import { openStoryDatabase } from './database.ts';
import type { StoryOptions } from './facts.ts';
import { checkEnd, checkStep } from './oracles.ts';
import { act, sendDeposit } from './people.ts';
import { Scheduler } from './scheduler.ts';
import { ViolationError } from './violation.ts';
import { runEveryWorker, startWorker } from './workers.ts';
import { newRandom, World } from './world.ts';

/** Outcome of a story. */
export interface StoryResult {
  readonly options: StoryOptions;
  /** The story in sentences: the same for the same options. */
  readonly story: readonly string[];
  readonly counters: Counters;
  readonly points: number;
  readonly violation: ViolationError | undefined;
}

const STEPS_PER_DAY = 45;
const TASKS_MAX = 4;
const PARK_CHANCE = 0.15;
/** Rounds after which everything that can end has ended. */
const ROUNDS_MIN = 9;
const ROUNDS_MAX = 90;
const origin = { ipAddress: '10.0.0.1', requestId: 'end' };

/** Some statements are compiled once per process; a story plays before the first one, so that all are played alike. */
let warmUp: Promise<unknown> | undefined;

/** Plays one story, from its seed alone. */
export async function simulate(options: StoryOptions): Promise<StoryResult> {
  warmUp ??= playAlone({ seed: 0, days: 40, users: 6, processes: 2, canCrash: true });
  await warmUp;
  return playAlone(options);
}

async function playAlone(options: StoryOptions): Promise<StoryResult> {
  const scheduler = new Scheduler(newRandom(options.seed, 1));
  const database = await openStoryDatabase(scheduler);
  await using world = new World(options, {
    scheduler,
    db: database.db,
    random: newRandom(options.seed, 2),
    dispose: () => database.close(),
  });
  let violation: ViolationError | undefined;
  try {
    await world.open();
    scheduler.parkChance = PARK_CHANCE;
    await play(world);
    await comeToRest(world);
    await checkEnd(world);
  } catch (error) {
    violation =
      error instanceof ViolationError
        ? error
        : new ViolationError(
            'no unexpected error',
            error instanceof Error ? String(error.stack) : String(error),
          );
    await stopAll(world);
  }
  const { story, counters } = world;
  return { options, story, counters, points: scheduler.pointsPassed, violation };
}

async function play(world: World): Promise<void> {
  const { options, clock, scheduler } = world;
  const endsAt = clock.now() + options.days * 24 * HOUR_MS;
  const meanStepMs = (24 * HOUR_MS) / STEPS_PER_DAY;
  while (clock.now() < endsAt) {
    await step(world);
    await checkStep(world);
    // Time passes between steps, mostly little, sometimes hours.
    if (world.random.integer(3) > 0) continue;
    // A transaction is open for seconds: only then does the published journal take it (docs/proof-of-solvency.md, check 15).
    if (scheduler.runningCount > 0 && world.random.integer(2) === 0) {
      clock.advance(world.random.integer(MINUTE_MS));
      continue;
    }
    await scheduler.drain();
    const isLong = world.random.integer(8) === 0;
    clock.advance(world.random.integer(isLong ? 8 * meanStepMs : meanStepMs) + SECOND_MS);
  }
}

async function step(world: World): Promise<void> {
  const { random, scheduler, alive } = world;
  if (scheduler.parkedCount > 0 && (scheduler.runningCount >= TASKS_MAX || random.integer(100) < 70))
    return scheduler.resumeOne();
  const roll = random.integer(100);
  if (roll < 14) return mine(world);
  if (roll < 20) return sendDeposit(world);
  if (roll < 26) return disturb(world);
  if (alive.length === 0) return restartOne(world);
  const server = world.pick(alive);
  if (roll < 45) return act(world, server);
  startWorker(world, server);
  await scheduler.settle();
}

function mine(world: World): void {
  const network = world.pick(NETWORKS);
  const blocks = 1 + world.random.integer(6);
  world.mine(network, blocks);
}

/** Something goes wrong, or ends going wrong. */
async function disturb(world: World): Promise<void> {
  const { random, options } = world;
  const network = world.pick(NETWORKS);
  switch (random.integer(options.canCrash ? 9 : 5)) {
    case 0:
      return loseAnswers(world, network);
    case 1:
      return drop(world, network);
    case 2:
      return reorganize(world, network);
    case 3:
      return lag(world, network);
    case 4:
      return failTransfers(world, network);
    case 5: {
      const lost = random.integer(3) === 0 ? await world.cutPower() : undefined;
      if (lost !== undefined) world.recordSentence(`The power fails; ${lost} lines of signed.log are lost.`);
      return;
    }
    case 6:
    case 7: {
      const server = world.pick(world.servers);
      if (server.life.isDead) return;
      await world.kill(server);
      world.recordSentence(`Process ${server.number} is killed.`);
      return;
    }
    default:
      return restartOne(world);
  }
}

async function restartOne(world: World): Promise<void> {
  const dead = world.servers.filter(({ life }) => life.isDead);
  if (dead.length === 0) return;
  const server = world.pick(dead);
  await world.restart(server);
  world.counters.count('process started');
  world.recordSentence(`Process ${server.number} is started.`);
}

function loseAnswers(world: World, network: Network): void {
  const faults = world.faults[network];
  faults.lossChance = faults.lossChance > 0 ? 0 : 0.2;
  world.counters.count('node away');
  world.recordSentence(`The node of ${network} ${faults.lossChance > 0 ? 'loses calls' : 'answers again'}.`);
}

function drop(world: World, network: Network): void {
  const chain = world.chain(network);
  chain.dropsBroadcasts = !chain.dropsBroadcasts;
  world.counters.count('broadcasts dropped');
  world.recordSentence(
    `${network} ${chain.dropsBroadcasts ? 'drops broadcasts' : 'takes broadcasts again'}.`,
  );
}

/** Only blocks that were not final: what is final is the chain's promise. */
function reorganize(world: World, network: Network): void {
  const depth = 1 + world.random.integer(3);
  const keeps = world.random.integer(2) === 0;
  world.chain(network).reorganize(depth, () => keeps || world.random.integer(2) === 0);
  world.blocks += depth;
  world.counters.count('reorganization');
  world.recordSentence(
    `${network} replaces its last ${depth} blocks${keeps ? ' by the same transactions' : ''}.`,
  );
}

function lag(world: World, network: Network): void {
  const chain = world.chain(network);
  chain.blocksBehind = chain.blocksBehind > 0 ? 0 : 1 + world.random.integer(4);
  world.counters.count('node behind');
  world.recordSentence(`The node of ${network} is ${chain.blocksBehind} blocks behind.`);
}

function failTransfers(world: World, network: Network): void {
  const chain = world.chain(network);
  chain.failsTransfers = !chain.failsTransfers;
  world.counters.count('transfers fail on chain');
  world.recordSentence(`Transfers on ${network} ${chain.failsTransfers ? 'fail' : 'succeed again'}.`);
}

/** Every fault ends; what is under way must come to its end, with an operator who does what notices ask for. */
async function comeToRest(world: World): Promise<void> {
  const { scheduler } = world;
  for (const network of NETWORKS) {
    world.faults[network].lossChance = 0;
    const chain = world.chain(network);
    Object.assign(chain, { dropsBroadcasts: false, blocksBehind: 0, failsTransfers: false });
  }
  await scheduler.drain();
  scheduler.parkChance = 0;
  for (const server of world.servers) if (server.life.isDead) await world.restart(server);
  await scheduler.drain();
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    await helpOut(world);
    const server = world.servers[round % world.servers.length];
    if (server !== undefined) await runEveryWorker(world, server);
    for (const network of NETWORKS) world.mine(network, 30);
    world.clock.advance(round % 8 === 7 ? 24 * HOUR_MS : 10 * MINUTE_MS);
    await checkStep(world);
    if (round >= ROUNDS_MIN && (await isAtRest(world))) return;
  }
  const open = await listOpen(world);
  throw new ViolationError('everything comes to its end', open.join('; '));
}

async function helpOut(world: World): Promise<void> {
  const [adminId, secondId] = world.admins;
  if (adminId === undefined || secondId === undefined) throw new Error('The pool has two admins.');
  const { calm } = world;
  await resumePayouts(calm, { adminId, origin, reason: 'The end.' }).catch(() => undefined);
  await startSweep(calm, { adminId, origin }).catch(() => undefined);
  for (const { id } of await listWithdrawalsToReview(calm))
    await reviewWithdrawal(calm, {
      adminId: secondId,
      origin,
      withdrawalId: id,
      decision: 'approve',
      reason: '',
    });
}

async function isAtRest(world: World): Promise<boolean> {
  return (await listOpen(world)).length === 0;
}

async function listOpen({ db }: World): Promise<string[]> {
  const withdrawals = await db.read
    .selectFrom('withdrawal')
    .select(['id', 'state', 'waitingFor'])
    .where('state', 'not in', ['confirmed', 'rejected', 'cancelled', 'failed'])
    .execute();
  const runs = await db.read.selectFrom('rewardRun').select('id').where('state', '<>', 'closed').execute();
  const sweeps = await db.read.selectFrom('sweep').select('id').where('state', '=', 'running').execute();
  const snapshots = await db.read
    .selectFrom('snapshot')
    .select('number')
    .where('anchoredAt', 'is', null)
    .execute();
  const items = await db.read
    .selectFrom('sweepItem')
    .select('id')
    .where((eb) => eb.or([eb('state', 'in', ['waiting', 'topping-up', 'moving']), eb('returnsGas', '=', 1)]))
    .execute();
  const deposits = await db.read
    .selectFrom('deposit')
    .select('id')
    .where('state', '=', 'confirming')
    .execute();
  return [
    ...withdrawals.map(({ id, state, waitingFor }) => `${id} is ${state}, waits for ${waitingFor}`),
    ...snapshots.map(({ number }) => `snapshot ${number} is not anchored`),
    ...[...runs, ...sweeps, ...items, ...deposits].map(({ id }) => `${id} is open`),
  ];
}

async function stopAll(world: World): Promise<void> {
  for (const { life } of world.servers) await world.scheduler.kill(life);
  // Tasks that wait for a transaction end with it.
  await world.scheduler.drain().catch(() => undefined);
}
