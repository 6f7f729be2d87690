import {
  HOUR_MS,
  MINUTE_MS,
  NETWORKS,
  PoolError,
  toChainUnits,
  type UserId,
  type WithdrawalId,
} from '@glasspool/core';
import { resumePayouts } from '@glasspool/pool/halts';
import { startSweep } from '@glasspool/pool/sweeps';
import { giveBackWithdrawal, listWithdrawalsToReview, reviewWithdrawal } from '@glasspool/pool/withdrawals';
import { bookDifferences, listDiffering } from './differences.ts';
import type { Server } from './facts.ts';
import { checkStep, isPaymentUnderWay } from './oracles.ts';
import { COINS_WEI } from './people.ts';
import { unlockAll } from './support.ts';
import { ViolationError } from './violation.ts';
import { runEveryWorker, runWorker } from './workers.ts';
import type { World } from './world.ts';

const ROUNDS_MIN = 4;
const ROUNDS_MAX = 200;
/** A sweep takes three rounds. Starting one in every round would keep most stories from ending. */
const ROUNDS_WITH_SWEEP = 3;
/** The second round at rest books differences that only show when nothing else is under way. */
const ROUNDS_AT_REST = 2;
const BLOCKS_PER_ROUND = 30;
/** An anchor is sent in one turn, and booked in a later one, after its block is final. */
const TURNS_PER_ANCHOR = 2;
const origin = { ipAddress: '10.0.0.1', requestId: 'end' };

/** Ends every fault, and plays on until everything under way has ended, with an operator who does what notices ask for. */
export async function comeToRest(world: World): Promise<void> {
  await endFaults(world);
  let atRest = 0;
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    await helpOut(world);
    if (round < ROUNDS_WITH_SWEEP) await sweepAll(world);
    await playRound(world, round);
    if (world.options.differs) await bookDifferences(world);
    atRest = (await listOpen(world)).length === 0 ? atRest + 1 : 0;
    if (round >= ROUNDS_MIN && atRest >= ROUNDS_AT_REST) return;
  }
  const open = await listOpen(world);
  throw new ViolationError('everything comes to its end', open.join('; '));
}

/**
 * Ends every fault of a pool that went back to an older copy, and plays on. Its operator resumes nothing: the pool must not pay by itself.
 */
export async function waitAsOlderCopy(world: World): Promise<void> {
  await endFaults(world);
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    await playRound(world, round);
    // The network fee of a signed payment is booked once the payment is final.
    if (round >= ROUNDS_MIN && !(await isPaymentUnderWay(world))) return;
  }
}

async function endFaults(world: World): Promise<void> {
  const { scheduler } = world;
  for (const network of NETWORKS) {
    world.faults[network].lossChance = 0;
    Object.assign(world.chain(network), {
      dropsBroadcasts: false,
      blocksBehind: 0,
      failsTransfers: false,
      isAgreed: true,
      isFinalityStalled: false,
    });
  }
  await scheduler.drain();
  scheduler.parkChance = 0;
  await world.signer.start();
  for (const { clock } of world.servers) clock.skewMs = 0;
  for (const server of world.servers) if (server.life.isDead) await world.restart(server);
  await scheduler.drain();
}

async function playRound(world: World, round: number): Promise<void> {
  const server = world.servers[round % world.servers.length];
  if (server !== undefined) {
    await runEveryWorker(world, server);
    await anchorAll(world, server);
  }
  world.clock.advance(round % 4 === 2 ? 24 * HOUR_MS : 10 * MINUTE_MS);
  for (const network of NETWORKS) world.mine(network, BLOCKS_PER_ROUND);
  await checkStep(world);
}

/**
 * Anchors waiting snapshots one after the other, until none is left or no more can be anchored. Otherwise most rounds would only anchor.
 */
async function anchorAll(world: World, server: Server): Promise<void> {
  for (let before = Number.POSITIVE_INFINITY; ; ) {
    const now = (await listNotAnchored(world)).length;
    if (now === 0 || now === before) return;
    before = now;
    for (let turn = 0; turn < TURNS_PER_ANCHOR; turn += 1) {
      // Nothing is signed while there are unread blocks.
      await runWorker(world, server, 'scan BSC');
      await runWorker(world, server, 'settle BSC');
      await runWorker(world, server, 'anchorSnapshots');
      world.mine('BSC', BLOCKS_PER_ROUND);
    }
  }
}

async function listNotAnchored({ db }: World): Promise<number[]> {
  const rows = await db.read
    .selectFrom('snapshot')
    .select('number')
    .where('anchoredAt', 'is', null)
    .execute();
  return rows.map(({ number }) => number);
}

/** Refusals of an approval after which another reviewer, or a rejection, is tried. */
const REFUSALS = ['OWNER_OWES', 'APPROVAL_ABOVE_CAP', 'FORBIDDEN', 'NOT_SECOND_PERSON'];

