import type { WithdrawalReason } from '@glasspool/core';
import { displayAmount, type Network, tryEach } from '@glasspool/core';
import { transfers } from '@glasspool/core/books';
import { isOpenWithdrawal, type Transaction } from '@glasspool/db';
import { enqueueAlert } from '@glasspool/identity/mail';
import { postNew } from '@glasspool/ledger';
import type { PoolDeps } from '../deps.ts';
import { bookAnswer, bookNetworkFee, type Fate, releaseFee } from '../outgoing/index.ts';
import { recordDailyTotal } from '../totals/index.ts';
import { enqueueOutcome } from './enqueue-outcome.ts';
import { followPayment } from './follow-payment.ts';
import { notifyOwner } from './notify-owner.ts';
import { lockWithdrawal, toFacts, transition, type Withdrawal } from './transition.ts';

const BATCH = 100;

const PLACES = 3;

type Deps = Pick<
  PoolDeps,
  'db' | 'clock' | 'machineClock' | 'random' | 'chains' | 'events' | 'signedLog' | 'settings'
>;

/**
 * Settles broadcast withdrawals by what the final chain says (docs/withdrawals.md). Only the final chain decides: a mined and final
 * transaction confirms, a proof that none of a withdrawal's transactions can happen gives the money back unless what took their nonce pays
 * it, and everything else means sending the same bytes again. Returns how many were decided.
 */
export async function confirmWithdrawals(deps: Deps, network: Network): Promise<number> {
  const open = await deps.db.read
    .selectFrom('withdrawal')
    .selectAll()
    .where('network', '=', network)
    .where('state', '=', 'broadcast')
    .where(isOpenWithdrawal)
    .orderBy('createdAt')
    .limit(BATCH)
    .execute();
  let decided = 0;
  await tryEach(open, async (withdrawal) => {
    if (await settle(deps, withdrawal)) decided += 1;
  });
  return decided;
}

async function settle(deps: Deps, withdrawal: Withdrawal): Promise<boolean> {
  const fate = await followPayment(deps, withdrawal);
  if (fate.kind === 'open') return false;
  const book = fate.kind === 'final' ? finish(deps, withdrawal, fate) : giveBack(deps, withdrawal, fate);
  return (await book) ?? false;
}

/** A transaction of the withdrawal is final: it was paid, or it failed on chain and only cost its fee. */
async function finish(
  deps: Deps,
  { id }: Withdrawal,
  fate: Extract<Fate, { kind: 'final' }>,
): Promise<boolean | undefined> {
  const { txHash, outcome } = fate;
  return bookAnswer(deps, fate, async (tx) => {
    const withdrawal = await lockWithdrawal(tx, id);
    if (withdrawal.state !== 'broadcast') return false;
    const now = deps.clock.now();
    const evidence = {
      txHash,
      blockHeight: outcome.blockHeight,
      succeeded: outcome.succeeded,
      feeUnits: String(outcome.feeUnits),
    };
    if (outcome.succeeded) {
      await transition(tx, withdrawal, { to: 'confirmed', now, evidence, txHash });
      await postNew(tx, transfers.confirmWithdrawal(toFacts(withdrawal)), now);
      const { currency, amountMicro, source } = withdrawal;
      if (source === 'user')
        await recordDailyTotal(tx, { kind: 'withdrawal', currency, amountMicro, at: now });
      await enqueueAlert(tx, deps, {
        userId: withdrawal.userId,
        write: (texts) =>
          texts.withdrawalConfirmed({
            amount: displayAmount(withdrawal.amountMicro, PLACES),
            currency: withdrawal.currency,
            address: withdrawal.address,
          }),
      });
      if (source === 'user') await enqueueOutcome(tx, deps, withdrawal, 'withdrawal.confirmed');
    } else {
      await release(tx, deps, withdrawal, {
        evidence,
        reason: 'not-carried-out',
      });
    }
    await bookNetworkFee(tx, { network: withdrawal.network, subject: id, txHash, outcome, now });
    tx.onCommit(() => notifyOwner(deps, withdrawal));
    return true;
  });
}

async function giveBack(
  deps: Deps,
  { id }: Withdrawal,
  fate: Extract<Fate, { kind: 'impossible' }>,
): Promise<boolean | undefined> {
  return bookAnswer(deps, fate, async (tx) => {
    const withdrawal = await lockWithdrawal(tx, id);
    if (withdrawal.state !== 'broadcast') return false;
    await release(tx, deps, withdrawal, { evidence: fate.proof, reason: 'not-taken' });
    await releaseFee(tx, id);
    tx.onCommit(() => notifyOwner(deps, withdrawal));
    return true;
  });
}

async function release(
  tx: Transaction,
  deps: Pick<Deps, 'clock' | 'machineClock' | 'random'>,
  withdrawal: Withdrawal,
  why: { evidence: Readonly<Record<string, string | number | boolean>>; reason: WithdrawalReason },
): Promise<void> {
  const { userId, currency, amountMicro } = withdrawal;
  const now = deps.clock.now();
  await transition(tx, withdrawal, { to: 'failed', now, ...why });
  await postNew(tx, transfers.failWithdrawal(toFacts(withdrawal)), now);
  await enqueueAlert(tx, deps, {
    userId,
    write: (texts) =>
      texts.withdrawalFailed({ amount: displayAmount(amountMicro, PLACES), currency, reason: why.reason }),
  });
  if (withdrawal.source === 'user') await enqueueOutcome(tx, deps, withdrawal, 'withdrawal.failed');
}
