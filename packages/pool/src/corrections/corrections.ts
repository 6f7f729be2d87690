import {
  createId,
  formatChainAmount,
  fromChainUnits,
  type Id,
  type LedgerCurrency,
  PoolError,
  toChainUnits,
  type UserId,
} from '@glasspool/core';
import { transfers } from '@glasspool/core/books';
import { isUniqueViolation, lockRows, type Transaction } from '@glasspool/db';
import { assertSecondPerson } from '@glasspool/identity/accounts';
import { recordAdminAction } from '@glasspool/identity/audit';
import type { CallOrigin } from '@glasspool/identity/deps';
import { type AssertTwoFactor, withTwoFactor } from '@glasspool/identity/two-factor';
import { postNew } from '@glasspool/ledger';
import { hasSameBooks, type Reconciliation, toMicroUp } from '../books/index.ts';
import type { PoolDeps } from '../deps.ts';
import { addDust } from '../totals/index.ts';
import { readSettled } from './settled-difference.ts';

type Deps = Pick<
  PoolDeps,
  'db' | 'chains' | 'clock' | 'random' | 'events' | 'machineClock' | 'twoFactorKey' | 'passwords' | 'otpKey'
>;

type CorrectionId = Id<'correction'>;

/** Difference between books and chain that an admin proposed to book, and a second one has to agree to. */
export interface BookCorrection {
  readonly id: CorrectionId;
  readonly currency: LedgerCurrency;
  /** In the chain's smallest units; below zero when the chain holds less than the books say. */
  readonly units: bigint;
  readonly reason: string;
  /** Email of the admin. */
  readonly proposedBy: string;
  /** True for a proposal of the one who asks, which they cannot book. */
  readonly isOwn: boolean;
  readonly createdAt: number;
}

interface Decision {
  readonly adminId: UserId;
  readonly origin: CallOrigin;
  readonly id: CorrectionId;
  readonly decision: 'book' | 'reject';
  readonly totp?: string | undefined;
}

/**
 * Proposes to book the difference that the chain shows at this moment, for a reason. Nothing is booked yet.
 *
 * @throws PoolError NO_DIFFERENCE while books and chain agree, or while a transaction of ours is on its way or not read yet; CORRECTION_OPEN
 */
