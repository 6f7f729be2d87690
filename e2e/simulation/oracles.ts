// Rules that hold for the pool at every moment. The oracles do not use decisions of the pool: they read only its books, its rows, and the
// chains.
import { fromChainUnits, type LedgerCurrency, MINUTE_MS, SECOND_MS, UNPAID_STATES } from '@glasspool/core';
import { findHalt } from '@glasspool/pool/outgoing';
import { readBookSums } from '@glasspool/pool/testing';
import { readAskedMicro } from './asking.ts';
import type { AskedWithdrawal } from './facts.ts';
import { checkHeld } from './support.ts';
import { ViolationError } from './violation.ts';
import type { World } from './world.ts';

const UNPAID: ReadonlySet<string> = new Set(UNPAID_STATES);

export function expectTrue(oracle: string, isTrue: boolean, what: () => string): void {
  if (!isTrue) throw new ViolationError(oracle, what());
}

/** Checks the rules after every step. Skips the rules whose inputs, the database and the chains, have not changed since the last check. */
export async function checkStep(world: World): Promise<void> {
  if (world.violation !== undefined) throw world.violation;
  const { checked, blocks } = world;
  const database = await world.db.readState();
  await world.told.check(world, database);
  const isCommitted = database !== checked.database;
  if (!isCommitted && blocks === checked.blocks) return;
  world.checked = { database, blocks };
  await checkPayments(world);
  if (!isCommitted) return;
  await checkBooks(world);
  await checkTimes(world);
  await checkShortages(world);
  await checkHeld(world);
  await world.sessions.check(world);
  await world.pauses.read(world.db);
}

/** Fails unless the books balance, and assets held and in flight cover the claims. */
async function checkBooks(world: World): Promise<void> {
  for (const { currency, imbalance, heldMicro, claimsMicro } of await readBookSums(world.db)) {
    expectTrue('books balance', imbalance === 0n, () => `${currency}: ${imbalance}`);
    const writtenOffMicro = world.options.differs ? await readWrittenOff(world, currency) : 0n;
    const restoredMicro = await readRestoredFees(world, currency);
    expectTrue(
      'claims are covered',
      heldMicro + writtenOffMicro + restoredMicro >= claimsMicro,
      () =>
        `${currency}: ${heldMicro} held, ${claimsMicro} claimed, ${writtenOffMicro} written off, ${restoredMicro} of restored fees`,
    );
  }
}

/** Shortages that two admins agreed to bear, in micro-units. The operator's own funds may be below zero by this sum. */
async function readWrittenOff({ db }: World, currency: LedgerCurrency): Promise<bigint> {
  const rows = await db.read
    .selectFrom('bookCorrection')
    .select('units')
    .where('state', '=', 'booked')
    .where('currency', '=', currency)
    .execute();
  const units = rows.map((row) => -BigInt(row.units)).filter((missing) => missing > 0n);
  // Rounded up: a missing part of a micro-unit is booked as a whole micro-unit.
  return units.reduce((sum, missing) => sum + fromChainUnits(currency, missing).amountMicro + 1n, 0n);
}

/**
 * Fees of transactions that a restore took out of signed.log, in micro-units. The network took them, and the money that covered them when they were
 * signed may be missing in the backup.
 */
async function readRestoredFees({ db }: World, currency: LedgerCurrency): Promise<bigint> {
  const rows = await db.read
    .selectFrom('outgoing')
    .innerJoin('networkFee', 'networkFee.txHash', 'outgoing.txHash')
    .select('networkFee.amountMicro')
    .whereRef('outgoing.reopenedAt', '=', 'outgoing.createdAt')
    .where('networkFee.currency', '=', currency)
    .execute();
  return rows.reduce((sum, { amountMicro }) => sum + amountMicro, 0n);
}

/**
 * A run or a snapshot may be ahead by the differences that the pool accepts between clocks and chains, and between two clocks
 * (docs/books.md).
 */
const RUN_AHEAD_MS_MAX = 5 * MINUTE_MS;
const SNAPSHOT_AHEAD_MS_MAX = 15 * MINUTE_MS;

/** Fails when a reward was paid, or a snapshot closed the books, before its time, however wrong the clocks of the machines are. */
async function checkTimes({ db, clock }: World): Promise<void> {
  const now = clock.now();
  const { runAt, cutOffAt } = await db.read
    .selectNoFrom((eb) => [
      eb
        .selectFrom('rewardRun')
        .select(({ fn }) => fn.max('runAt').as('at'))
        .as('runAt'),
      eb
        .selectFrom('snapshot')
        .select(({ fn }) => fn.max('cutOffAt').as('at'))
        .as('cutOffAt'),
    ])
    .executeTakeFirstOrThrow();
  const isOver = (at: number | null, aheadMsMax: number): boolean => (at ?? 0) <= now + aheadMsMax;
  expectTrue(
    'no reward run is of a time to come',
    isOver(runAt, RUN_AHEAD_MS_MAX),
    () => `The newest is of ${runAt}, now it is ${now}.`,
  );
  expectTrue(
    'no snapshot is of a time to come',
    isOver(cutOffAt, SNAPSHOT_AHEAD_MS_MAX),
    () => `The newest is of ${cutOffAt}, now it is ${now}.`,
  );
}

