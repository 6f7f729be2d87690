// Rules that hold once a story has come to rest: nothing is left over, and each user has what the rules give.
import {
  type Currency,
  DAY_MS,
  fromChainUnits,
  LEDGER_CURRENCIES,
  type LedgerCurrency,
  NETWORK_OF,
  PoolError,
  toChainUnits,
  USER_CURRENCIES,
  type UserId,
  type WithdrawalId,
} from '@glasspool/core';
import { receivable, USER_BALANCES, userAccount } from '@glasspool/core/books';
import { getBalance } from '@glasspool/ledger';
import { listTerms, reconcile, verifyBooks } from '@glasspool/pool';
import { verifyOwn } from '@glasspool/proof';
import { getUserProof } from '@glasspool/solvency';
import { listFailedBookChecks } from '@glasspool/solvency/testing';
import { sql } from 'kysely';
import { checkAudit } from './audit-oracle.ts';
import { checkCorrections } from './differences.ts';
import { checkStep, expectTrue, isHalted, readPaid } from './oracles.ts';
import { expectedRewards } from './reward-model.ts';
import { sumCredited } from './support.ts';
import type { World } from './world.ts';

/** At the end in an older copy: where the chain holds less of what users are owed in, the pool has found it and pays nothing more. */
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

/** Once everything has come to rest. */
export async function checkEnd(world: World): Promise<void> {
  await checkStep(world);
  const found = await verifyBooks(world.calm);
  expectTrue('books follow from the transfers', found.length === 0, () => JSON.stringify(found, printBigint));
  const lostPayments = await listLost(world);
  for (const currency of LEDGER_CURRENCIES) {
    const { unexplainedUnits } = await reconcile(world.calm, currency);
    const lostUnits = await sumLostUnits(world, lostPayments, currency);
    expectTrue(
      'chain and books agree',
      unexplainedUnits === lostUnits,
      () =>
        `${currency}: ${unexplainedUnits} unexplained, ${lostUnits} by what a chain did not carry out again`,
    );
  }
  await checkCorrections(world);
  await checkUsers(world, lostPayments);
  await checkFees(world);
  await checkMatured(world);
  await checkSwept(world);
  await checkAudit(world);
  await checkVerifier(world);
  await checkOwnParts(world);
}

interface LostPayment {
  readonly id: WithdrawalId;
  readonly address: string;
  readonly currency: Currency;
  readonly amountMicro: bigint;
}

/** Withdrawals that were paid in a block that a chain replaced, and that it can never pay again: each halted payouts with its name. */
async function listLost(world: World): Promise<LostPayment[]> {
  const rows = await world.db.read
    .selectFrom('withdrawal')
    .select(['id', 'address', 'currency', 'amountMicro'])
    .where('state', '=', 'confirmed')
    .execute();
  const lostPayments: LostPayment[] = [];
  for (const row of rows) {
    if ((await world.chainOf(row.currency).getBalanceUnits(row.address, row.currency)) > 0n) continue;
    const resumed = await world.db.read
      .selectFrom('auditLog')
      .select('id')
      .where('action', '=', 'payouts.resume')
      .where('beforeJson', 'like', `%paid withdrawal ${row.id},%`)
      .execute();
    expectTrue(
      'a payment that is lost halts payouts',
      resumed.length === 1,
      () => `${row.id}: ${resumed.length} times`,
    );
    world.counters.count('payment lost to a reorganization, and told of');
    lostPayments.push(row);
  }
  return lostPayments;
}

/** Surplus of a chain over the books: payments, and fees of transactions, that no block has any more. In its smallest units. */
async function sumLostUnits(
  world: World,
  lostPayments: readonly LostPayment[],
  currency: LedgerCurrency,
): Promise<bigint> {
  const payments = lostPayments.filter((one) => one.currency === currency);
  let sum = payments.reduce((total, one) => total + toChainUnits(one.currency, one.amountMicro), 0n);
  // A surplus of coins for fees is booked by a worker.
  if (currency !== 'TRX') return sum;
  const fees = await world.db.read
    .selectFrom('networkFee')
    .select(['txHash', 'amountMicro', 'dustUnits'])
    .where('network', '=', 'TRON')
    .execute();
  for (const { txHash, amountMicro, dustUnits } of fees) {
    const { status } = await world.chain('TRON').getOutcome(txHash);
    if (status !== 'mined') sum += toChainUnits(currency, amountMicro) - dustUnits;
  }
  return sum;
}

/** Compares the total of each user's accounts with deposits on chain, payments on chain, and an independent model of the rewards. */
async function checkUsers(world: World, lostPayments: readonly LostPayment[]): Promise<void> {
  const rewards = await expectedRewards(world);
  for (const { name, userId } of world.people) {
    for (const currency of USER_CURRENCIES) {
      const deposited =
        (await sumDeposits(world, userId, currency)) + (await sumCredited(world, userId, currency));
      const withdrawn = await sumWithdrawn(world, lostPayments, { userId, currency });
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

async function sumWithdrawn(
  world: World,
  lostPayments: readonly LostPayment[],
  { userId, currency }: { userId: string; currency: string },
): Promise<bigint> {
  let sum = 0n;
  for (const asked of world.withdrawals) {
    if (asked.owner !== userId || asked.currency !== currency) continue;
    const paid = await readPaid(world, asked);
    const lost = lostPayments.find(({ address }) => address === asked.address);
    if (paid === 0n && lost === undefined) continue;
    const { feeMicro } = await world.db.read
      .selectFrom('withdrawal')
      .select('feeMicro')
      .where('address', '=', asked.address)
      .executeTakeFirstOrThrow();
    sum += (lost?.amountMicro ?? paid) + feeMicro;
  }
  return sum;
}

/** Each withdrawal took the fee of the terms in force; what a restored pool took over keeps the fee that it was asked for with. */
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

/** Principal is free once the whole term has passed, and every day of it has been through a run. */
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

/** No address counts as swept up to its last deposit while it still holds what a sweep would move. */
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

/** Of the settings of stories. */
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
  // A number is anchored once: snapshots that a restored backup does not have stay a gap that every reader is told of.
  if (snapshots.length <= newest.number) return world.counters.count('gap of snapshots after a restore');
  world.counters.count('snapshot verified');
  const found = await listFailedBookChecks(world.snapshots, newest.number);
  // A verifier tells the reader of money that users owe. The chain did take it, so the pool is right to publish it.
  const failed = found.filter((one) => !one.includes(REVERSED_DEPOSITS));
  if (failed.length < found.length) world.counters.count('verifier tells of reversed deposits');
  expectTrue(
    'the verifier finds nothing',
    failed.length === 0,
    () => `snapshot ${newest.number}, ${failed[0]}`,
  );
}

/** Each member finds their own part of the newest snapshot and of the oldest, under the email that the account had then. */
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
