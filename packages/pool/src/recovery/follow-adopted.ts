import { isId, type Network } from '@glasspool/core';
import type { PoolDeps } from '../deps.ts';
import { bookNetworkFee, followOutgoing, listAdopted, tripCircuitBreaker } from '../outgoing/index.ts';

type Deps = Pick<PoolDeps, 'db' | 'clock' | 'chains' | 'signedLog' | 'settings'>;

/** Subjects of one step: each asks the node once or more. */
const STEP = 100;

/**
 * Follows what a restore took over for sweeps and anchors, and what stood in blocks that were replaced: it is sent again until the chain has
 * decided about it, and its fee is booked. Nothing is signed on the network until then. A payment that was final, and can never happen any
 * more, halts payouts: its owner is not paid. Returns how many it looked at.
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
    // Withdrawals come here only as confirmed ones.
    if (fate.kind === 'impossible' && isId('withdrawal', subject))
      await tripCircuitBreaker(
        tx,
        `${network} replaced the block that paid withdrawal ${subject}, and can never pay it again: it is confirmed in the books, and its payee has nothing.`,
      );
    await tx.deleteFrom('adoptedSubject').where('subject', '=', subject).execute();
  });
}
