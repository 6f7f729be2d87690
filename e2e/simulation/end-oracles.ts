// Rules that hold when a story has come to rest: nothing is left open, and each user has the balances that the rules give.
import {
  DAY_MS,
  fromChainUnits,
  LEDGER_CURRENCIES,
  NETWORK_OF,
  PoolError,
  toChainUnits,
  USER_CURRENCIES,
  type UserId,
} from '@glasspool/core';
import { receivable, USER_BALANCES, userAccount } from '@glasspool/core/books';
import { getBalance } from '@glasspool/ledger';
import { reconcile, verifyBooks } from '@glasspool/pool/books';
import { listTerms } from '@glasspool/pool/investments';
import { verifyOwn } from '@glasspool/proof';
import { getUserProof } from '@glasspool/solvency';
import { listFailedBookChecks } from '@glasspool/solvency/testing';
import { sql } from 'kysely';
import { checkAudit } from './audit-oracle.ts';
import { checkCorrections } from './differences.ts';
import { checkLost, readFeeKept } from './lost-payments.ts';
import { checkStep, expectTrue, isHalted, readPaid } from './oracles.ts';
import { expectedRewards } from './reward-model.ts';
import { sumCredited } from './support.ts';
import type { World } from './world.ts';

/** Fails at the end of a story in an older copy when the chain holds less than the books say, in a currency of users, and payouts go on. */
export async function checkOlderCopy(world: World): Promise<void> {
  await checkStep(world);
  const differences: string[] = [];
  for (const currency of USER_CURRENCIES) {
    const { unexplainedUnits } = await reconcile(world.calm, currency);
    if (unexplainedUnits < 0n) differences.push(`${currency}: ${unexplainedUnits} unexplained`);
  }
  if (differences.length === 0) return;
  world.counters.count('older copy: the chain holds less than it says');
  expectTrue('chain and books agree, or payouts are halted', await isHalted(world), () =>
    differences.join('; '),
  );
}

/** Checks all rules that hold when everything has come to rest. */
export async function checkEnd(world: World): Promise<void> {
  await checkStep(world);
  const found = await verifyBooks(world.calm);
  expectTrue('books follow from the transfers', found.length === 0, () => JSON.stringify(found, printBigint));
  for (const currency of LEDGER_CURRENCIES) {
    const { unexplainedUnits } = await reconcile(world.calm, currency);
    expectTrue(
      'chain and books agree',
      unexplainedUnits === 0n,
      () => `${currency}: ${unexplainedUnits} unexplained`,
    );
  }
  await checkCoins(world);
  await checkCorrections(world);
  await checkLost(world);
  await checkUsers(world);
  await checkFees(world);
  await checkMatured(world);
  await checkSwept(world);
  await checkAudit(world);
  await checkVerifier(world);
  await checkOwnParts(world);
}

/**
 * Fails unless coins for fees were booked as own funds exactly once each time that someone sent them. A fee that a chain gave back is not
 * booked as such coins.
 */
async function checkCoins(world: World): Promise<void> {
  if (world.options.differs) return;
  const rows = await world.db.read.selectFrom('gasTopUp').select(['amountMicro', 'dustUnits']).execute();
  const bookedUnits = rows.reduce(
    (sum, { amountMicro, dustUnits }) => sum + toChainUnits('BNB', amountMicro) + dustUnits,
    0n,
  );
  const { fundedUnits } = world.chain('BSC');
  expectTrue(
    'coins for fees are booked as they came',
    bookedUnits === fundedUnits,
    () => `${fundedUnits} came, ${bookedUnits} are booked.`,
  );
}

