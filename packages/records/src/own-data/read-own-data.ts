import { getNotifications, listEmails } from '@glasspool/identity/accounts';
import { listApiKeys } from '@glasspool/identity/api-keys';
import type { Actor } from '@glasspool/identity/deps';
import { listPasskeys } from '@glasspool/identity/passkeys';
import { listSessions } from '@glasspool/identity/sessions';
import { listWebhooks } from '@glasspool/identity/webhooks';
import { getAllowlist } from '@glasspool/pool/allowlist';
import type { PoolDeps } from '@glasspool/pool/deps';
import { listInvestments } from '@glasspool/pool/investments';
import { getUser } from '../users/index.ts';

/**
 * Reads all data that the pool keeps about a user. The rows of the history are left out, because their number is not limited, and so are
 * secrets.
 */
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
