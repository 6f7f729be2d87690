import type { TransactionReport } from '@glasspool/chains';
import { CURRENCY_OF, type Currency, fromChainUnits, type Network } from '@glasspool/core';
import type { PoolDeps } from '../deps.ts';
import { getCurrentTerms } from '../investments/index.ts';
import { addReread } from './reread-transactions.ts';
import { getStatus } from './scanner-status.ts';

/** Fate of a transfer to one of our addresses. */
export interface DepositFate {
  readonly fate:
    | 'credited'
    | 'confirming'
    /** In a final block that was read, and the books do not have it. It is on the list of those that are read once more. */
    | 'missed'
    | 'quarantined'
    | 'not-to-us'
    | 'other-token'
    | 'contract-call'
    | 'failed'
    | 'pending'
    | 'unknown';
  readonly currency: Currency;
  /** Amount that reached addresses of users, in micro-units; null if none did. */
  readonly amountMicro: bigint | null;
  /** True when the amount is below the minimum of an investment. */
  readonly isBelowMinimum: boolean;
  readonly blockHeight: number | null;
  readonly creditedAt: number | null;
}

/**
 * Finds the fate of a transaction. Anyone may ask: the answer says no more than the chain does, and does not say which user owns the
 * address.
 */
export async function findDeposit(
  deps: Pick<PoolDeps, 'db' | 'chains' | 'clock' | 'machineClock'>,
  request: { network: Network; txHash: string },
): Promise<DepositFate> {
  const { network, txHash } = request;
  const currency = CURRENCY_OF[network];
  const known = await deps.db.read
    .selectFrom('deposit')
    .select(['amountMicro', 'state', 'blockHeight', 'creditedAt'])
    .where('network', '=', network)
    .where('txHash', '=', txHash)
    .where('userId', 'is not', null)
    // The chain, not the books, has the fate of a reversed deposit.
    .where('reversedAt', 'is', null)
    .execute();
  const [first] = known;
  const nothing = { currency, amountMicro: null, isBelowMinimum: false, blockHeight: null, creditedAt: null };
  if (first !== undefined) {
    const amountMicro = known.reduce((sum, deposit) => sum + deposit.amountMicro, 0n);
    return {
      ...nothing,
      fate: first.state,
      amountMicro,
      isBelowMinimum: await isBelowMinimum(deps, currency, amountMicro),
      blockHeight: first.blockHeight,
      creditedAt: first.creditedAt,
    };
  }
  const quarantined = await deps.db.read
    .selectFrom('quarantinedTransfer')
    .select('blockHeight')
    .where('network', '=', network)
    .where('txHash', '=', txHash)
    .limit(1)
    .executeTakeFirst();
  if (quarantined !== undefined)
    return { ...nothing, fate: 'quarantined', blockHeight: quarantined.blockHeight };
  const report = await deps.chains[network].reportTransaction(txHash);
  const blockHeight = report.status === 'mined' ? report.blockHeight : null;
  const received = await readReceived(deps, currency, report);
  if (received > 0n) {
    const isSmall = await isBelowMinimum(deps, currency, received);
    const fate = (await isMissed(deps, request, report)) ? 'missed' : 'confirming';
    return { ...nothing, fate, amountMicro: received, isBelowMinimum: isSmall, blockHeight };
  }
  return { ...nothing, fate: getFate(report), blockHeight };
}

function getFate(report: TransactionReport): DepositFate['fate'] {
  if (report.status !== 'mined') return report.status;
  if (!report.succeeded) return 'failed';
  if (report.mayHideTransfers) return 'contract-call';
  return report.transfers.length === 0 && report.movesOthers ? 'other-token' : 'not-to-us';
}

/**
 * Returns true for a transaction in a final block that the scanner has read, and puts it on the list of those that are read once more. Its
 * transfers are stored from what the nodes agree on, not from what was asked here.
 */
async function isMissed(
  deps: Pick<PoolDeps, 'db' | 'machineClock'>,
  request: { network: Network; txHash: string },
  report: TransactionReport,
): Promise<boolean> {
  if (report.status !== 'mined' || !report.isFinal) return false;
  const { scannedHeight } = await getStatus(deps.db.read, request.network);
  if (report.blockHeight > scannedHeight) return false;
  await deps.db.transaction((tx) => addReread(tx, deps, request));
  return true;
}

/** Sum that a successful transaction sent to addresses of users, in micro-units. */
async function readReceived(
  { db }: Pick<PoolDeps, 'db'>,
  currency: Currency,
  report: TransactionReport,
): Promise<bigint> {
  if (report.status !== 'mined' || !report.succeeded || report.transfers.length === 0) return 0n;
  const owned = await db.read
    .selectFrom('wallet')
    .select('address')
    .where(
      'address',
      'in',
      report.transfers.map(({ to }) => to),
    )
    .where('userId', 'is not', null)
    .execute();
  const ours = new Set(owned.map(({ address }) => address));
  return report.transfers
    .filter(({ to }) => ours.has(to))
    .reduce((sum, { units }) => sum + fromChainUnits(currency, units).amountMicro, 0n);
}

async function isBelowMinimum(
  { db, clock }: Pick<PoolDeps, 'db' | 'clock'>,
  currency: Currency,
  amountMicro: bigint,
): Promise<boolean> {
  const { minimumMicro } = await getCurrentTerms(db.read, clock.now());
  return amountMicro < minimumMicro[currency];
}
