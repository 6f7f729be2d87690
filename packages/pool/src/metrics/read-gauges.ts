import type { Network, WithdrawalState } from '@glasspool/core';
import { isOpenWithdrawal } from '@glasspool/db';
import type { PoolDeps } from '../deps.ts';
import { findFreeze } from '../outgoing/index.ts';

/** How a pool is doing, for what watches it. Counts and times; no user, no address. */
export interface Gauges {
  readonly chains: readonly {
    readonly network: Network;
    /** Blocks that the node has and the database does not. */
    readonly lagBlocks: number;
    /** How long ago the node answered last. */
    readonly silentMs: number;
  }[];
  readonly withdrawals: readonly { readonly state: WithdrawalState; readonly count: number }[];
  readonly mailsWaiting: number;
  readonly eventsWaiting: number;
  readonly isFrozen: boolean;
}

/** Reads how a pool is doing. */
export async function readGauges({
  db,
  machineClock,
}: Pick<PoolDeps, 'db' | 'machineClock'>): Promise<Gauges> {
  const now = machineClock.now();
  const chains = await db.read
    .selectFrom('chainStatus')
    .select(['network', 'headHeight', 'scannedHeight', 'seenAt'])
    .execute();
  const withdrawals = await db.read
    .selectFrom('withdrawal')
    .select((eb) => ['state', eb.fn.countAll<number>().as('count')])
    .where(isOpenWithdrawal)
    .groupBy('state')
    .execute();
  const { mailsWaiting } = await db.read
    .selectFrom('mail')
    .select((eb) => eb.fn.countAll<number>().as('mailsWaiting'))
    .where('sentAt', 'is', null)
    .executeTakeFirstOrThrow();
  const { eventsWaiting } = await db.read
    .selectFrom('webhookDelivery')
    .select((eb) => eb.fn.countAll<number>().as('eventsWaiting'))
    .where('nextTryAt', 'is not', null)
    .executeTakeFirstOrThrow();
  return {
    chains: chains.map(({ network, headHeight, scannedHeight, seenAt }) => ({
      network,
      lagBlocks: Math.max(0, headHeight - scannedHeight),
      silentMs: Math.max(0, now - seenAt),
    })),
    withdrawals,
    mailsWaiting,
    eventsWaiting,
    isFrozen: (await findFreeze({ db })) !== undefined,
  };
}
