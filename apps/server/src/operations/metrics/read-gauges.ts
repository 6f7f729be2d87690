import { DAY_MS, type Network, type WithdrawalState } from '@glasspool/core';
import { isOpenWithdrawal } from '@glasspool/db';
import { findWaitingMail } from '@glasspool/identity/mail';
import { type ConditionOfChain, listChainConditions } from '@glasspool/pool/deposits';
import type { PoolDeps } from '@glasspool/pool/deps';
import { listHalted } from '@glasspool/pool/outgoing';
import { getBackupAgeMs } from '@glasspool/pool/recovery';

/** State of a pool, for what watches it. Counts and times; no user, no address. */
export interface Gauges {
  readonly chains: readonly ConditionOfChain[];
  readonly withdrawals: readonly { readonly state: WithdrawalState; readonly count: number }[];
  /** Payouts that are not signed yet, by the reason for which they wait. */
  readonly payoutsWaiting: readonly WaitingPayouts[];
  readonly mailsWaiting: number;
  /** Mails of the last 24 hours that were refused for good, or expired. */
  readonly mailsGivenUp: number;
  readonly eventsWaiting: number;
  readonly isHalted: boolean;
  /** Age of the newest backup, or of the pool where there is none; undefined for a pool without an account. */
  readonly backupAgeMs: number | undefined;
}

export interface WaitingPayouts {
  readonly network: Network;
  /** Reason that the withdrawal records; else `review`, `frozen`, `chain`, or `turn` while nothing is in its way. */
  readonly reason: string;
  readonly count: number;
}

type Deps = Pick<PoolDeps, 'db' | 'machineClock'>;

/** Reads the state of a pool. */
export async function readGauges(deps: Deps): Promise<Gauges> {
  const { db, machineClock } = deps;
  const open = await readOpenWithdrawals(deps);
  const chains = await listChainConditions(deps);
  const halted = await listHalted({ db });
  const { mailsWaiting } = await findWaitingMail(db.read)
    .select((eb) => eb.fn.countAll<number>().as('mailsWaiting'))
    .executeTakeFirstOrThrow();
  const { mailsGivenUp } = await db.read
    .selectFrom('mail')
    .select((eb) => eb.fn.countAll<number>().as('mailsGivenUp'))
    .where('givenUpAt', '>', machineClock.now() - DAY_MS)
    .executeTakeFirstOrThrow();
  const { eventsWaiting } = await db.read
    .selectFrom('webhookDelivery')
    .select((eb) => eb.fn.countAll<number>().as('eventsWaiting'))
    .where('nextTryAt', 'is not', null)
    .executeTakeFirstOrThrow();
  return {
    chains,
    withdrawals: sumBy(open, ({ state }) => state).map(([{ state }, count]) => ({ state, count })),
    payoutsWaiting: getWaitingPayouts(open, { chains, halted }),
    mailsWaiting,
    mailsGivenUp,
    eventsWaiting,
    isHalted: halted.length > 0,
    backupAgeMs: await getBackupAgeMs(deps),
  };
}

interface OpenWithdrawals {
  readonly network: Network;
  readonly state: WithdrawalState;
  readonly waitingFor: string | null;
  readonly count: number;
}

function readOpenWithdrawals({ db }: Deps): Promise<OpenWithdrawals[]> {
  return db.read
    .selectFrom('withdrawal')
    .select((eb) => ['network', 'state', 'waitingFor', eb.fn.countAll<number>().as('count')])
    .where(isOpenWithdrawal)
    .groupBy(['network', 'state', 'waitingFor'])
    .execute();
}

function getWaitingPayouts(
  open: readonly OpenWithdrawals[],
  { chains, halted }: Pick<Gauges, 'chains'> & { halted: readonly Network[] },
): WaitingPayouts[] {
  const getReason = ({ network, state, waitingFor }: OpenWithdrawals): string => {
    if (state !== 'approved') return 'review';
    if (halted.includes(network)) return 'frozen';
    if (waitingFor !== null) return waitingFor;
    return chains.some((chain) => chain.network === network && chain.condition !== 'ok') ? 'chain' : 'turn';
  };
  return sumBy(
    open.filter(({ state }) => ['requested', 'reviewing', 'approved'].includes(state)),
    (row) => `${row.network} ${getReason(row)}`,
  ).map(([row, count]) => ({ network: row.network, reason: getReason(row), count }));
}

/** Sums counts of rows with the same key; each sum comes with the first of its rows. */
function sumBy(
  rows: readonly OpenWithdrawals[],
  getKey: (row: OpenWithdrawals) => string,
): [OpenWithdrawals, number][] {
  const sums = new Map<string, [OpenWithdrawals, number]>();
  for (const row of rows) {
    const [first, count] = sums.get(getKey(row)) ?? [row, 0];
    sums.set(getKey(row), [first, count + row.count]);
  }
  return [...sums.values()];
}
