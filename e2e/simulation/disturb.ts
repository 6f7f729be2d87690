import { CURRENCY_OF, MINUTE_MS, NETWORK_OF, NETWORKS, type Network, toChainUnits } from '@glasspool/core';
import { isPaymentNewer, restoreBackup, takeBackup } from './copies.ts';
import { moveTokensPastBooks } from './differences.ts';
import { CLOCK_WRONG_BY_HOURS, CLOCK_WRONG_HOURS_MAX } from './facts.ts';
import { sendDeposit } from './people.ts';
import { startScan } from './workers.ts';
import type { World } from './world.ts';

type Disturbance = (world: World, network: Network) => Promise<void> | void;

/** Functions that start or end a fault of a node or a chain. */
const ON_CHAIN: readonly Disturbance[] = [
  loseAnswers,
  drop,
  reorganize,
  reorganizeFinal,
  bringBack,
  bringBack,
  lag,
  failTransfers,
  stallFinality,
];
/** Functions that start or end a fault of processes and files. */
const ON_MACHINES: readonly Disturbance[] = [
  cutPower,
  killOne,
  killOne,
  restartOne,
  stopSigner,
  setClock,
  forgetNames,
  // Backups are taken seldom: only one that is old enough to lack a payment is worth restoring.
  (world) => (world.copy === undefined || world.random.integer(6) === 0 ? takeBackup(world) : undefined),
  (world) => (isPaymentNewer(world) ? restoreBackup(world) : undefined),
];

/** Starts or ends one fault. */
export async function disturb(world: World): Promise<void> {
  const { options } = world;
  const all = [
    ...(options.hasChainFaults ? ON_CHAIN : []),
    ...(options.canCrash ? ON_MACHINES : []),
    ...(options.differs ? [moveTokensPastBooks] : []),
  ];
  if (all.length > 0) await world.pick(all)(world, world.pick(NETWORKS));
}

/** Starts a dead process, and the signer if it is stopped. */
export async function restartOne(world: World): Promise<void> {
  await world.signer.start();
  const dead = world.servers.filter(({ life }) => life.isDead);
  if (dead.length === 0) return;
  const server = world.pick(dead);
  await world.restart(server);
  world.counters.count('process started');
  world.recordSentence(`Process ${server.number} is started.`);
}

async function cutPower(world: World): Promise<void> {
  if (world.random.integer(3) > 0) return;
  const lost = await world.cutPower();
  world.recordSentence(`The power fails; ${lost} lines of signed.log are lost.`);
}

async function killOne(world: World): Promise<void> {
  const server = world.pick(world.servers);
  if (server.life.isDead) return;
  await world.kill(server);
  world.recordSentence(`Process ${server.number} is killed.`);
}

/** Errors of a clock in minutes: up to the limit that the pool accepts, and far beyond it (docs/books.md). */
const WRONG_MINUTES = [-4, -2, 2, 4, -CLOCK_WRONG_HOURS_MAX * 60, CLOCK_WRONG_HOURS_MAX * 60];

/** Sets the clock of a machine wrong, or right again. */
function setClock(world: World): void {
  const server = world.pick(world.servers);
  const minutes = world.pick(WRONG_MINUTES);
  const isWrong = server.clock.skewMs === 0;
  server.clock.skewMs = isWrong ? minutes * MINUTE_MS : 0;
  if (isWrong) world.counters.count(Math.abs(minutes) < 60 ? 'clock set wrong' : CLOCK_WRONG_BY_HOURS);
  else world.counters.count('clock set right');
  world.recordSentence(
    `The clock of process ${server.number} is ${isWrong ? `wrong by ${minutes} minutes` : 'right again'}.`,
  );
}

const NAMELESS_MAX = 5;

/** Takes the names off the newest deposits, as a version from before there were names stored them. No task is open meanwhile. */
async function forgetNames(world: World, network: Network): Promise<void> {
  const { db, scheduler, counters } = world;
  await scheduler.drain();
  const newest = db.read.selectFrom('deposit').select('id').where('network', '=', network);
  const rows = await newest.orderBy('blockHeight', 'desc').orderBy('id').limit(NAMELESS_MAX).execute();
  await db.transaction(async (tx) => {
    for (const { id } of rows)
      await tx.updateTable('deposit').set({ entry: null }).where('id', '=', id).execute();
  });
  counters.count('deposit without a name', rows.length);
  world.recordSentence(`The newest deposits of ${network} lose their names, as those of an older version.`);
}

