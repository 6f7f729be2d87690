import {
  DAY_MS,
  formatAmount,
  formatChainAmount,
  HOUR_MS,
  MINUTE_MS,
  type NoticeKind,
  reserveLevel,
  SECOND_MS,
} from '@glasspool/core';
import { isLostOutgoing, isOpenSweepItem, isOpenWithdrawal } from '@glasspool/db';
import { sql } from 'kysely';
import { listReconciliations } from '../books/index.ts';
import { findClockSkew } from '../clock-guard/index.ts';
import type { PoolDeps } from '../deps.ts';
import { findTermsProposal } from '../investments/index.ts';
import { findHalt } from '../outgoing/index.ts';
import { findNewestBackup, getBackupAgeMs } from '../recovery/index.ts';
import { getPoolFigures } from '../reserve/index.ts';

/** A difference between books and chain that lasts this long is not a transfer in flight. */
const DIFFERS_FOR_MS = 30 * SECOND_MS;
/** A transaction that was sent this long ago and is not final is stuck. */
const STUCK_AFTER_MS = 10 * MINUTE_MS;
/** A deposit in a final block that is not credited for so long is not a node that is behind. */
const BLOCKED_FOR_MS = 10 * MINUTE_MS;
/** Time for which a notice names what the scanner passed over, or could not prove. */
const UNREADABLE_FOR_MS = 7 * DAY_MS;
/** A backup may begin late, and takes its time. */
const BACKUP_GRACE_MS = 2 * HOUR_MS;
/** Causes of one kind that are told apart; more wait until some of these are dealt with. */
const CAUSES_MAX = 100;

/** Something that an admin should know now. The same kind and subject is the same notice. */
export interface Cause {
  readonly kind: NoticeKind;
  readonly subject: string;
  readonly details: Readonly<Record<string, string>>;
}

type Deps = Pick<PoolDeps, 'db' | 'clock' | 'machineClock' | 'dependencies' | 'settings'>;

/** Everything that an admin should know now. */
export async function findCauses(deps: Deps): Promise<Cause[]> {
  return [
    ...(await findHaltedPayouts(deps)),
    ...(await findLost(deps)),
    ...(await findReviews(deps)),
    ...(await findLowReserves(deps)),
    ...(await findDifferences(deps)),
    ...(await findWaiting(deps)),
    ...(await findStuck(deps)),
    ...(await findUnreadable(deps)),
    ...(await findUnproved(deps)),
    ...(await findUnmatched(deps)),
    ...(await findQuarantined(deps)),
    ...(await findBlocked(deps)),
    ...(await findSkew(deps)),
    ...(await findProposals(deps)),
    ...findTroubles(deps),
    ...(await findLateBackup(deps)),
  ];
}

async function findHaltedPayouts(deps: Deps): Promise<Cause[]> {
  const reason = await findHalt(deps);
  return reason === undefined ? [] : [{ kind: 'payouts-frozen', subject: 'payouts', details: { reason } }];
}

/** Networks with payments that replaced blocks have lost: their owners wait for an admin, also once payouts were resumed. */
async function findLost({ db }: Deps): Promise<Cause[]> {
  const rows = await db.read
    .selectFrom('outgoing')
    .select((eb) => ['network', eb.fn.countAll<number>().as('count')])
    .where(isLostOutgoing)
    .groupBy('network')
    .orderBy('network')
    .execute();
  return rows.map(({ network, count }) => ({
    kind: 'payment-lost',
    subject: network,
    details: { network, count: String(count) },
  }));
}

async function findReviews({ db }: Deps): Promise<Cause[]> {
  const rows = await db.read
    .selectFrom('withdrawal')
    .select(['id', 'currency', 'amountMicro'])
    .where(isOpenWithdrawal)
    .where((eb) => eb.or([eb('state', '=', 'reviewing'), eb('waitingFor', '=', 'check')]))
    .orderBy('createdAt')
    .limit(CAUSES_MAX)
    .execute();
  return rows.map(({ id, currency, amountMicro }) => ({
    kind: 'withdrawal-review',
    subject: id,
    details: { amount: formatAmount(amountMicro), currency },
  }));
}

