import { DAY_MS, HOUR_MS, type Id, MINUTE_MS } from '@glasspool/core';
import pMap from 'p-map';
import { type IdentityDeps, MailRejectedError } from '../deps.ts';
import { addFooter } from './templates.ts';
import { findWaitingMail } from './waiting-mail.ts';

const BATCH = 20;
const SENT_AT_ONCE = 4;
/** RFC 5321, 4.5.4.1: a sender gives up after four or five days. */
const GIVE_UP_AFTER_MS = 5 * DAY_MS;
const FAILURE_LENGTH_MAX = 500;

type Deps = Pick<IdentityDeps, 'db' | 'machineClock' | 'mail' | 'settings'>;

interface WaitingMail {
  readonly id: Id<'mail'>;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly tries: number;
  readonly createdAt: number;
  readonly expiresAt: number | null;
}

type Outcome =
  | { readonly kind: 'sent' }
  | { readonly kind: 'given-up'; readonly failure: string }
  | { readonly kind: 'later'; readonly failure: string };

/** Counts of one step. `failures`: the different answers of the mail server, without the names of recipients where it is away. */
export interface MailStep {
  readonly sent: number;
  readonly givenUp: number;
  readonly failures: readonly string[];
}

/**
 * Sends what waits in the outbox. A message that the server refuses for good ends, with its answer; one whose code or link has expired
 * ends; any other failure is tried again, later each time, for five days. The body of a message that has ended is removed. A crash after
 * sending and before recording it sends the message twice: for mail that is the lesser evil. `firstDigest`: of the first manifest, in hex,
 * for the footer.
 */
export async function deliverMail(
  deps: Deps,
  { firstDigest }: { firstDigest: string | undefined },
): Promise<MailStep> {
  const waiting = await findWaitingMail(deps.db.read)
    .selectAll()
    .where('nextTryAt', '<=', deps.machineClock.now())
    .orderBy('nextTryAt')
    .limit(BATCH)
    .execute();
  const outcomes = await pMap(
    waiting,
    async (stored) => {
      const body = { text: stored.text ?? '', html: stored.html ?? '' };
      const mail = { ...stored, ...addFooter(body, { poolUrl: deps.settings.publicUrl, firstDigest }) };
      const outcome = await deliver(deps, mail);
      await record(deps, mail, outcome);
      return outcome;
    },
    { concurrency: SENT_AT_ONCE },
  );
  return {
    sent: outcomes.filter(({ kind }) => kind === 'sent').length,
    givenUp: outcomes.filter(({ kind }) => kind === 'given-up').length,
    failures: [...new Set(outcomes.flatMap((one) => (one.kind === 'sent' ? [] : [one.failure])))],
  };
}

async function deliver({ mail: transport, machineClock }: Deps, mail: WaitingMail): Promise<Outcome> {
  const { recipient, subject, text, html, createdAt, expiresAt } = mail;
  if (expiresAt !== null && machineClock.now() >= expiresAt)
    return { kind: 'given-up', failure: 'Its code or link expired before it could be delivered.' };
  try {
    await transport.send({ recipient, subject, text, html });
    return { kind: 'sent' };
  } catch (error) {
    const failure = (error instanceof Error ? error.message : String(error)).slice(0, FAILURE_LENGTH_MAX);
    const isOver = error instanceof MailRejectedError || machineClock.now() - createdAt >= GIVE_UP_AFTER_MS;
    return { kind: isOver ? 'given-up' : 'later', failure };
  }
}

async function record(deps: Deps, mail: WaitingMail, outcome: Outcome): Promise<void> {
  const { id, recipient, subject, tries } = mail;
  const now = deps.machineClock.now();
  const bodies = { text: null, html: null };
  const changes = {
    sent: { sentAt: now, ...bodies },
    'given-up': { givenUpAt: now, ...bodies },
    later: { tries: tries + 1, nextTryAt: now + Math.min(HOUR_MS, MINUTE_MS * 2 ** tries) },
  }[outcome.kind];
  const failure = outcome.kind === 'sent' ? null : outcome.failure;
  await deps.db.transaction(async (tx) => {
    await tx
      .updateTable('mail')
      .set({ ...changes, failure })
      .where('id', '=', id)
      .execute();
    if (outcome.kind !== 'sent' || !deps.settings.keepsMailbox) return;
    await tx
      .insertInto('mailboxMessage')
      .values({ id, recipient, subject, text: mail.text, html: mail.html, createdAt: now })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  });
}
