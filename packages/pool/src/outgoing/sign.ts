import type { Chain, SignedTransfer, TransferIntent } from '@glasspool/chains';
import type { Network } from '@glasspool/core';
import type { Transaction } from '@glasspool/db';
import type { PoolDeps } from '../deps.ts';
import { freezePayouts } from './freeze.ts';

/**
 * Signs a transfer with the nonce after the last one that the database knows. Nothing is stored or sent yet.
 * Undefined when the chain knows of more than the database: payouts are then frozen, for somebody else uses the keys.
 *
 * @throws NetworkRefusedError when the node is on a network that the product must not touch.
 */
export async function signNext(
  deps: Pick<PoolDeps, 'db' | 'chains'>,
  network: Network,
  intent: TransferIntent,
): Promise<SignedTransfer | undefined> {
  const chain = deps.chains[network];
  await chain.assertAllowedNetwork();
  const nonce = await nextNonce(deps, chain, intent.fromIndex);
  return nonce === 'unknown' ? undefined : chain.signTransfer({ ...intent, nonce });
}

async function nextNonce(
  deps: Pick<PoolDeps, 'db'>,
  chain: Chain,
  index: number,
): Promise<number | null | 'unknown'> {
  const onChain = await chain.getNonce(index);
  if (onChain === null) return null;
  const sender = chain.addressOf(index);
  const { used } = await deps.db.read
    .selectFrom('outgoingNonce')
    .select((eb) => eb.fn.max<number | null>('nonce').as('used'))
    .where('network', '=', chain.network)
    .where('sender', '=', sender)
    .executeTakeFirstOrThrow();
  const next = used === null ? 0 : used + 1;
  if (onChain <= next) return next;
  const whose = index === 0 ? 'treasury' : `address ${sender}`;
  await freezePayouts(
    deps,
    `The ${chain.network} ${whose} has sent ${onChain} transactions, of which the database knows ${next}.`,
  );
  return 'unknown';
}

/**
 * Stores what was signed, and takes its nonce, in the transaction of the state that it belongs to: nothing is broadcast that the
 * database does not know (decisions.md 5). False when the nonce or the hash is taken; what was signed is then dropped.
 */
export async function storeSigned(
  tx: Transaction,
  entry: { network: Network; subject: string; signed: SignedTransfer; now: number },
): Promise<boolean> {
  const { network, subject, signed, now } = entry;
  const { sender, nonce } = signed;
  if (nonce !== null) {
    const taken = await tx
      .insertInto('outgoingNonce')
      .values({ network, sender, nonce, subject })
      .onConflict((conflict) => conflict.doNothing())
      .returning('nonce')
      .executeTakeFirst();
    if (taken === undefined) return false;
  }
  // TRON has no nonce: an equal payment of the same moment has the same hash and must be signed again in a later one.
  const stored = await tx
    .insertInto('outgoingTransaction')
    .values({ ...signed, network, subject, createdAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('txHash')
    .executeTakeFirst();
  return stored !== undefined;
}
