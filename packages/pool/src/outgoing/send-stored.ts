import type { SignedTransfer } from '@glasspool/chains';
import type { PoolDeps } from '../deps.ts';
import { isHalted } from './halt.ts';
import { recordLogged } from './logged-lines.ts';
import { findOutgoing, lockOutgoing } from './rows.ts';

type Deps = Pick<
  PoolDeps,
  'db' | 'clock' | 'machineClock' | 'random' | 'chains' | 'signedLog' | 'events' | 'outgoingHandlers'
>;

/**
 * Sends stored bytes, once they are in the signed log on disk and the row says that they may have left. Whatever the node answers decides
 * nothing: `settle` asks the chain, and sends the same bytes again while it knows nothing of them.
 *
 * @throws NetworkRefusedError when the node is on a network that the product must not touch.
 */
export async function sendStored(
  deps: Deps,
  id: string,
  signed: SignedTransfer & { readonly subject?: string },
): Promise<void> {
  const row = await findOutgoing(deps.db.read, id);
  if (row === undefined) throw new Error(`Nothing was signed under ${id}.`);
  const chain = deps.chains[row.network];
  const handler = deps.outgoingHandlers[row.purpose];
  await chain.assertAllowedNetwork();
  const { txHash, sender, nonce, expiresAt, raw, subject = id } = signed;
  const details = subject === id ? await handler.describe?.(deps.db.read, row) : undefined;
  await deps.signedLog.append({
    network: row.network,
    subject,
    txHash,
    sender,
    nonce,
    expiresAt,
    raw,
    ...details,
  });
  await recordLogged(deps.db, { txHash, signerLog: deps.signedLog.findSignerLogEnd?.() });
  if (row.sentAt === null)
    await deps.db.transaction(async (tx) => {
      const locked = await lockOutgoing(tx, id);
      // Nothing leaves for the first time while payouts are off.
      if (locked?.sentAt !== null || (await isHalted(tx, row.network))) return;
      await tx.updateTable('outgoing').set({ sentAt: deps.clock.now() }).where('id', '=', id).execute();
      await handler.onSent?.(tx, deps, locked, txHash);
    });
  await chain.assertAllowedNetwork();
  // The caller may have read the row long ago: only what is open is paid, and only what is watched cancelled.
  const now = await findOutgoing(deps.db.read, id);
  if (now === undefined || now.sentAt === null || now.state !== (subject === id ? 'open' : 'watched')) return;
  await chain.broadcast(raw);
}