/** Compares the sum of each user's accounts with deposits on chain, payments on chain, and an independent model of the rewards. */
async function checkUsers(world: World): Promise<void> {
  const rewards = await expectedRewards(world);
  for (const { name, userId } of world.people) {
    for (const currency of USER_CURRENCIES) {
      const deposited =
        (await sumDeposits(world, userId, currency)) + (await sumCredited(world, userId, currency));
      const withdrawn = await sumWithdrawn(world, { userId, currency });
      const expected = deposited + rewards.get(`${userId} ${currency}`, 0n) - withdrawn;
      let has = await getBalance(world.db.read, receivable(userId, currency));
      for (const balance of USER_BALANCES)
        has += await getBalance(world.db.read, userAccount(userId, balance, currency));
      expectTrue('each user has what the rules give', has === expected, () => {
        const parts = `${deposited} deposited, ${withdrawn} withdrawn, ${rewards.get(`${userId} ${currency}`, 0n)} of rewards`;
        return `${name} has ${has} micro-${currency}, the rules give ${expected} (${parts}).`;
      });
    }
  }
}

async function sumDeposits(world: World, userId: string, currency: string): Promise<bigint> {
  let sum = 0n;
  for (const deposit of world.deposits) {
    if (deposit.userId !== userId || deposit.currency !== currency) continue;
    const { status } = await world.chain(NETWORK_OF[deposit.currency]).reportTransaction(deposit.txHash);
    if (status === 'mined') sum += deposit.micro;
  }
  return sum;
}

/**
 * Sum of the payments on chain, with their fees. A payment that was given back counts with the part of its fee that the operator did not
 * have any more.
 */
async function sumWithdrawn(
  world: World,
  { userId, currency }: { userId: string; currency: string },
): Promise<bigint> {
  let sum = 0n;
  for (const asked of world.withdrawals) {
    if (asked.owner !== userId || asked.currency !== currency) continue;
    const paid = await readPaid(world, asked);
    const row = await world.db.read
      .selectFrom('withdrawal')
      .select(['id', 'feeMicro'])
      .where('address', '=', asked.address)
      .executeTakeFirst();
    if (paid > 0n) sum += paid + (row?.feeMicro ?? 0n);
    else if (row !== undefined) sum += await readFeeKept(world, row);
  }
  return sum;
}

/**
 * Fails unless each withdrawal took the fee of the terms in force. A withdrawal that a restored pool took over keeps the fee of its
 * request.
 */
async function checkFees(world: World): Promise<void> {
  const terms = await listTerms(world.calm);
  const adopted = await world.db.read
    .selectFrom('withdrawalEvent')
    .select('withdrawalId')
    .where('evidence', 'like', '%signed.log%')
    .execute();
  const isAdopted = new Set(adopted.map(({ withdrawalId }) => withdrawalId));
  for (const row of await world.db.read.selectFrom('withdrawal').selectAll().execute()) {
    if (isAdopted.has(row.id)) continue;
    const inForce = terms.find(({ startsAt }) => startsAt <= row.createdAt);
    const dueMicro = row.source === 'user' ? inForce?.withdrawalFeeMicro[row.currency] : 0n;
    expectTrue(
      'a withdrawal takes the fee of the terms',
      row.feeMicro === dueMicro,
      () => `${row.id} took ${row.feeMicro}, the terms say ${dueMicro}.`,
    );
  }
}

/** Fails unless principal was freed after its whole term, with a reward run for every day of it. */
async function checkMatured(world: World): Promise<void> {
  const terms = new Map((await listTerms(world.calm)).map((one) => [one.version, one]));
  const rows = await world.db.read
    .selectFrom('investment')
    .innerJoin('transfer', (join) => join.on('transfer.reference', '=', sql`'maturity/' || investment.id`))
    .select(['investment.id', 'investment.createdAt', 'investment.termsVersion', 'investment.rewardedDays'])
    .select('transfer.createdAt as maturedAt')
    .execute();
  for (const { id, createdAt, termsVersion, rewardedDays, maturedAt } of rows) {
    const days = terms.get(termsVersion)?.termDays ?? 0;
    expectTrue(
      'principal is free after its term',
      maturedAt >= createdAt + days * DAY_MS && rewardedDays === days,
      () =>
        `${id} of ${days} days matured after ${(maturedAt - createdAt) / DAY_MS}, ${rewardedDays} rewarded.`,
    );
  }
}

