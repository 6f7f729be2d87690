import { countEnough } from '@glasspool/chains';
import { DAY_MS, HOUR_MS, NETWORKS, type Network, PoolError, type UserId } from '@glasspool/core';
import type { Queryable } from '@glasspool/db';
import { recordAdminAction } from '@glasspool/identity/audit';
import type { CallOrigin } from '@glasspool/identity/deps';
import { withTwoFactor } from '@glasspool/identity/two-factor';
import type { DependencyReport } from '../dependencies/index.ts';
import type { PoolDeps } from '../deps.ts';

/** A node that was restarted, or a line that was cut, is back sooner. */
const AWAY_FOR_MS = HOUR_MS / 2;
const LEAVE_MS = DAY_MS;

/** A network with two or more nodes, too few of which answer. */
export interface NetworkWithoutNodes {
  readonly network: Network;
  /** From when on an admin may let the nodes that answer decide alone, by the machine's clock. */
  readonly leaveFrom: number;
}

/** Networks on which nothing is decided, because nodes have been away, while at least one answers. */
export function listWithoutNodes({ dependencies }: Pick<PoolDeps, 'dependencies'>): NetworkWithoutNodes[] {
  return NETWORKS.flatMap((network) => {
    const nodes = dependencies.list().filter(({ name }) => name.startsWith(`${network} node `));
    const away = nodes.filter(isAway);
    const answering = nodes.length - away.length;
    if (answering === 0 || answering >= countEnough(nodes.length)) return [];
    return [{ network, leaveFrom: Math.max(...away.map(({ since }) => since)) + AWAY_FOR_MS }];
  });
}

function isAway({ reason }: DependencyReport): boolean {
  return ['unreachable', 'silent', 'bad-answer'].includes(reason);
}

/** Returns true while an admin lets the nodes of a network that answer decide without those that do not. */
export async function mayDecideAlone(db: Queryable, network: Network, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('chainStatus')
    .select('oneNodeUntil')
    .where('network', '=', network)
    .executeTakeFirst();
  return (row?.oneNodeUntil ?? 0) > now;
}

/**
 * Lets the nodes of a network that answer decide without those that have been away for half an hour, for 24 hours. Everyone is told. A signer
 * of its own does not know of it: before a second signature of one TRX withdrawal it goes on waiting for all of its nodes.
 *
 * @throws PoolError NODES_NOT_AWAY, TWO_FACTOR_REQUIRED, TWO_FACTOR_BLOCKED, TWO_FACTOR_SHUT, TWO_FACTOR_INVALID
 */
export async function allowOneNode(
  deps: Pick<
    PoolDeps,
    'db' | 'dependencies' | 'machineClock' | 'events' | 'twoFactorKey' | 'passwords' | 'otpKey'
  >,
  request: {
    readonly adminId: UserId;
    readonly origin: CallOrigin;
    readonly network: Network;
    readonly reason: string;
    readonly totp?: string | undefined;
  },
): Promise<void> {
  const { adminId, origin, network, reason, totp } = request;
  const now = deps.machineClock.now();
  const without = listWithoutNodes(deps).find((one) => one.network === network);
  if (without === undefined || without.leaveFrom > now) throw new PoolError('NODES_NOT_AWAY', { network });
  const until = now + LEAVE_MS;
  await withTwoFactor(deps, { userId: adminId, code: totp }, async (assertTwoFactor) =>
    deps.db.transaction(async (tx) => {
      await assertTwoFactor(tx);
      await tx
        .updateTable('chainStatus')
        .set({ oneNodeUntil: until })
        .where('network', '=', network)
        .execute();
      await recordAdminAction(tx, deps, {
        adminId,
        origin,
        action: 'nodes.allow-one',
        subject: network,
        before: {},
        after: { reason, until: new Date(until).toISOString() },
      });
      tx.onCommit(() => deps.events.emitToStaff('notice.changed'));
    }),
  );
}
