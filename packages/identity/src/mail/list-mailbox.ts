import type { IdentityDeps } from '../deps.ts';

const MESSAGES_MAX = 50;

export interface MailboxMessage {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly at: number;
}

/** Newest messages that the local mailbox kept, for an address or for everyone, newest first. */
export async function listMailbox(
  deps: Pick<IdentityDeps, 'db'>,
  recipient: string | undefined,
): Promise<MailboxMessage[]> {
  const all = deps.db.read.selectFrom('mailboxMessage').selectAll();
  const rows = await (recipient === undefined ? all : all.where('recipient', '=', recipient))
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