/** Fails when an address counts as swept up to its last deposit while it still holds enough for a sweep. */
async function checkSwept(world: World): Promise<void> {
  const rows = await world.db.read
    .selectFrom('wallet')
    .innerJoin('deposit', 'deposit.address', 'wallet.address')
    .select(['wallet.address', 'wallet.network', 'wallet.sweptHeight', 'deposit.currency'])
    .select((eb) => eb.fn.max('deposit.blockHeight').as('lastHeight'))
    .groupBy(['wallet.address', 'wallet.network', 'wallet.sweptHeight', 'deposit.currency'])
    .execute();
  for (const { address, currency, sweptHeight, lastHeight } of rows) {
    if (sweptHeight < lastHeight) continue;
    const { amountMicro } = fromChainUnits(
      currency,
      await world.chainOf(currency).getBalanceUnits(address, currency),
    );
    expectTrue(
      'swept is swept',
      amountMicro < SWEEP_MINIMUM_MICRO,
      () => `${address} holds ${amountMicro} micro-${currency} and counts as swept up to ${sweptHeight}.`,
    );
  }
}

/** From the settings of stories. */
const SWEEP_MINIMUM_MICRO = 1_000_000n;

const REVERSED_DEPOSITS = 'the chain reversed deposits, and users owe';

async function checkVerifier(world: World): Promise<void> {
  const snapshots = await world.db.read
    .selectFrom('snapshot')
    .select('number')
    .orderBy('number', 'desc')
    .execute();
  const [newest] = snapshots;
  if (newest === undefined) return;
  // A number is anchored once: snapshots that a restored backup lacks stay a gap, which the verifier reports to every reader.
  if (snapshots.length <= newest.number) return world.counters.count('gap of snapshots after a restore');
  world.counters.count('snapshot verified');
  const found = await listFailedBookChecks(world.snapshots, newest.number);
  // The verifier reports money that users owe after reversals. The chain took the deposits back, so the pool is right to publish that.
  const failed = found.filter((one) => !one.includes(REVERSED_DEPOSITS));
  if (failed.length < found.length) world.counters.count('verifier tells of reversed deposits');
  expectTrue(
    'the verifier finds nothing',
    failed.length === 0,
    () => `snapshot ${newest.number}, ${failed[0]}`,
  );
}

/**
 * Fails unless each member can verify their own part of the newest and of the oldest snapshot, under the email that the account had then.
 */
async function checkOwnParts(world: World): Promise<void> {
  const { first, last } = await world.db.read
    .selectFrom('snapshot')
    .select(({ fn }) => [fn.min('number').as('first'), fn.max('number').as('last')])
    .executeTakeFirstOrThrow();
  for (const snapshotNumber of new Set([first, last]))
    for (const { userId } of world.people)
      if (snapshotNumber !== null) await checkOwnPart(world, { userId, snapshotNumber });
}

async function checkOwnPart(world: World, part: { userId: UserId; snapshotNumber: number }): Promise<void> {
  const proof = await getUserProof(world.calm, part).catch((error: unknown) => {
    if (error instanceof PoolError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  });
  if (proof === undefined) return;
  const { email } = proof;
  const login = world.sessions.get(part.userId);
  const failed = verifyOwn({ proof, email, anchor: undefined }).find(({ status }) => status === 'failed');
  const what = (): string =>
    `snapshot ${part.snapshotNumber} for ${email}: ${failed?.name} ${failed?.detail}`;
  expectTrue('members find their own part', failed === undefined && login.emails.includes(email), what);
  world.counters.count('own part verified');
  if (email !== login.email) world.counters.count('own part verified under a former email');
}

function printBigint(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
