import { isId, type Network, type WithdrawalId } from '@glasspool/core';
import type { Transaction } from '@glasspool/db';
import type { PoolDeps } from '../deps.ts';
import {
  type Absent,
  addAdopted,
  bookAnswer,
  bookNetworkFee,
  type Fate,
  findVoided,
  followOutgoing,
  listAdopted,
  lookUpOutgoing,
  recordHalt,
  returnNetworkFees,
  storeVoid,
  toVoidSubject,
  voidOutgoing,
} from '../outgoing/index.ts';
import { followPayment, reversePayment } from '../withdrawals/index.ts';

type Deps = Pick<
  PoolDeps,
  'db' | 'clock' | 'machineClock' | 'random' | 'chains' | 'signedLog' | 'settings' | 'events'
>;

/** Subjects of one step: each asks the node once or more. */
const STEP = 100;
type Ended = Exclude<Fate, { kind: 'open' }>;

/**
 * Follows what a restore took over for sweeps and anchors, and what stood in blocks that were replaced: it is sent again until the chain has
 * decided about it, and its fee is booked. Nothing is signed on the network until then. A payment that was final, and fails now or can never
 * happen any more, goes back to its payer, and payouts halt. One that had failed is not sent again: another transfer takes its nonce. Returns how
 * many it looked at.
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
  const fate = await findFate(deps, { network, subject });
  if (fate.kind === 'open') return;
  if (fate.kind === 'absent') return takeItsPlace(deps, { network, subject, fate });
  await bookAnswer(deps, fate, async (tx) => {
    const now = deps.clock.now();
    if (fate.kind === 'final') {
      const { txHash, outcome } = fate;
      await bookNetworkFee(tx, { network, subject, txHash, outcome, now });
      await returnNetworkFees(tx, { network, subject, now, except: txHash });
    } else await returnNetworkFees(tx, { network, subject, now });
    if (fate.kind === 'impossible' || (fate.kind === 'final' && !fate.outcome.succeeded)) {
      if (isId('withdrawal', subject)) await endPayment(tx, deps, { network, id: subject, fate });
      else await sweepAgain(tx, subject);
      const voided = findVoided(subject);
      // Its nonce may have been taken by the payment itself.
      if (voided !== undefined) await addAdopted(tx, { network, subject: voided });
    }
    await tx.deleteFrom('adoptedSubject').where('subject', '=', subject).execute();
  });
}

/** Absent is a payment that failed and that no block has any more, but may have again: it is not sent again, for its money was given back. */
async function findFate(
  deps: Deps,
  { network, subject }: { network: Network; subject: string },
): Promise<Fate | Absent> {
  if (!isId('withdrawal', subject)) return followOutgoing(deps, { network, subject });
  const query = deps.db.read.selectFrom('withdrawal').selectAll().where('id', '=', subject);
  const withdrawal = await query.executeTakeFirstOrThrow();
  return withdrawal.state === 'failed'
    ? lookUpOutgoing(deps, { network, subject })
    : followPayment(deps, withdrawal);
}

/**
 * Has a transfer of nothing followed in the place of a payment whose money was given back: what is signed later waits for its nonce, and carried out it
 * would be paid twice. On a chain without nonces the payment is followed until it has expired.
 */
async function takeItsPlace(
  deps: Deps,
  { network, subject, fate }: { network: Network; subject: string; fate: Absent },
): Promise<void> {
  const signed = await voidOutgoing(deps, { network, subject });
  if (signed === undefined) return;
  await bookAnswer(deps, fate, async (tx) => {
    const now = deps.clock.now();
    const voidSubject = toVoidSubject(subject);
    await storeVoid(tx, { network, subject: voidSubject, signed, now });
    await addAdopted(tx, { network, subject: voidSubject });
    await returnNetworkFees(tx, { network, subject, now });
    await tx.deleteFrom('adoptedSubject').where('subject', '=', subject).execute();
  });
}

/** Gives a payment back that a chain has lost with its block, and halts payouts for an admin to look at that chain. It was confirmed: others do not come here. */
async function endPayment(
  tx: Transaction,
  deps: Deps,
  { network, id, fate }: { network: Network; id: WithdrawalId; fate: Ended },
): Promise<void> {
  const evidence =
    fate.kind === 'final'
      ? { txHash: fate.txHash, blockHeight: fate.outcome.blockHeight, succeeded: false }
      : fate.proof;
  // False where another process gave it back, which asked the chain too, or a scanner with an older answer had it followed again.
  if (!(await reversePayment(tx, deps, { id, evidence }))) return;
  const how = fate.kind === 'final' ? 'did not carry it out in the new ones' : 'can never pay it again';
  await recordHalt(
    tx,
    `${network} replaced the block that paid withdrawal ${id}, and ${how}: the money is back with its payer.`,
  );
}

/** The address that a transfer was to empty still has what was deposited there: it counts as never swept. */
async function sweepAgain(tx: Transaction, subject: string): Promise<void> {
  await tx
    .updateTable('wallet')
    .set({ sweptHeight: 0 })
    .where('address', 'in', (eb) =>
      eb.selectFrom('outgoingTransaction').select('sender').where('subject', '=', subject),
    )
    .where('sweptHeight', '>', 0)
    .execute();
}
