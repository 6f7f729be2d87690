// Steps of a withdrawal once it is signed. Nothing else changes its state from there on.
import { displayAmount, formatAmount, isId, type WithdrawalId, type WithdrawalReason } from '@glasspool/core';
import { poolAccount, transfers, userAccount } from '@glasspool/core/books';
import { findIdempotencyKey, type Transaction } from '@glasspool/db';
import { enqueueAlert } from '@glasspool/identity/mail';
import { getUncoveredOf, lockOwnFunds, lockReceivable, postNew } from '@glasspool/ledger';
import type { OutgoingHandler, PoolDeps } from '../deps.ts';
import { pauseUncovered } from '../investments/index.ts';
import { reviewUnsignedOf } from '../outgoing/index.ts';
import { recordDailyTotal } from '../totals/index.ts';
import { enqueueOutcome } from './enqueue-outcome.ts';
import { notifyOwner } from './notify-owner.ts';
import { restoreWithdrawal } from './restore-withdrawal.ts';
import {
  type Evidence,
  lockWithdrawal,
  readWithdrawal,
  toFacts,
  transition,
  type Withdrawal,
} from './transition.ts';

const PLACES = 3;

type Deps = Pick<PoolDeps, 'clock' | 'machineClock' | 'random' | 'events'>;

/** Handler of what is signed to pay a withdrawal (docs/withdrawals.md). */
export const WITHDRAWAL_HANDLER: OutgoingHandler = {
  describe: async (db, { id }) => {
    const { userId, currency, address, amountMicro, feeMicro, source } = await readWithdrawal(db, toId(id));
    // A client that repeats its request after a restore is not paid again.
    const key = await findIdempotencyKey(db, {
      userId,
      operation: source === 'user' ? 'withdrawal' : 'own-funds-withdrawal',
      resultId: id,
    });
    const amounts = { amount: formatAmount(amountMicro), fee: formatAmount(feeMicro) };
    return { userId, currency, address, source, ...amounts, ...key };
  },

  onSent: async (tx, deps, { id }, txHash) => {
    const withdrawal = await lockWithdrawal(tx, toId(id));
    await transition(tx, withdrawal, { to: 'broadcast', now: deps.clock.now(), evidence: { txHash } });
    tx.onCommit(() => deps.events.emit(withdrawal.userId, 'withdrawal.changed', 'transaction.changed'));
  },

  onPaid: async (tx, deps, { id }, { txHash, evidence }) => {
    const withdrawal = await lockWithdrawal(tx, toId(id));
    const now = deps.clock.now();
    const { userId, currency, amountMicro, address, source } = withdrawal;
    await transition(tx, withdrawal, { to: 'confirmed', now, evidence, ...(txHash !== null && { txHash }) });
    await postNew(tx, transfers.confirmWithdrawal(toFacts(withdrawal)), now);
    if (source === 'user') await recordDailyTotal(tx, { kind: 'withdrawal', currency, amountMicro, at: now });
    await enqueueAlert(tx, deps, {
      userId,
      write: (texts) =>
        texts.withdrawalConfirmed({ amount: displayAmount(amountMicro, PLACES), currency, address }),
    });
    if (source === 'user') await enqueueOutcome(tx, deps, withdrawal, 'withdrawal.confirmed');
    tx.onCommit(() => notifyOwner(deps, withdrawal));
  },

  onUnpaid: async (tx, deps, { id }, { outcome, evidence }) => {
    const withdrawal = await lockWithdrawal(tx, toId(id));
    await postNew(tx, transfers.failWithdrawal(toFacts(withdrawal)), deps.clock.now());
    await fail(tx, deps, withdrawal, {
      evidence,
      reason: outcome === 'failed' ? 'not-carried-out' : 'not-taken',
    });
  },

  findMissingLate: async (tx, { id }) => {
    const { source, currency, amountMicro } = await lockWithdrawal(tx, toId(id));
    if (source === 'user') return undefined;
    const missingMicro = amountMicro - (await lockOwnFunds(tx, currency));
    return missingMicro > 0n ? `${formatAmount(missingMicro)} ${currency}` : undefined;
  },

  // It was given back and is paid: what its owner has twice is owed.
  onPaidLate: async (tx, deps, { id }) => {
    const withdrawal = await lockWithdrawal(tx, toId(id));
    const { userId, source, currency } = withdrawal;
    const now = deps.clock.now();
    const times = (await countLate(tx, withdrawal)) + 1;
    await postNew(tx, transfers.payWithdrawalLate(toFacts(withdrawal), times), now);
    if (source === 'user') {
      await pauseUncovered(tx, { userId, currency, now });
      if ((await getUncoveredOf(tx, { userId, currency })) > 0n)
        await reviewUnsignedOf(tx, deps, { userId, currency });
    }
    tx.onCommit(() => notifyOwner(deps, withdrawal));
  },

  onLateGone: async (tx, deps, { id }) => {
    const withdrawal = await lockWithdrawal(tx, toId(id));
    const { userId, source, currency } = withdrawal;
    const now = deps.clock.now();
    const times = (await countLate(tx, withdrawal)) + 1;
    const also = [poolAccount('chain/custody', currency), userAccount(userId, 'withdrawable', currency)];
    const receivableMicro = source === 'user' ? await lockReceivable(tx, { userId, currency, also }) : 0n;
    await postNew(tx, transfers.loseLatePayment(toFacts(withdrawal), { times, receivableMicro }), now);
    if (source === 'user') await pauseUncovered(tx, { userId, currency, now });
    tx.onCommit(() => notifyOwner(deps, withdrawal));
  },

  onRestored: restoreWithdrawal,
};

/** Number of times that a withdrawal was paid after it was given back, or was so no more. */
async function countLate(tx: Transaction, withdrawal: Withdrawal): Promise<number> {
  for (let times = 0; ; times += 1) {
    const { reference } = transfers.payWithdrawalLate(toFacts(withdrawal), times + 1);
    const known = tx.selectFrom('transfer').select('id').where('reference', '=', reference);
    if ((await known.executeTakeFirst()) === undefined) return times;
  }
}

/** Ends a withdrawal whose money was given back by the caller, and tells its owner. */
export async function fail(
  tx: Transaction,
  deps: Deps,
  withdrawal: Withdrawal,
  why: { evidence: Evidence; reason: WithdrawalReason },
): Promise<void> {
  const { userId, currency, amountMicro, source } = withdrawal;
  const { reason } = why;
  await transition(tx, withdrawal, { to: 'failed', now: deps.clock.now(), ...why });
  await enqueueAlert(tx, deps, {
    userId,
    write: (texts) =>
      texts.withdrawalFailed({ amount: displayAmount(amountMicro, PLACES), currency, reason }),
  });
  if (source === 'user') await enqueueOutcome(tx, deps, withdrawal, 'withdrawal.failed');
  tx.onCommit(() => notifyOwner(deps, withdrawal));
}

function toId(id: string): WithdrawalId {
  if (!isId('withdrawal', id)) throw new Error(`${id} is no withdrawal.`);
  return id;
}
