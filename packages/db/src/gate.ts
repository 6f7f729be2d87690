import { sql } from 'kysely';
import type { Transaction } from './transaction.ts';

/** Number of our gates among the advisory locks of a PostgreSQL server. */
const CLASS = 4_773;
/** Gates between kinds of work that share no row to lock. */
const GATES = { rewardRuns: 1 } as const;
export type Gate = keyof typeof GATES;

/** Passes a gate until the transaction ends; others may pass it too. Waits while one of them holds it shut. SQLite has one writer at a time. */
export async function passGate(tx: Transaction, gate: Gate): Promise<void> {
  if (tx.dialectName === 'postgres')
    await sql`select pg_advisory_xact_lock_shared(${CLASS}, ${GATES[gate]})`.execute(tx);
}

/** Shuts a gate until the transaction ends, once no other transaction is within. */
export async function shutGate(tx: Transaction, gate: Gate): Promise<void> {
  if (tx.dialectName === 'postgres')
    await sql`select pg_advisory_xact_lock(${CLASS}, ${GATES[gate]})`.execute(tx);
}
