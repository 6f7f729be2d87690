import { ANCHOR_INDEX, type Chain, HOT_WALLET_INDEX } from '@glasspool/chains';
import { NETWORKS, type Network } from '@glasspool/core';
import type { Queryable, Transaction } from '@glasspool/db';
import type { PoolDeps } from '../deps.ts';
import { haltAsOlderCopy } from './older-copy.ts';

/** Nonces that were noted as used by another copy of the program. */
const ELSEWHERE = 'elsewhere/';
interface Watched {
  readonly network: Network;
  /** Derivation index. */
  readonly index: number;
}

/** Addresses whose nonces tell of another copy at every start: the hot wallet's, and the one that anchors snapshots. */
export const WATCHED: readonly (Watched & { readonly name: string })[] = [
  ...NETWORKS.map((network) => ({ network, index: HOT_WALLET_INDEX, name: 'hot wallet' })),
  { network: 'BSC', index: ANCHOR_INDEX, name: 'anchor' },
];
/** Other addresses that another copy has sent from: an admin who resumes takes note of their nonces. */
const OUTSIDE_SETTING = 'nonces.outside.';

/**
 * The nonce after the last one that the database knows, or the first one that was noted as used elsewhere and that the chain does not know
 * of: its block was replaced, or a node had made it up, and nothing would ever follow it. Null where the chain has none. 'unknown' when the
 * chain knows of more than the database: payouts are then halted.
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
  const { network } = chain;
  const next = await readNextNonce(deps.db.read, { network, sender });
  if (onChain <= next) return (await findFreedNonce(deps.db.read, { network, sender, onChain })) ?? next;
  const named = WATCHED.find((one) => one.network === network && one.index === index);
  const reason = `The ${network} ${named?.name ?? `address ${sender}`} has sent ${onChain} transactions, of which the database knows ${next}.`;
  await deps.db.transaction(async (tx) => {
    await haltAsOlderCopy(tx, deps, reason);
    if (named !== undefined) return;
    await tx
      .insertInto('setting')
      .values({ name: `${OUTSIDE_SETTING}${network}.${index}`, value: String(index) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
  return 'unknown';
}

/** Addresses that an admin who resumes looks at: those of every start, and each that another copy has sent from since the last time. */
export async function listWatched(db: Queryable): Promise<Watched[]> {
  const watched: Watched[] = [...WATCHED];
  for (const network of NETWORKS) {
    const rows = await selectOutside(db, network).execute();
    watched.push(...rows.map(({ value }) => ({ network, index: Number(value) })));
  }
  return watched;
}

/** Takes note of nonces that another copy has used. */
export async function recordUsedElsewhere(
  tx: Transaction,
  nonces: readonly { network: Network; sender: string; nonce: number }[],
): Promise<void> {
  for (const { network, sender, nonce } of nonces)
    await tx
      .insertInto('outgoingNonce')
      .values({ network, sender, nonce, subject: `${ELSEWHERE}${network}/${sender}/${nonce}` })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  for (const network of NETWORKS) {
    const names = (await selectOutside(tx, network).execute()).map(({ name }) => name);
    if (names.length > 0) await tx.deleteFrom('setting').where('name', 'in', names).execute();
  }
}

function selectOutside(db: Queryable, network: Network) {
  return db
    .selectFrom('setting')
    .select(['name', 'value'])
    .where('name', 'like', `${OUTSIDE_SETTING}${network}.%`);
}

/** Notes a nonce for what is signed with it. Returns false where it is taken. */
export async function claimNonce(
  tx: Transaction,
  claim: { network: Network; sender: string; nonce: number; subject: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('outgoingNonce')
    .values(claim)
    .onConflict((conflict) =>
      conflict
        .columns(['network', 'sender', 'nonce'])
        .doUpdateSet({ subject: claim.subject })
        .where('outgoingNonce.subject', 'like', `${ELSEWHERE}%`),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** The first nonce from the chain's own count on that was noted as used elsewhere, and that nothing of ours has. */
async function findFreedNonce(
  db: Queryable,
  { network, sender, onChain }: { network: Network; sender: string; onChain: number },
): Promise<number | undefined> {
  const freed = await db
    .selectFrom('outgoingNonce')
    .select('nonce')
    .where('network', '=', network)
    .where('sender', '=', sender)
    .where('nonce', '>=', onChain)
    .where('subject', 'like', `${ELSEWHERE}%`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('outgoingTransaction')
            .select('txHash')
            .whereRef('outgoingTransaction.sender', '=', 'outgoingNonce.sender')
            .whereRef('outgoingTransaction.network', '=', 'outgoingNonce.network')
            .whereRef('outgoingTransaction.nonce', '=', 'outgoingNonce.nonce'),
        ),
      ),
    )
    .orderBy('nonce')
    .limit(1)
    .executeTakeFirst();
  return freed?.nonce;
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