async function findLowReserves(deps: Deps): Promise<Cause[]> {
  const { currencies } = await getPoolFigures(deps);
  return currencies.flatMap(({ currency, reserves }) =>
    reserves.flatMap(({ termsVersion, reserveMicro, runwayTenthDays }) =>
      runwayTenthDays === null || reserveLevel(runwayTenthDays) === 'ok'
        ? []
        : [
            {
              kind: 'reserve-low' as const,
              subject: `${currency} v${termsVersion}`,
              details: {
                currency,
                version: String(termsVersion),
                days: (runwayTenthDays / 10).toFixed(1),
                reserve: formatAmount(reserveMicro),
              },
            },
          ],
    ),
  );
}

async function findUnproved({ db, machineClock }: Deps): Promise<Cause[]> {
  const rows = await db.read
    .selectFrom('chainStatus')
    .select(['network', 'unprovedBlocks'])
    .where('unprovedAt', '>', machineClock.now() - UNREADABLE_FOR_MS)
    .execute();
  return rows.map(({ network, unprovedBlocks }) => ({
    kind: 'blocks-unproved',
    subject: network,
    details: { network, count: String(unprovedBlocks) },
  }));
}

/** Transactions with a row that matches no transfer that the chain has in them. */
async function findUnmatched({ db }: Deps): Promise<Cause[]> {
  const rows = await db.read
    .selectFrom('rereadTransaction')
    .select(['network', 'txHash'])
    // A literal, so that the partial index serves it.
    .where('unmatched', '=', sql.lit(1))
    .orderBy('txHash')
    .limit(CAUSES_MAX)
    .execute();
  return rows.map(({ network, txHash }) => ({
    kind: 'transfers-unmatched',
    subject: `${network}/${txHash}`,
    details: { network, txHash },
  }));
}

async function findQuarantined({ db }: Deps): Promise<Cause[]> {
  const rows = await db.read
    .selectFrom('quarantinedTransfer')
    .select(['network', 'txHash', 'logIndex', 'currency', 'units', 'reason'])
    .orderBy('createdAt', 'desc')
    .limit(CAUSES_MAX)
    .execute();
  return rows.map(({ network, txHash, logIndex, currency, units, reason }) => ({
    kind: 'transfer-quarantined',
    subject: `${network}/${txHash}/${logIndex}`,
    details: { network, txHash, currency, reason, amount: formatChainAmount(currency, BigInt(units)) },
  }));
}

/** Deposits in final blocks that are not credited, for a time that no lag of a node explains. */
async function findBlocked({ db, machineClock }: Deps): Promise<Cause[]> {
  const rows = await db.read
    .selectFrom('deposit')
    .select(['id', 'network', 'txHash', 'address', 'currency', 'amountMicro', 'blockedBy'])
    .where('blockedSince', '<', machineClock.now() - BLOCKED_FOR_MS)
    .orderBy('blockedSince')
    .limit(CAUSES_MAX)
    .execute();
  return rows.map(({ id, amountMicro, blockedBy, ...row }) => ({
    kind: 'deposit-blocked',
    subject: id,
    details: { ...row, amount: formatAmount(amountMicro), cause: blockedBy ?? '' },
  }));
}

async function findSkew(deps: Deps): Promise<Cause[]> {
  const reason = await findClockSkew(deps);
  return reason === undefined ? [] : [{ kind: 'clock-skew', subject: 'clock', details: { reason } }];
}

async function findProposals(deps: Deps): Promise<Cause[]> {
  const proposal = await findTermsProposal(deps);
  if (proposal === undefined) return [];
  return [{ kind: 'terms-proposal', subject: proposal.id, details: { proposedBy: proposal.proposedBy } }];
}