async function helpOut(world: World): Promise<void> {
  const [adminId, secondId] = world.admins;
  if (adminId === undefined || secondId === undefined) throw new Error('The pool has two admins.');
  const { calm } = world;
  await resumePayouts(calm, { adminId, origin, reason: 'The end.' }).catch(() => undefined);
  if (world.options.supports) await unlockAll(world);
  await fillHotWallet(world);
  for (const { id } of await listLost(world)) await giveBack(world, id);
  for (const { id } of await listWithdrawalsToReview(calm)) {
    const asked = world.withdrawals.find((one) => one.id === id);
    // No one may review a withdrawal of their own, or of a user whom they credited.
    const isSecond = asked?.caller.userId !== secondId;
    const reviewers = isSecond ? [secondId, adminId] : [adminId];
    await settleReview(world, { withdrawalId: id, reviewers });
  }
}

/** Withdrawals whose final payment a reorganization took back, and that the chain can no longer pay. */
function listLost({ db }: World): Promise<{ id: WithdrawalId }[]> {
  return db.read
    .selectFrom('outgoing')
    .innerJoin('withdrawal', 'withdrawal.id', 'outgoing.id')
    .select('withdrawal.id')
    .where('outgoing.state', '=', 'lost')
    .execute();
}

/** Lets the admins try to give a lost withdrawal back, one after the other: the one who asked for own funds may not. */
async function giveBack({ calm, admins, counters }: World, withdrawalId: WithdrawalId): Promise<void> {
  for (const adminId of admins) {
    try {
      await giveBackWithdrawal(calm, { adminId, origin, withdrawalId });
      return counters.count('lost withdrawal given back');
    } catch (error) {
      if (!(error instanceof PoolError) || !REFUSALS.includes(error.code)) throw error;
    }
  }
}

/** Lets the reviewers try to approve a withdrawal, one after the other, and rejects it when none of them may. */
async function settleReview(
  world: World,
  { withdrawalId, reviewers }: { withdrawalId: WithdrawalId; reviewers: readonly UserId[] },
): Promise<void> {
  for (const adminId of reviewers) {
    const review = { adminId, origin, withdrawalId };
    try {
      return await reviewWithdrawal(world.calm, { ...review, decision: 'approve', reason: '' });
    } catch (error) {
      if (!(error instanceof PoolError) || !REFUSALS.includes(error.code)) throw error;
      const isLast = adminId === reviewers.at(-1);
      if (error.code !== 'OWNER_OWES' && !isLast) continue;
      if (error.code === 'OWNER_OWES') world.counters.count('withdrawal of a user who owes is rejected');
      return reviewWithdrawal(world.calm, { ...review, decision: 'reject', reason: error.message });
    }
  }
}

/** Starts a sweep. A refusal is no fault: there may be nothing to sweep, or a sweep is running. */
async function sweepAll({ calm, admins }: World): Promise<void> {
  const [adminId] = admins;
  if (adminId === undefined) throw new Error('The pool has two admins.');
  await startSweep(calm, { adminId, origin }).catch(() => undefined);
}

const FILLING_MICRO = 10n ** 9n;

/**
 * Sends tokens, or coins for fees, where a payment or a sweep waits for them. After reversed deposits a chain may hold less than users
 * have, and own funds that were credited to a user cannot pay a fee.
 */
async function fillHotWallet(world: World): Promise<void> {
  const payments = await world.db.read
    .selectFrom('withdrawal')
    .select(['currency', 'waitingFor'])
    .where('waitingFor', 'in', ['hot-wallet-tokens', 'gas'])
    .groupBy(['currency', 'waitingFor'])
    .execute();
  const sweeps = await world.db.read
    .selectFrom('sweepItem')
    .select(['currency', 'waitingFor'])
    .where('waitingFor', '=', 'gas')
    .where('state', '=', 'waiting')
    .groupBy(['currency', 'waitingFor'])
    .execute();
  for (const { currency, waitingFor } of [...payments, ...sweeps]) {
    if (waitingFor === 'gas' && currency === 'USDT') {
      world.chain('BSC').fundGas(COINS_WEI);
      world.counters.count('coins for fees sent for a payment that waited');
      continue;
    }
    const chain = world.chainOf(currency);
    chain.deposit(chain.deriveAddress(0), toChainUnits(currency, FILLING_MICRO));
    world.counters.count('hot wallet filled for a payment that waited');
  }
}

/** Lists everything under way, in sentences. */
async function listOpen(world: World): Promise<string[]> {
  const { db } = world;
  const withdrawals = await db.read
    .selectFrom('withdrawal')
    .select(['id', 'state', 'waitingFor'])
    .where('state', 'not in', ['confirmed', 'rejected', 'cancelled', 'failed'])
    .execute();
  const runs = await db.read.selectFrom('rewardRun').select('id').where('state', '<>', 'closed').execute();
  const sweeps = await db.read.selectFrom('sweep').select('id').where('state', '=', 'running').execute();
  const snapshots = await listNotAnchored(world);
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
  const signed = await db.read
    .selectFrom('outgoing')
    .select(['id', 'state'])
    .where('state', 'in', ['open', 'watched', 'lost'])
    .execute();
  return [
    ...withdrawals.map(({ id, state, waitingFor }) => `${id} is ${state}, waits for ${waitingFor}`),
    ...snapshots.map((number) => `snapshot ${number} is not anchored`),
    ...signed.map(({ id, state }) => `${id} is ${state}`),
    ...(world.options.differs ? await listDiffering(world) : []).map(
      (currency) => `books and chain differ in ${currency}`,
    ),
    ...[...runs, ...sweeps, ...items, ...deposits].map(({ id }) => `${id} is open`),
  ];
}