/** Time after which a shortage halts payouts. A shorter one may be a transfer under way. */
const SHORT_FOR_MS = 30 * SECOND_MS;

/** Fails unless each lasting shortage has halted payouts once. An admin may resume payouts over it afterwards. */
async function checkShortages(world: World): Promise<void> {
  const rows = await world.db.read
    .selectFrom('reconciliation')
    .select(['currency', 'unexplainedUnits', 'differsSince', 'checkedAt'])
    .where('differsSince', 'is not', null)
    .execute();
  for (const { currency, unexplainedUnits, differsSince, checkedAt } of rows) {
    const key = `${currency} ${differsSince}`;
    const lasts = checkedAt - (differsSince ?? checkedAt) >= SHORT_FOR_MS;
    if (!lasts || BigInt(unexplainedUnits) >= 0n || world.shortages.has(key)) continue;
    world.shortages.add(key);
    world.counters.count('shortage on chain that lasts');
    expectTrue(
      'a shortage halts payouts',
      (await isHalted(world)) || (await wasResumedOver(world, `${currency} less than the books say`)),
      () => `${currency}: ${unexplainedUnits} since ${differsSince}`,
    );
  }
}

/** Returns true when the last admin who resumed payouts, perhaps within this step, was shown a reason that contains this text. */
async function wasResumedOver({ db }: World, reason: string): Promise<boolean> {
  const line = await db.read
    .selectFrom('auditLog')
    .select('beforeJson')
    .where('action', '=', 'payouts.resume')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return line?.beforeJson.includes(reason) ?? false;
}

/** Fails unless each withdrawal is paid at most once and never after it was given back, and each acknowledged withdrawal exists. */
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
      world.isOlderCopy || asked.id === undefined || row?.id === asked.id,
      () => `${asked.key} was acknowledged as ${asked.id}.`,
    );
    const paidMicro = await readPaid(world, asked);
    const askedMicro = readAskedMicro(asked);
    expectTrue('nothing is paid twice', paidMicro <= askedMicro, () => `${asked.key} was paid ${paidMicro}.`);
    if (paidMicro === 0n && row?.state !== 'confirmed') continue;
    // On a chain without nonces a payment is known once its block was read. Until then an older copy may give it back (docs/operations.md).
    const isTold = !world.isOlderCopy || asked.currency === 'USDT';
    expectTrue(
      'nothing given back is paid',
      !isTold || !UNPAID.has(row?.state ?? ''),
      () => `${asked.key} was paid and is ${row?.state}.`,
    );
    // Allowed until the pool sends the payment again or reports that it cannot. The end of the story checks that it did.
    const isReplaced = paidMicro === 0n && world.replacedPayees.has(asked.address);
    if (world.isOlderCopy || isReplaced) continue;
    expectTrue(
      'paid is what was asked for',
      row !== undefined && paidMicro === askedMicro,
      () => `${asked.key}: ${paidMicro} paid, ${row?.amountMicro} in the books, ${row?.state}`,
    );
  }
}

export async function readPaid(world: World, { address, currency }: AskedWithdrawal): Promise<bigint> {
  const units = await world.chainOf(currency).getBalanceUnits(address, currency);
  return fromChainUnits(currency, units).amountMicro;
}

export async function isHalted({ calm }: World): Promise<boolean> {
  return (await findHalt(calm)) !== undefined;
}

/** Returns true while a user's withdrawal waits to be reviewed or signed. */
export async function isPaymentUnsigned({ db }: World): Promise<boolean> {
  const payment = await db.read
    .selectFrom('withdrawal')
    .select('id')
    .where('source', '=', 'user')
    .where('state', 'in', ['reviewing', 'approved'])
    .limit(1)
    .executeTakeFirst();
  return payment !== undefined;
}

/** Returns true while a payment is signed and not final. */
export async function isPaymentUnderWay({ db }: World): Promise<boolean> {
  const payment = await db.read
    .selectFrom('withdrawal')
    .select('id')
    .where('state', 'in', ['signed', 'broadcast'])
    .limit(1)
    .executeTakeFirst();
  return payment !== undefined;
}
