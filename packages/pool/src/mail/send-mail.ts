import { deliverMail, type MailStep } from '@glasspool/identity/mail';
import type { PoolDeps } from '../deps.ts';
import { findFirstDigest } from '../first-snapshot.ts';

/** Sends the mails that are due. Each carries the digest of the first snapshot, which the pool cannot take back. */
export async function sendMail(
  deps: Pick<PoolDeps, 'db' | 'machineClock' | 'mail' | 'settings'>,
): Promise<MailStep> {
  return deliverMail(deps, { firstDigest: await findFirstDigest(deps.db.read) });
}
