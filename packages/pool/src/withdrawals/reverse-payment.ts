import { displayAmount, type WithdrawalId } from '@glasspool/core';
import { transfers } from '@glasspool/core/books';
import type { Transaction } from '@glasspool/db';
import { enqueueAlert } from '@glasspool/identity/mail';
import { postNew } from '@glasspool/ledger';
import type { PoolDeps } from '../deps.ts';
import { lockAvailableOwnFunds } from '../reserve/index.ts';
import { recordDailyTotal } from '../totals/index.ts';
import { enqueueOutcome } from './enqueue-outcome.ts';
import { notifyOwner } from './notify-owner.ts';
import { type Evidence, lockWithdrawal, toFacts, transition, type Withdrawal } from './transition.ts';

const PLACES = 3;

/**
 * Gives a payment back that was final in a block that the chain replaced, and that it did not carry out again: the amount out of custody, where
 * the coins are again, and the fee out of own funds, as far as these are available (docs/books.md). Returns false, and does nothing, for a
 * withdrawal that is not confirmed: it was given back before.
 */
export async function reversePayment(
  tx: Transaction,
  deps: Pick<PoolDeps, 'clock' | 'machineClock' | 'random' | 'events'>,
  { id, evidence }: { id: WithdrawalId; evidence: Evidence },
): Promise<boolean> {
  const withdrawal = await lockWithdrawal(tx, id);
  if (withdrawal.state !== 'confirmed') return false;
  const { userId, source, currency, amountMicro, feeMicro, updatedAt: confirmedAt } = withdrawal;
  const now = deps.clock.now();
  const feeBackMicro = await findFeeBack(tx, withdrawal);
  const reason = feeBackMicro === feeMicro ? 'block-replaced' : 'block-replaced-fee-short';
  await transition(tx, withdrawal, { to: 'failed', now, evidence, reason });
  await postNew(tx, transfers.reverseWithdrawal(toFacts(withdrawal), feeBackMicro), now);
  await enqueueAlert(tx, deps, {
    userId,
    write: (texts) =>
      texts.withdrawalFailed({ amount: displayAmount(amountMicro, PLACES), currency, reason }),
  });
  if (source === 'user') {
    await recordDailyTotal(tx, { kind: 'withdrawal', currency, amountMicro: -amountMicro, at: confirmedAt });
    await enqueueOutcome(tx, deps, withdrawal, 'withdrawal.failed');
  }
  tx.onCommit(() => notifyOwner(deps, withdrawal));
  return true;
}

/** Part of the fee that the operator has, without touching what is owed to users. */
async function findFeeBack(tx: Transaction, { currency, feeMicro }: Withdrawal): Promise<bigint> {
  if (feeMicro === 0n) return 0n;
  const hasMicro = await lockAvailableOwnFunds(tx, { currency });
  if (hasMicro <= 0n) return 0n;
  return hasMicro < feeMicro ? hasMicro : feeMicro;
}
