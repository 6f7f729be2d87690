import type { Sent } from '@glasspool/chains';
import type { Network } from '@glasspool/core';
import { isOpenOutgoing, type Queryable, type Transaction } from '@glasspool/db';
import type { PoolDeps } from '../deps.ts';
import { assertNoLineLost, recordAllLogged } from './logged-lines.ts';
import { findNextNonce, listWatched, readNextNonce, recordUsedElsewhere, WATCHED } from './nonces.ts';
import { haltAsOlderCopy } from './older-copy.ts';
import { readSignedFee } from './reopen.ts';

const ACKNOWLEDGED_SETTING = 'signedLog.acknowledgedLines';
const HASHES_PER_QUERY = 500;
/** More than these no other copy has used: a node that says so is wrong, and nothing that the pool signed later would ever follow. */
const NONCES_MAX = 1_000;
/**
 * At start: compares what the chain and the signed log know with the database. A database that is an older copy, or keys that someone
 * else uses too, halt payouts until an admin has resolved it. What left an address in a block that was not read yet is found by the
 * scanner: payouts wait for that, and on chains without nonces until what was signed before the start has expired.
 *
 * @throws LogCutError when the signed log lost lines that the database knows of
 */
export async function checkStart(
  deps: Pick<PoolDeps, 'db' | 'chains' | 'signedLog' | 'signingGate' | 'events'>,
): Promise<void> {
  await assertNoLineLost(deps);
  await recordAllLogged(deps);
  await commitRestoredFees(deps);
  await deps.signingGate.close(deps);
  for (const { network, index } of WATCHED) await findNextNonce(deps, deps.chains[network], index);
  const unknown = await findUnknownLines(deps);
  const [first] = unknown;
  if (first === undefined) return;
  const reason = `signed.log holds ${unknown.length} transactions that the database does not know, the first of them ${first}: the database is an older copy.`;
  await deps.db.transaction((tx) => haltAsOlderCopy(tx, deps, reason));
}

/** Commits own funds to the fees of what a restore took over: the restore knew no chain that could read the bytes. */
async function commitRestoredFees({ db, chains }: Pick<PoolDeps, 'db' | 'chains'>): Promise<void> {
  const restored = await db.read
    .selectFrom('outgoing')
    .select(['id', 'network'])
    .where(isOpenOutgoing)
    .where('feeMicro', '=', 0n)
    .execute();
  for (const { id, network } of restored) {
    const feeMicro = await readSignedFee(db.read, chains[network], id);
    await db.transaction(async (tx) => {
      await tx.updateTable('outgoing').set({ feeMicro }).where('id', '=', id).where(isOpenOutgoing).execute();
    });
  }
}

/** Returns true when the signed log holds what the database does not know, and no admin has looked into. */
export async function hasUnknownLines(deps: Pick<PoolDeps, 'db' | 'signedLog'>): Promise<boolean> {
  return (await findUnknownLines(deps)).length > 0;
}

async function findUnknownLines(deps: Pick<PoolDeps, 'db' | 'signedLog'>): Promise<string[]> {
  const hashes = await deps.signedLog.readHashes();
  return findUnknown(deps, hashes.slice(await countAcknowledged(deps.db.read)));
}

async function findUnknown({ db }: Pick<PoolDeps, 'db'>, hashes: readonly string[]): Promise<string[]> {
  const known = new Set<string>();
  for (let start = 0; start < hashes.length; start += HASHES_PER_QUERY) {
    const rows = await db.read
      .selectFrom('outgoingTransaction')
      .select('txHash')
      .where('txHash', 'in', hashes.slice(start, start + HASHES_PER_QUERY))
      .execute();
    for (const { txHash } of rows) known.add(txHash);
  }
  return hashes.filter((hash) => !known.has(hash));
}

/** Number of lines of the signed log that an admin has acknowledged. */
async function countAcknowledged(db: Queryable): Promise<number> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', ACKNOWLEDGED_SETTING)
    .executeTakeFirst();
  return Number(row?.value ?? 0);
}

/**
 * Takes note that an admin has resolved what was found: the nonces that were used elsewhere are used, and the lines of the signed log
 * are known. Without this the next start would find the same again.
 */
export async function acknowledgeOutside(
  tx: Transaction,
  outside: { nonces: readonly { network: Network; sender: string; nonce: number }[]; logLines: number },
): Promise<void> {
  await recordUsedElsewhere(tx, outside.nonces);
  const value = String(outside.logLines);
  await tx
    .insertInto('setting')
    .values({ name: ACKNOWLEDGED_SETTING, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/** Returns true when an address of ours that is looked at has sent, or a node has waiting, what the database does not know. */
export async function hasSentElsewhere(deps: Pick<PoolDeps, 'db' | 'chains'>): Promise<boolean> {
  const watched = await listWatched(deps.db.read);
  const counts = await Promise.all(watched.map((one) => countSent(deps, one, 'waiting')));
  return counts.some(({ first, onChain }) => onChain > first);
}

/** Nonces of the hot wallet, the anchoring address and every address that stopped payouts, which blocks have used and the database does not know. */
export async function findNoncesUsedElsewhere(
  deps: Pick<PoolDeps, 'db' | 'chains'>,
): Promise<{ network: Network; sender: string; nonce: number }[]> {
  const found = [];
  for (const watched of await listWatched(deps.db.read)) {
    const { sender, first, onChain } = await countSent(deps, watched, 'mined');
    if (onChain - first > NONCES_MAX) continue;
    for (let nonce = first; nonce < onChain; nonce += 1)
      found.push({ network: watched.network, sender, nonce });
  }
  return found;
}

/** The next nonce of an address by the database and by the chain; 0 for both where a chain has none. */
async function countSent(
  { db, chains }: Pick<PoolDeps, 'db' | 'chains'>,
  { network, index }: { network: Network; index: number },
  after: Sent,
): Promise<{ sender: string; first: number; onChain: number }> {
  const chain = chains[network];
  const sender = chain.deriveAddress(index);
  const onChain = await chain.getNonce(index, after);
  if (onChain === null) return { sender, first: 0, onChain: 0 };
  return { sender, first: await readNextNonce(db.read, { network, sender }), onChain };
}
