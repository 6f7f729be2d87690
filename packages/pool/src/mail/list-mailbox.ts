import type { PoolDeps } from '../deps.ts';

const MESSAGES_MAX = 50;

export interface MailboxMessage {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly at: number;
}

/** The messages that the local mailbox kept for an address, newest first. */
export async function listMailbox(deps: Pick<PoolDeps, 'db'>, recipient: string): Promise<MailboxMessage[]> {
  const rows = await deps.db.read
    .selectFrom('mailboxMessage')
    .selectAll()
    .where('recipient', '=', recipient)
    .orderBy('id', 'desc')
    .limit(MESSAGES_MAX)
    .execute();
  return rows.map((row) => ({
    to: row.recipient,
    subject: row.subject,
    text: row.text,
    html: row.html,
    at: row.createdAt,
  }));
}
