import { displayAmount, isId, type Network, type WithdrawalId } from '@glasspool/core';
import type { Transaction } from '@glasspool/db';
import { enqueueAlert } from '@glasspool/identity';
import type { PoolDeps } from '../deps.ts';
import {
  bookNetworkFee,
  type Fate,
  followOutgoing,
  listAdopted,
  tripCircuitBreaker,
} from '../outgoing/index.ts';
import { lockWithdrawal } from '../withdrawals/index.ts';

type Deps = Pick<
  PoolDeps,
  'db' | 'clock' | 'machineClock' | 'random' | 'chains' | 'signedLog' | 'settings' | 'events'
>;

/** Subjects of one step: each asks the node once or more. */
const STEP = 100;
const PLACES = 3;

/**
 * Follows what a restore took over for sweeps and anchors, and what stood in blocks that were replaced: it is sent again until the chain has
 * decided about it, and its fee is booked. Nothing is signed on the network until then. A payment that was final, and fails now or can never
 * happen any more, halts payouts: its payee has nothing. Returns how many it looked at.
 */
export async function followAdopted(deps: Deps, network: Network): Promise<number> {
  const subjects = (await listAdopted(deps.db.read, network)).slice(0, STEP);
  for (const subject of subjects) await follow(deps, { network, subject });
  return subjects.length;
}

async function follow(
  deps: Deps,
  { network, subject }: { network: Network; subject: string },
): Promise<void> {
  const fate = await followOutgoing(deps, { network, subject });
  if (fate.kind === 'open') return;
  await deps.db.transaction(async (tx) => {
    if (fate.kind === 'final') {
      const { txHash, outcome } = fate;
      await bookNetworkFee(tx, { network, subject, txHash, outcome, now: deps.clock.now() });
    }
    const isDone = fate.kind === 'final' && fate.outcome.succeeded;
    if (!isDone && !isId('withdrawal', subject)) await sweepAgain(tx, subject);
    // Followed on until there is room to say so.
    if (!isDone && isId('withdrawal', subject) && !(await markLost(tx, deps, { network, subject, fate })))
      return;
    await tx.deleteFrom('adoptedSubject').where('subject', '=', subject).execute();
  });
}

/** Halts payouts for a withdrawal, marks it as lost, and writes to its owner. It is confirmed: others do not come here. Returns false when the reason of the halt finds no room. */
async function markLost(
  tx: Transaction,
  deps: Pick<Deps, 'clock' | 'machineClock' | 'random' | 'events'>,
  { network, subject, fate }: { network: Network; subject: WithdrawalId; fate: Fate },
): Promise<boolean> {
  const { userId, source, amountMicro, currency, address, lostAt } = await lockWithdrawal(tx, subject);
  // Told already: by another process that asked the chain too, or before a scanner with an older answer had it followed again.
  if (lostAt !== null) return true;
  const how = fate.kind === 'final' ? 'did not carry it out in the new ones' : 'can never pay it again';
  const reason = `${network} replaced the block that paid withdrawal ${subject}, and ${how}: it is confirmed in the books, and its payee has nothing.`;
  if ((await tripCircuitBreaker(tx, reason)) === 'unchanged') return false;
  await tx
    .updateTable('withdrawal')
    .set({
      lostAt: deps.clock.now(),
      reason:
        'The network replaced the block of this payment and did not carry it out again. The operator knows.',
    })
    .where('id', '=', subject)
    .execute();
  const amount = displayAmount(amountMicro, PLACES);
  await enqueueAlert(tx, deps, {
    userId,
    write: (texts) => texts.withdrawalLost({ amount, currency, address }),
  });
  tx.onCommit(() => {
    if (source === 'operator') deps.events.emitToStaff('hotWallet.changed');
    else deps.events.emit(userId, 'withdrawal.changed', 'transaction.changed');
  });
  return true;
}

/** The address that a transfer was to empty still has what was deposited there: it counts as not swept. */
async function sweepAgain(tx: Transaction, subject: string): Promise<void> {
  await tx
    .updateTable('wallet')
    .set((eb) => ({ sweptHeight: eb('lastDepositHeight', '-', 1) }))
    .where('address', 'in', (eb) =>
      eb.selectFrom('outgoingTransaction').select('sender').where('subject', '=', subject),
    )
    .whereRef('sweptHeight', '>=', 'lastDepositHeight')
    .where('lastDepositHeight', '>', 0)
    .execute();
}
