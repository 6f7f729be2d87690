import type { Network } from '@glasspool/core';
import type { PoolDeps } from '../deps.ts';
import { bookNetworkFee, followOutgoing, listAdopted } from '../outgoing/index.ts';

type Deps = Pick<PoolDeps, 'db' | 'clock' | 'chains' | 'signedLog' | 'settings'>;

/** Subjects of one step: each asks the node once or more. */
const STEP = 100;

/**
 * Follows what a restore took over for sweeps and anchors: it is sent again until the chain has decided about it, and its fee is booked.
 * Nothing is signed on the network until then. Returns how many it looked at.
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
    await tx.deleteFrom('adoptedSubject').where('subject', '=', subject).execute();
  });
}
