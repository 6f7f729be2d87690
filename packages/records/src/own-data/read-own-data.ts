import type { Actor } from '@glasspool/identity';
import { getNotifications, listApiKeys, listEmails, listPasskeys, listSessions } from '@glasspool/identity';
import { getAllowlist, listInvestments, type PoolDeps } from '@glasspool/pool';
import { listWebhooks } from '@glasspool/webhooks';
import { getUser } from '../users/index.ts';

/** Everything that the pool keeps about a user but the rows of their history, which have no end. Secrets are not part of it. */
export async function readOwnData(deps: Pick<PoolDeps, 'db' | 'clock' | 'machineClock'>, actor: Actor) {
  const { userId } = actor;
  const { sessions: _, ...account } = await getUser(deps, userId);
  const [, ...formerEmails] = await listEmails(deps.db.read, userId);
  return {
    account,
    formerEmails,
    notifications: await getNotifications(deps, userId),
    sessions: await listSessions(deps, actor),
    passkeys: await listPasskeys(deps, actor),
    allowlist: await getAllowlist(deps, userId),
    apiKeys: await listApiKeys(deps, userId),
    webhooks: await listWebhooks(deps, userId),
    investments: await listInvestments(deps, userId),
  };
}
