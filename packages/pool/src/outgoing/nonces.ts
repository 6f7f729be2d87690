import { ANCHOR_INDEX, type Chain, HOT_WALLET_INDEX } from '@glasspool/chains';
import type { Network } from '@glasspool/core';
import type { Queryable } from '@glasspool/db';
import type { PoolDeps } from '../deps.ts';
import { haltAsOlderCopy } from './older-copy.ts';

/**
 * The nonce after the last one that the database knows, or null where the chain has none. 'unknown' when the chain knows of more:
 * payouts are then halted.
 */
export async function findNextNonce(
  deps: Pick<PoolDeps, 'db' | 'events'>,
  chain: Chain,
  index: number,
): Promise<number | null | 'unknown'> {
  // Also those that wait for a block: an older copy of the database knows of none of them.
  const onChain = await chain.getNonce(index, 'waiting');
  if (onChain === null) return null;
  const sender = chain.deriveAddress(index);
  const next = await readNextNonce(deps.db.read, { network: chain.network, sender });
  if (onChain <= next) return next;
  const whose =
    index === HOT_WALLET_INDEX ? 'hot wallet' : index === ANCHOR_INDEX ? 'anchor' : `address ${sender}`;
  const reason = `The ${chain.network} ${whose} has sent ${onChain} transactions, of which the database knows ${next}.`;
  await deps.db.transaction((tx) => haltAsOlderCopy(tx, deps, reason));
  return 'unknown';
}

/** The nonce after the last one of an address that the database knows. */
export async function readNextNonce(
  db: Queryable,
  { network, sender }: { network: Network; sender: string },
): Promise<number> {
  const { used } = await db
    .selectFrom('outgoingNonce')
    .select((eb) => eb.fn.max<number | null>('nonce').as('used'))
    .where('network', '=', network)
    .where('sender', '=', sender)
    .executeTakeFirstOrThrow();
  return used === null ? 0 : used + 1;
}
