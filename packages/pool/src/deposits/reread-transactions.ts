// Transactions that are read from the chain once more: those whose rows have no names yet, and those of which a transfer to us was missed.
import { HOUR_MS, type Network } from '@glasspool/core';
import type { Transaction } from '@glasspool/db';
import type { PoolDeps } from '../deps.ts';
import { getStatus, lockStatus } from './scanner-status.ts';
import { storeMissing } from './store-transfers.ts';

/** Transactions of one step. */
const BATCH = 5;
/** A transaction that gave nothing is asked for again after this time. */
const AGAIN_AFTER_MS = HOUR_MS;
const GIVEN_UP_AFTER_MS = 24 * HOUR_MS;

type Deps = Pick<PoolDeps, 'db' | 'clock' | 'machineClock' | 'random' | 'chains' | 'events'>;
interface Reread {
  readonly network: Network;
  readonly txHash: string;
}

/** Puts a transaction on the list of those that are read once more. */
export async function addReread(
  tx: Transaction,
  { machineClock }: Pick<PoolDeps, 'machineClock'>,
  { network, txHash }: Reread,
): Promise<void> {
  await tx
    .insertInto('rereadTransaction')
    .values({ network, txHash, addedAt: machineClock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Reads the next transactions of the list once more, and stores transfers that the books lack as the scanner does. Where the list is short,
 * transactions whose rows have no names are put on it. One that cannot be read never stops those behind it. Returns the number that were read.
 *
 * @throws AggregateError with the error of each transaction that failed
 */
export async function rereadTransactions(deps: Deps, network: Network): Promise<number> {
  let due = await listDue(deps, network);
  if (due.length < BATCH && (await addNameless(deps, network))) due = await listDue(deps, network);
  let read = 0;
  const errors: unknown[] = [];
  for (const txHash of due) {
    const reread = { network, txHash };
    try {
      if (await rereadTransaction(deps, reread)) read += 1;
    } catch (error) {
      errors.push(error);
      await deps.db.transaction((tx) => recordAsked(tx, deps, { ...reread, isRead: false }));
    }
  }
  if (errors.length > 0)
    throw new AggregateError(errors, `${errors.length} transactions of ${network} could not be read again.`);
  return read;
}

async function listDue({ db, machineClock }: Deps, network: Network): Promise<string[]> {
  const rows = await db.read
    .selectFrom('rereadTransaction')
    .select('txHash')
    .where('network', '=', network)
    .where('askedAt', '<=', Math.max(0, machineClock.now() - AGAIN_AFTER_MS))
    .orderBy('askedAt')
    .orderBy('txHash')
    .limit(BATCH)
    .execute();
  return rows.map(({ txHash }) => txHash);
}

/**
 * Reads one transaction once more, from nodes that agree. Returns false where the final chain has no transfer in it, or the scanner has yet to
 * read its block.
 */
export async function rereadTransaction(deps: Deps, reread: Reread): Promise<boolean> {
  const chain = deps.chains[reread.network];
  const { rollBacks } = await getStatus(deps.db.read, reread.network);
  const transfers = (await chain.listFinalTransfers(reread.txHash)) ?? [];
  return deps.db.transaction(async (tx) => {
    const status = await lockStatus(tx, reread.network);
    const [first] = transfers;
    const isRead =
      first !== undefined && status.rollBacks === rollBacks && first.blockHeight <= status.scannedHeight;
    if (isRead) await storeMissing(tx, deps, chain, transfers);
    await recordAsked(tx, deps, { ...reread, isRead });
    return isRead;
  });
}

/** Takes a transaction off the list once the chain has it, or did not have it for a day, and each of its rows has a name. */
async function recordAsked(
  tx: Transaction,
  { machineClock }: Pick<PoolDeps, 'machineClock'>,
  { network, txHash, isRead }: Reread & { isRead: boolean },
): Promise<void> {
  const nameless = await tx
    .selectFrom('deposit')
    .select('id')
    .where('network', '=', network)
    .where('txHash', '=', txHash)
    .where('entry', 'is', null)
    .limit(1)
    .executeTakeFirst();
  const now = machineClock.now();
  if (nameless !== undefined || !isRead)
    await tx
      .updateTable('rereadTransaction')
      .set({ askedAt: now, unmatched: isRead ? 1 : 0 })
      .where('network', '=', network)
      .where('txHash', '=', txHash)
      .execute();
  if (nameless === undefined)
    await tx
      .deleteFrom('rereadTransaction')
      .where('network', '=', network)
      .where('txHash', '=', txHash)
      // One that the final chain never had is given up.
      .where('addedAt', '<=', isRead ? now : now - GIVEN_UP_AFTER_MS)
      .execute();
}

/** Lists the next transactions with rows from before names were kept. Returns false when there are none. */
async function addNameless(deps: Deps, network: Network): Promise<boolean> {
  const rows = await deps.db.read
    .selectFrom('deposit')
    .select('txHash')
    .where('network', '=', network)
    .where('entry', 'is', null)
    .orderBy('txHash')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('rereadTransaction as listed')
            .select('listed.txHash')
            .where('listed.network', '=', network)
            .whereRef('listed.txHash', '=', 'deposit.txHash'),
        ),
      ),
    )
    .limit(BATCH)
    .execute();
  if (rows.length === 0) return false;
  await deps.db.transaction(async (tx) => {
    for (const { txHash } of rows) await addReread(tx, deps, { network, txHash });
  });
  return true;
}