function stopSigner(world: World): void {
  if (!world.signer.isRunning) return;
  world.signer.stop();
  world.counters.count('signer killed');
  world.recordSentence('The signer is killed.');
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

const UNFINAL_DEPTH_MAX = 3;
/** Maximum of pages of blocks that the scanner of a story is behind: one up to the final block, and one above it. */
const PAGES_MAX = 2;

/** Puts a deposit into the newest block, and lets a process read that block. */
async function showDeposit(world: World, network: Network): Promise<void> {
  const { alive } = world;
  if (alive.length === 0) return;
  sendDeposit(world, CURRENCY_OF[network]);
  world.mine(network, 1);
  const server = world.pick(alive);
  for (let page = 0; page < PAGES_MAX; page += 1) {
    startScan(world, server, network);
    await world.scheduler.drain();
  }
}

/** Replaces blocks that are not final. Often goes down to the block of a deposit that was seen and is not credited. */
async function reorganize(world: World, network: Network): Promise<void> {
  if (world.random.integer(2) === 0) await showDeposit(world, network);
  const { height } = await world.chain(network).getHead();
  const seen = await world.db.read
    .selectFrom('deposit')
    .select('blockHeight')
    .where('network', '=', network)
    .where('state', '=', 'confirming')
    .where('blockHeight', '>', height - UNFINAL_DEPTH_MAX)
    .orderBy('blockHeight')
    .executeTakeFirst();
  const depth =
    seen === undefined ? 1 + world.random.integer(UNFINAL_DEPTH_MAX) : height - seen.blockHeight + 1;
  if (seen !== undefined) world.counters.count('reorganization of a deposit that was seen');
  const keeps = world.random.integer(2) === 0;
  world.chain(network).reorganize(depth, () => keeps || world.random.integer(2) === 0);
  world.blocks += depth;
  world.counters.count('reorganization');
  world.recordSentence(
    `${network} replaces its last ${depth} blocks${keeps ? ' by the same transactions' : ''}.`,
  );
}

/** Deeper than the depth at which blocks become final. */
const FINAL_DEPTH_MIN = 5;
const FINAL_DEPTH_MAX = 60;

/**
 * Replaces final blocks, which a chain promises not to do. Deposits that the pool has credited disappear, and with them others of their
 * blocks. Deposits whose coins moved on stay: a chain that has the later transfer has the deposit too. In some stories the new blocks also
 * lack payments and sweeps.
 */
async function reorganizeFinal(world: World, network: Network): Promise<void> {
  if (world.random.integer(2) === 0) await replaceFinalBlocks(world, network);
}

/** Replaces blocks past finality: see `reorganizeFinal`. */
export async function replaceFinalBlocks(world: World, network: Network): Promise<void> {
  const { random } = world;
  const chain = world.chain(network);
  const { height } = await chain.getHead();
  const credited = await world.db.read
    .selectFrom('deposit')
    .select(['txHash', 'address', 'amountMicro', 'blockHeight'])
    .where('network', '=', network)
    .where('state', '=', 'credited')
    .where('userId', 'is not', null)
    .where('blockHeight', '>', height - FINAL_DEPTH_MAX)
    .orderBy('blockHeight')
    .orderBy('txHash')
    .execute();
  const lost = new Set<string>();
  let depth = FINAL_DEPTH_MIN;
  for (const { txHash, address, amountMicro, blockHeight } of credited) {
    const isMoved = chain.getUnits(address, chain.currency) < toChainUnits(chain.currency, amountMicro);
    if (isMoved || random.integer(2) === 0) continue;
    depth = Math.max(depth, height - blockHeight + 1);
    lost.add(txHash);
  }
  world.counters.count('reorganization past finality: deposit gone', lost.size);
  if (world.options.dropsPayments) {
    depth = Math.max(depth, await findDepthOfPayment(world, network));
    for (const txHash of dropPayments(world, network, height - depth)) lost.add(txHash);
    // The new blocks charge lower fees, or the full fee again; on BSC the fee then has a part below a micro-unit.
    chain.discountUnits = random.integer(2) === 0 ? 0n : chain.feeUnits / 4n + 7n;
  }
  chain.reorganize(depth, (txHash) => !lost.has(txHash));
  world.blocks += depth;
  world.counters.count('reorganization past finality');
  world.recordSentence(`${network} replaces its last ${depth} blocks, final ones among them.`);
}

/** Number of the newest payments to choose from: the replaced blocks reach down to the chosen one. */
const NEWEST_PAYMENTS = 8;

/** Depth of one of the newest payments or sweeps; 0 when all of them are below the start block of the scanner. */
async function findDepthOfPayment(world: World, network: Network): Promise<number> {
  const chain = world.chain(network);
  const { first } = await world.db.read
    .selectFrom('scannedBlock')
    .select(({ fn }) => fn.min('height').as('first'))
    .where('network', '=', network)
    .executeTakeFirstOrThrow();
  const sent = chain.listSent().filter(({ blockHeight }) => blockHeight > (first ?? 0));
  if (sent.length === 0) return 0;
  const { height } = await chain.getHead();
  return height - world.pick(sent.slice(-NEWEST_PAYMENTS)).blockHeight + 1;
}

/** Chooses the transactions of the pool that the new blocks lack: about half of those that succeeded, and all that failed. */
function dropPayments(world: World, network: Network, above: number): string[] {
  const chain = world.chain(network);
  const sent = chain.listSent().filter(({ blockHeight }) => blockHeight > above);
  // A transaction that stays may fail in the new blocks, because it spends coins of a dropped one.
  for (const { to } of sent) world.replacedPayees.add(to);
  const dropped = sent.filter(() => world.random.integer(2) === 0);
  world.counters.count('reorganization past finality: transaction of the pool dropped', dropped.length);
  // A failed transaction has only cost its fee and taken its nonce.
  const failed = chain.listSent(false).filter(({ blockHeight }) => blockHeight > above);
  world.counters.count('reorganization past finality: failed transaction of the pool dropped', failed.length);
  return [...dropped, ...failed].map(({ txHash }) => txHash);
}

/** Mines a deposit that a chain lost. */
function bringBack(world: World, network: Network): void {
  const chain = world.chain(network);
  const lost = world.deposits.filter(
    (one) => NETWORK_OF[one.currency] === network && chain.hasLost(one.txHash),
  );
  if (lost.length === 0) return;
  const { txHash } = world.pick(lost);
  chain.restore(txHash);
  world.counters.count('deposit lost by a chain is back');
  world.recordSentence(`${network} takes up ${txHash} again.`);
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

function stallFinality(world: World, network: Network): void {
  const chain = world.chain(network);
  chain.isFinalityStalled = !chain.isFinalityStalled;
  world.counters.count('finality stalled');
  world.recordSentence(
    `${network} ${chain.isFinalityStalled ? 'calls no block final' : 'calls blocks final again'}.`,
  );
}
