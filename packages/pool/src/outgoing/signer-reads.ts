// Reads of the signer, which decides by the database and by its own log, and by nothing that the server says.
import type { Network, UserId, WithdrawalId } from '@glasspool/core';
import type { Queryable, Row } from '@glasspool/db';

/** Derivation index under which the database has an address of ours, or undefined. */
export async function findDerivationIndex(
  db: Queryable,
  { network, address }: { network: Network; address: string },
): Promise<number | undefined> {
  const wallet = await db
    .selectFrom('wallet')
    .select('derivationIndex')
    .where('network', '=', network)
    .where('address', '=', address)
    .executeTakeFirst();
  return wallet?.derivationIndex;
}

/** Withdrawal on a network, or undefined. */
export async function findWithdrawalOn(
  db: Queryable,
  { network, id }: { network: Network; id: WithdrawalId },
): Promise<Row<'withdrawal'> | undefined> {
  return db
    .selectFrom('withdrawal')
    .selectAll()
    .where('id', '=', id)
    .where('network', '=', network)
    .executeTakeFirst();
}

/** Returns true for an account that exists and is not locked. */
export async function isAccountOpen(db: Queryable, userId: UserId): Promise<boolean> {
  const owner = await db.selectFrom('user').select('lockedAt').where('id', '=', userId).executeTakeFirst();
  return owner !== undefined && owner.lockedAt === null;
}

/** Transactions that were signed for a subject. */
export async function listSigned(
  db: Queryable,
  subject: string,
): Promise<{ readonly nonce: number | null; readonly expiresAt: number | null }[]> {
  return db
    .selectFrom('outgoingTransaction')
    .select(['nonce', 'expiresAt'])
    .where('subject', '=', subject)
    .execute();
}
