// Rules that hold for the pool at every moment, whatever happened. None of it uses the pool's own decisions: only its books, its rows,
// and what the chains have.
import {
  fromChainUnits,
  LEDGER_CURRENCIES,
  NETWORK_OF,
  UNPAID_STATES,
  USER_CURRENCIES,
} from '@glasspool/core';
import { imbalance, receivable, USER_BALANCES, userAccount } from '@glasspool/core/books';
import { getBalance } from '@glasspool/ledger';
import { getPoolFigures, reconcile, verifyBooks } from '@glasspool/pool';
import { listFailedBookChecks } from '@glasspool/pool/testing';
import type { AskedWithdrawal } from './facts.ts';
import { expectedRewards } from './reward-model.ts';
import { ViolationError } from './violation.ts';
import type { World } from './world.ts';

const UNPAID: ReadonlySet<string> = new Set(UNPAID_STATES);

function expectTrue(oracle: string, isTrue: boolean, what: () => string): void {
  if (!isTrue) throw new ViolationError(oracle, what());
}

/** After every step: at once when neither the database nor a chain has changed since the last time. */
export async function checkStep(world: World): Promise<void> {
  if (world.violation !== undefined) throw world.violation;
  const state = await world.readState();
  if (state === world.checkedState) return;
  world.checkedState = state;
  await checkBooks(world);
  await checkPayments(world);
}

/** The books equation, and that claims are covered by what is held and under way. */
async function checkBooks(world: World): Promise<void> {
  for (const figures of (await getPoolFigures(world.calm)).currencies) {
    const { currency } = figures;
    expectTrue('books balance', imbalance(figures) === 0n, () => `${currency}: ${imbalance(figures)}`);
    const heldMicro = figures.custodyMicro - figures.missingMicro + figures.inFlightMicro;
    const claimsMicro =
      figures.owedToUsersMicro +
      figures.rewardReserveMicro +
      figures.rewardsPayableMicro -
      figures.userReceivableMicro;
    expectTrue(
      'claims are covered',
      heldMicro >= claimsMicro,
      () => `${currency}: ${heldMicro} held, ${claimsMicro} claimed`,
    );
  }
}

/** Each withdrawal is paid at most once, never after it was given back, and none that was acknowledged is gone. */
async function checkPayments(world: World): Promise<void> {
  const rows = await world.db.read
    .selectFrom('withdrawal')
    .select(['id', 'address', 'state', 'amountMicro'])
    .execute();
  const byAddress = new Map(rows.map((row) => [row.address, row]));
  expectTrue(
    'one withdrawal per request',
    byAddress.size === rows.length,
    () => 'Two withdrawals pay one address.',
  );
  for (const asked of world.withdrawals) {
    const row = byAddress.get(asked.address);
    expectTrue(
      'nothing acknowledged is lost',
      asked.id === undefined || row?.id === asked.id,
      () => `${asked.key} was acknowledged as ${asked.id}.`,
    );
    const paidMicro = await readPaid(world, asked);
    if (paidMicro === 0n && row?.state !== 'confirmed') continue;
    expectTrue(
      'nothing is paid twice',
      paidMicro <= asked.amountMicro,
      () => `${asked.key} was paid ${paidMicro}.`,
    );
    expectTrue(
      'paid is what was asked for',
      row !== undefined && paidMicro === asked.amountMicro,
      () => `${asked.key}: ${paidMicro} paid, ${row?.amountMicro} in the books, ${row?.state}`,
    );
    expectTrue(
      'nothing given back is paid',
      !UNPAID.has(row?.state ?? ''),
      () => `${asked.key} was paid and is ${row?.state}.`,
    );
  }
}

async function readPaid(world: World, { address, currency }: AskedWithdrawal): Promise<bigint> {
  const units = await world.chainOf(currency).getBalanceUnits(address, currency);
  return fromChainUnits(currency, units).amountMicro;
}

/** Once everything has come to rest. */
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
  await checkUsers(world);
  await checkSwept(world);
  await checkVerifier(world);
}

/** Compares the total of each user's accounts with deposits on chain, payments on chain, and an independent model of the rewards. */
async function checkUsers(world: World): Promise<void> {
  const rewards = await expectedRewards(world);
  for (const { name, userId } of world.people) {
    for (const currency of USER_CURRENCIES) {
      const deposited = await sumDeposits(world, userId, currency);
      const withdrawn = await sumWithdrawn(world, userId, currency);
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

async function sumWithdrawn(world: World, userId: string, currency: string): Promise<bigint> {
  let sum = 0n;
  for (const asked of world.withdrawals) {
    if (asked.owner !== userId || asked.currency !== currency) continue;
    const paid = await readPaid(world, asked);
    if (paid === 0n) continue;
    sum += paid + WITHDRAWAL_FEE_MICRO;
  }
  return sum;
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

/** Of the terms that stories begin with. */
const WITHDRAWAL_FEE_MICRO = 500_000n;

async function checkVerifier(world: World): Promise<void> {
  const newest = await world.db.read
    .selectFrom('snapshot')
    .select('number')
    .orderBy('number', 'desc')
    .executeTakeFirst();
  if (newest === undefined) return;
  world.counters.count('snapshot verified');
  const failed = await listFailedBookChecks(world.snapshots, newest.number);
  expectTrue(
    'the verifier finds nothing',
    failed.length === 0,
    () => `snapshot ${newest.number}, ${failed[0]}`,
  );
}

function printBigint(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