async function findLateBackup(deps: Deps): Promise<Cause[]> {
  const { backupEveryMs } = deps.settings;
  const ageMs = backupEveryMs === undefined ? undefined : await getBackupAgeMs(deps);
  if (backupEveryMs === undefined || ageMs === undefined || ageMs <= backupEveryMs + BACKUP_GRACE_MS)
    return [];
  const newest = await findNewestBackup(deps);
  const takenAt = newest === undefined ? 'none' : new Date(newest).toISOString();
  return [{ kind: 'backup-late', subject: 'backup', details: { takenAt } }];
}

/** Dependencies of this process that are in trouble; the clock has a notice with its consequences. */
function findTroubles({ dependencies }: Deps): Cause[] {
  return dependencies
    .list()
    .filter(({ name, state }) => name !== 'clock' && (state === 'degraded' || state === 'refused'))
    .map(({ name, state, reason, sentence }) => ({
      kind: 'dependency-trouble',
      subject: name,
      details: { dependency: name, state, reason, sentence },
    }));
}

async function findDifferences(deps: Deps): Promise<Cause[]> {
  const now = deps.machineClock.now();
  return (await listReconciliations(deps)).flatMap(({ currency, unexplainedUnits, differsSince }) =>
    differsSince === null || now - differsSince < DIFFERS_FOR_MS
      ? []
      : [
          {
            kind: 'reconciliation-difference' as const,
            subject: currency,
            details: { currency, difference: formatChainAmount(currency, unexplainedUnits) },
          },
        ],
  );
}

async function findWaiting({ db }: Deps): Promise<Cause[]> {
  const rows = await db.read
    .selectFrom('withdrawal')
    .select(['network', 'waitingFor'])
    .distinct()
    .where(isOpenWithdrawal)
    .where('state', '=', 'approved')
    // A withdrawal that waits for a second look is among the reviews.
    .where('waitingFor', 'in', ['hot-wallet-tokens', 'gas', 'cap'])
    .execute();
  const sweeps = await db.read
    .selectFrom('sweepItem')
    .select(['network', 'waitingFor'])
    .distinct()
    .where(isOpenSweepItem)
    .where('state', '=', 'waiting')
    .where('waitingFor', 'is not', null)
    .execute();
  const seen = new Map([...rows, ...sweeps].map((row) => [`${row.network} ${row.waitingFor}`, row]));
  return [...seen.values()].map(({ network, waitingFor }) => ({
    kind: 'hot-wallet-short',
    subject: `${network} ${waitingFor}`,
    details: { network, waitingFor: waitingFor ?? '' },
  }));
}

async function findStuck({ db, clock }: Deps): Promise<Cause[]> {
  const before = clock.now() - STUCK_AFTER_MS;
  const withdrawals = await db.read
    .selectFrom('withdrawal')
    .select(['id', 'network', 'txHash'])
    .where(isOpenWithdrawal)
    .where('state', 'in', ['signed', 'broadcast'])
    .where('updatedAt', '<', before)
    .limit(CAUSES_MAX)
    .execute();
  const sweeps = await db.read
    .selectFrom('sweepItem')
    .select(['id', 'network', 'txHash'])
    .where(isOpenSweepItem)
    .where((eb) => eb.or([eb('state', 'in', ['topping-up', 'moving']), eb('returnsGas', '=', 1)]))
    .where('updatedAt', '<', before)
    .limit(CAUSES_MAX)
    .execute();
  return [...withdrawals, ...sweeps].map(({ id, network, txHash }) => ({
    kind: 'transaction-stuck',
    subject: id,
    details: { network, txHash: txHash ?? '' },
  }));
}

async function findUnreadable({ db, machineClock }: Deps): Promise<Cause[]> {
  const rows = await db.read
    .selectFrom('unreadableTransaction')
    .select(['network', 'txHash'])
    .where('createdAt', '>', machineClock.now() - UNREADABLE_FOR_MS)
    .orderBy('createdAt')
    .limit(CAUSES_MAX)
    .execute();
  return rows.map(({ network, txHash }) => ({
    kind: 'transaction-unreadable',
    subject: `${network}/${txHash}`,
    details: { network, txHash },
  }));
}
