import type { Transaction } from '@glasspool/db';
import { recordAdminAction } from '../audit/index.ts';
import type { Actor, CallOrigin, PoolDeps } from '../deps.ts';
import { composeMail, enqueueMail } from '../mail/index.ts';

const NOTICES = {
  'second-factor.enrol':
    'An authenticator app is asked for from now on when someone logs in to your account, or pays an address from it for the first time.',
  'second-factor.remove':
    'Your authenticator app is not asked for any more when someone logs in to your account.',
  'recovery-codes.renew': 'New recovery codes were made for your account. The old ones work no more.',
  'passkey.add':
    'A passkey was added to your account. It logs in without a password, and confirms what needs a second factor.',
  'passkey.remove': 'A passkey was removed from your account. It opens nothing any more.',
} as const;

/** Tells the owner. Changes that staff make to their own account are in the audit log too; those of users are their own affair. */
export async function recordFactorChange(
  tx: Transaction,
  deps: Pick<PoolDeps, 'machineClock' | 'random'>,
  entry: { actor: Actor; origin: CallOrigin; action: keyof typeof NOTICES; name?: string },
): Promise<void> {
  const { actor, origin, action, name } = entry;
  const named = name === undefined ? [] : [`Its name: ${name}.`];
  const notice = `${NOTICES[action]} If it was not you, change your password now, which ends all other sessions.`;
  await enqueueMail(
    tx,
    deps,
    composeMail(actor.email, 'The second factor of your Glasspool account', [notice, ...named]),
  );
  if (actor.role === 'user') return;
  const line = { adminId: actor.userId, origin, subject: actor.userId, before: {} };
  await recordAdminAction(tx, deps, { ...line, action, after: name === undefined ? {} : { name } });
}