export async function proposeCorrection(
  deps: Deps,
  request: { adminId: UserId; origin: CallOrigin; currency: LedgerCurrency; reason: string },
): Promise<{ id: CorrectionId; units: bigint }> {
  const { adminId, origin, currency, reason } = request;
  const units = (await readSettled(deps, currency))?.unexplainedUnits ?? 0n;
  if (units === 0n) throw new PoolError('NO_DIFFERENCE');
  const id = createId('correction', deps);
  try {
    await deps.db.transaction(async (tx) => {
      await tx
        .insertInto('bookCorrection')
        .values({
          id,
          currency,
          units: String(units),
          reason,
          state: 'open',
          proposedBy: adminId,
          createdAt: deps.machineClock.now(),
        })
        .execute();
      await recordAdminAction(tx, deps, {
        adminId,
        origin,
        action: 'books.propose-correction',
        subject: id,
        before: {},
        after: { currency, difference: formatChainAmount(currency, units), reason },
      });
      tx.onCommit(() => deps.events.emitToStaff('notice.changed'));
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new PoolError('CORRECTION_OPEN');
    throw error;
  }
  return { id, units };
}

/**
 * Books a proposed correction, or rejects it. The admin who proposed it may reject, never book. What is booked is exactly what the chain
 * still shows.
 *
 * @throws PoolError NOT_FOUND, NOT_SECOND_PERSON, DIFFERENCE_CHANGED, TWO_FACTOR_REQUIRED, TWO_FACTOR_BLOCKED, TWO_FACTOR_SHUT, TWO_FACTOR_INVALID
 */
export async function decideCorrection(deps: Deps, request: Decision): Promise<void> {
  const proposed = await deps.db.read
    .selectFrom('bookCorrection')
    .select('currency')
    .where('id', '=', request.id)
    .where('state', '=', 'open')
    .executeTakeFirst();
  if (proposed === undefined) throw new PoolError('NOT_FOUND');
  // Read from the chain before the transaction: inside it nothing but the database is awaited.
  const seen = request.decision === 'book' ? await readSettled(deps, proposed.currency) : undefined;
  await withTwoFactor(deps, { userId: request.adminId, code: request.totp }, (assertTwoFactor) =>
    deps.db.transaction((tx) => decide(tx, deps, { ...request, seen, assertTwoFactor })),
  );
}

async function decide(
  tx: Transaction,
  deps: Deps,
  request: Decision & {
    readonly seen: Reconciliation | undefined;
    readonly assertTwoFactor: AssertTwoFactor;
  },
): Promise<void> {
  const { adminId, origin, id, decision, seen, assertTwoFactor } = request;
  const query = tx.selectFrom('bookCorrection').selectAll().where('id', '=', id).where('state', '=', 'open');
  const row = await lockRows(tx, query).executeTakeFirst();
  if (row === undefined) throw new PoolError('NOT_FOUND');
  const { currency, reason, proposedBy } = row;
  if (decision === 'book') await assertSecondPerson(tx, { askedBy: proposedBy, agreedBy: adminId });
  const units = BigInt(row.units);
  if (decision === 'book' && !(await isStill(tx, { units, seen }))) throw new PoolError('DIFFERENCE_CHANGED');
  await assertTwoFactor(tx);
  const dustUnits = decision === 'book' ? await book(tx, deps, { id, currency, units }) : 0n;
  const state = decision === 'book' ? 'booked' : 'rejected';
  await tx
    .updateTable('bookCorrection')
    .set({ state, decidedBy: adminId, decidedAt: deps.machineClock.now(), dustUnits })
    .where('id', '=', id)
    .execute();
  await recordAdminAction(tx, deps, {
    adminId,
    origin,
    action: decision === 'book' ? 'books.correct' : 'books.reject-correction',
    subject: id,
    before: { state: 'open', proposedBy },
    after: { state, currency, difference: formatChainAmount(currency, units), reason },
  });
  tx.onCommit(() => {
    deps.events.emitToStaff('notice.changed');
    deps.events.emitToStaff('hotWallet.changed');
  });
}

/** Posts a difference to the last unit: what is below a micro-unit goes to the dust, which a rounded-up shortage makes larger. */
async function book(
  tx: Transaction,
  deps: Deps,
  { id, currency, units }: { id: CorrectionId; currency: LedgerCurrency; units: bigint },
): Promise<bigint> {
  const { amountMicro, dustUnits } = splitDifference(currency, units);
  await addDust(tx, { currency, units: dustUnits });
  // A difference of less than a micro-unit is dust, and nothing of it is for the ledger.
  if (amountMicro !== 0n)
    await postNew(
      tx,
      transfers.correctBooks({ id, currency, differenceMicro: amountMicro }),
      deps.clock.now(),
    );
  return dustUnits;
}

function splitDifference(
  currency: LedgerCurrency,
  units: bigint,
): { amountMicro: bigint; dustUnits: bigint } {
  if (units >= 0n) return fromChainUnits(currency, units);
  const missingMicro = toMicroUp(currency, -units);
  return { amountMicro: -missingMicro, dustUnits: toChainUnits(currency, missingMicro) + units };
}

/**
 * Returns true where the chain showed the proposed difference. Coins for fees are booked by the pool itself too, so for them the books must be
 * as they were then.
 */
async function isStill(
  tx: Transaction,
  { units, seen }: { units: bigint; seen: Reconciliation | undefined },
): Promise<boolean> {
  if (seen?.unexplainedUnits !== units) return false;
  return seen.currency !== 'BNB' || hasSameBooks(tx, seen);
}

/** Corrections that wait for a second admin, one per currency at most, the oldest first. */
export async function listOpenCorrections(
  { db }: Pick<PoolDeps, 'db'>,
  userId: UserId,
): Promise<BookCorrection[]> {
  const rows = await db.read
    .selectFrom('bookCorrection')
    .innerJoin('user', 'user.id', 'bookCorrection.proposedBy')
    .select([
      'bookCorrection.id',
      'bookCorrection.currency',
      'bookCorrection.units',
      'bookCorrection.reason',
      'bookCorrection.createdAt',
      'user.email as proposedBy',
      'user.id as proposerId',
    ])
    .where('bookCorrection.state', '=', 'open')
    .orderBy('bookCorrection.createdAt')
    .orderBy('bookCorrection.id')
    .execute();
  return rows.map(({ units, proposerId, ...row }) => ({
    ...row,
    units: BigInt(units),
    isOwn: proposerId === userId,
  }));
}
