import type { Transaction } from '@glasspool/db';
import { recordAdminAction } from '../audit/record-admin-action.ts';
import type { Actor, CallOrigin, IdentityDeps } from '../deps.ts';
import { enqueueMail } from '../mail/enqueue-mail.ts';
import type { FactorChange } from '../mail/texts/index.ts';

/** Notifies the owner by mail. Changes that staff make to their own accounts are written to the audit log too. */
export async function recordFactorChange(
  tx: Transaction,
  deps: Pick<IdentityDeps, 'machineClock' | 'random'>,
  entry: { actor: Actor; origin: CallOrigin; action: FactorChange; name?: string },
): Promise<void> {
  const { actor, origin, action, name } = entry;
  await enqueueMail(tx, deps, {
    recipient: actor.email,
    write: (texts) => texts.factorChanged({ change: action, name }),
  });
  if (actor.role === 'user') return;
  const line = { adminId: actor.userId, origin, subject: actor.userId, before: {} };
  await recordAdminAction(tx, deps, { ...line, action, after: name === undefined ? {} : { name } });
}
