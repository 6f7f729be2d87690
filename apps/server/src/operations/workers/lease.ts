import { databaseTime, type Fence, type Transaction } from '@glasspool/db';
import type { PoolDeps } from '@glasspool/pool/deps';
import { sql } from 'kysely';

const FIRST_TOKEN = 1;

interface LeaseRequest {
  readonly worker: string;
  readonly holder: string;
  /** The token that the holder had last, if it had one. */
  readonly token?: number | undefined;
  readonly durationMs: number;
}

/**
 * Takes or keeps the lease of a worker, so that one process at a time does its work. A lease that is kept keeps its token; one that
 * is taken gets a new one. Times are those of the database, whose clock all processes share.
 *
 * @returns the lease with its fencing token, for `Database.fenced`, or undefined when another process holds it.
 */
export async function holdLease(
  { db }: Pick<PoolDeps, 'db'>,
  request: LeaseRequest,
): Promise<Fence | undefined> {
  const { worker, holder } = request;
  const token = await db.transaction(
    async (tx) => (await renewLease(tx, request)) ?? (await takeLease(tx, request)),
  );
  return token === undefined ? undefined : { worker, holder, token };
}

/** Kept by its token: one that has run out is still its holder's while no one else took it. */
async function renewLease(
  tx: Transaction,
  { worker, holder, token, durationMs }: LeaseRequest,
): Promise<number | undefined> {
  if (token === undefined) return undefined;
  const kept = await tx
    .updateTable('workerLease')
    .set({ expiresAt: sql<number>`${databaseTime(tx.dialectName)} + ${durationMs}` })
    .where('worker', '=', worker)
    .where('holder', '=', holder)
    .where('token', '=', token)
    .returning('token')
    .executeTakeFirst();
  return kept?.token;
}

async function takeLease(
  tx: Transaction,
  { worker, holder, durationMs }: LeaseRequest,
): Promise<number | undefined> {
  const now = databaseTime(tx.dialectName);
  const expiresAt = sql<number>`${now} + ${durationMs}`;
  const isFirst = await tx
    .insertInto('workerLease')
    .values({ worker, holder, token: FIRST_TOKEN, expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('token')
    .executeTakeFirst();
  if (isFirst !== undefined) return FIRST_TOKEN;
  const taken = await tx
    .updateTable('workerLease')
    .set((eb) => ({ holder, token: eb('token', '+', 1), expiresAt }))
    .where('worker', '=', worker)
    .where('expiresAt', '<=', now)
    .returning('token')
    .executeTakeFirst();
  return taken?.token;
}

/**
 * Gives up every lease of a process that stops, so that another may go on at once. The rows stay: a token that came back would let in one
 * that lost it long ago.
 */
export async function releaseLeases({ db }: Pick<PoolDeps, 'db'>, holder: string): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.updateTable('workerLease').set({ expiresAt: 0 }).where('holder', '=', holder).execute();
  });
}

/** Ends the leases of earlier processes. Only for a database that one process at a time can serve, which is this one. */
export async function endAllLeases({ db }: Pick<PoolDeps, 'db'>): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.updateTable('workerLease').set({ expiresAt: 0 }).execute();
  });
}
