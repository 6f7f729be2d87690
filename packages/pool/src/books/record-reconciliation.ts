import {
  type Currency,
  formatChainAmount,
  LEDGER_CURRENCIES,
  type LedgerCurrency,
  NETWORK_OF,
  NETWORKS,
  SECOND_MS,
} from '@glasspool/core';
import type { Queryable, Row, Transaction } from '@glasspool/db';
import type { PoolDeps } from '../deps.ts';
import { recordHalt } from '../outgoing/index.ts';
import { beginComparison, countComparison } from './comparisons.ts';
import { listOpenIds, readMovingUnits } from './moving-units.ts';
import { isAnythingUnderWay, type Reconciliation, reconcile, toMicroUp } from './reconcile.ts';
import { askNextTurn } from './stray-balances.ts';

/** A shortage that lasts this long is not a transfer in flight: payouts stop (a token that takes a fee, or answers false). */
const SHORT_FOR_MS = 30 * SECOND_MS;
const SHOWN_PLACES = 6;

/** The last comparison of a currency, and since when it shows a difference that nothing explains. */
export interface ReconciliationView extends Reconciliation {
  readonly checkedAt: number;
  readonly differsSince: number | null;
}

/**
 * Compares every currency with its chain and keeps the results, for the back office and its notices. One that fails holds up no other.
 *
 * @throws AggregateError with the error of each that failed
 */
export async function recordReconciliations(
  deps: Pick<PoolDeps, 'db' | 'chains' | 'machineClock'>,
): Promise<void> {
  const steps = [
    ...NETWORKS.map((network) => () => askNextTurn(deps, network)),
    ...LEDGER_CURRENCIES.map((currency) => () => compare(deps, currency)),
  ];
  const errors: unknown[] = [];
  for (const step of steps) await step().catch((error: unknown) => void errors.push(error));
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} comparisons could not be made.`);
}

/**
 * Compares a currency with its chain and keeps the result. The comparison counts for payouts unless more is missing than what is signed and not
 * booked as final can explain, and than what an admin has resumed payouts over.
 */
export async function compare(
  deps: Pick<PoolDeps, 'db' | 'chains' | 'machineClock'>,
  currency: LedgerCurrency,
): Promise<void> {
  const number = await deps.db.transaction((tx) => beginComparison(tx, currency));
  const before = await listOpenIds(deps.db.read, NETWORK_OF[currency]);
  // While something of ours is on its way the two may differ for a moment; the next comparison tells. Asked before as well as after, for
  // what became final meanwhile is in only one of the two.
  const wasUnderWay = await isAnythingUnderWay(deps.db.read, NETWORK_OF[currency]);
  const result = await reconcile(deps, currency);
  const isSettled = !wasUnderWay && !(await isAnythingUnderWay(deps.db.read, NETWORK_OF[currency]));
  const missingUnits = result.unexplainedUnits < 0n ? -result.unexplainedUnits : 0n;
  const movingUnits = missingUnits > 0n ? await readMovingUnits(deps, currency, before) : 0n;
  const now = deps.machineClock.now();
  await deps.db.transaction(async (tx) => {
    const known = await tx
      .selectFrom('reconciliation')
      .select(['unexplainedUnits', 'acceptedUnits', 'differsSince', 'checkedAt'])
      .where('currency', '=', currency)
      .executeTakeFirst();
    const isDifferent = result.unexplainedUnits !== 0n && isSettled;
    const isShort = result.unexplainedUnits < 0n;
    // A surplus that turns into a shortage is another difference.
    const earlier =
      known !== undefined && BigInt(known.unexplainedUnits) < 0n === isShort ? known : undefined;
    const differsSince = isDifferent ? (earlier?.differsSince ?? now) : null;
    // A shortage that was made up for is accepted no more.
    const acceptedUnits = min(BigInt(known?.acceptedUnits ?? 0), missingUnits);
    const row = { ...toRow(result), acceptedUnits: String(acceptedUnits), checkedAt: now, differsSince };
    if (missingUnits <= acceptedUnits + movingUnits) await countComparison(tx, { currency, number });
    await tx
      .insertInto('reconciliation')
      .values({ currency, ...row })
      .onConflict((conflict) => conflict.column('currency').doUpdateSet(row))
      .execute();
    // Once: an admin who has resolved it is not overruled by the same shortage.
    const lastedAt = (at: number): boolean => differsSince !== null && at - differsSince >= SHORT_FOR_MS;
    if (isShort && lastedAt(now) && !(earlier !== undefined && lastedAt(earlier.checkedAt))) {
      const missing = withoutZeros(formatChainAmount(currency, -result.unexplainedUnits));
      await recordHalt(tx, `The chain holds ${missing} ${currency} less than the books say.`);
    }
  });
}

/** Notes the shortages that an admin saw and resumed payouts over, in the chain's smallest units. */
export async function acceptShortages(
  tx: Transaction,
  shortages: readonly { currency: LedgerCurrency; units: bigint }[],
): Promise<void> {
  for (const { currency, units } of shortages)
    await tx
      .updateTable('reconciliation')
      .set({ acceptedUnits: String(units) })
      .where('currency', '=', currency)
      .execute();
}

/** An amount in full, for a difference may be less than what is shown elsewhere, but without the zeros after its sixth place. */
function withoutZeros(amount: string): string {
  const shortest = amount.indexOf('.') + 1 + SHOWN_PLACES;
  let end = amount.length;
  while (end > shortest && amount[end - 1] === '0') end -= 1;
  return amount.slice(0, end);
}

/** The last comparison of each currency. */
export async function listReconciliations({ db }: Pick<PoolDeps, 'db'>): Promise<ReconciliationView[]> {
  const rows = await db.read.selectFrom('reconciliation').selectAll().execute();
  return LEDGER_CURRENCIES.flatMap((currency) =>
    rows.filter((row) => row.currency === currency).map(fromRow),
  );
}

/** A shortage that the last comparison with the chain found and nothing explains, in micro-units, rounded up. */
export async function readMissing(db: Queryable, currency: Currency): Promise<bigint> {
  const row = await db
    .selectFrom('reconciliation')
    .select('unexplainedUnits')
    .where('currency', '=', currency)
    .where('differsSince', 'is not', null)
    .executeTakeFirst();
  const units = -BigInt(row?.unexplainedUnits ?? 0);
  return units > 0n ? toMicroUp(currency, units) : 0n;
}

function toRow(
  result: Reconciliation,
): Omit<Row<'reconciliation'>, 'currency' | 'acceptedUnits' | 'checkedAt' | 'differsSince'> {
  return {
    onChainUnits: String(result.onChainUnits),
    inCustodyUnits: String(result.inCustodyUnits),
    inFlightUnits: String(result.inFlightUnits),
    confirmingUnits: String(result.confirmingUnits),
    dustUnits: String(result.dustUnits),
    quarantinedUnits: String(result.quarantinedUnits),
    lostUnits: String(result.lostUnits),
    unexplainedUnits: String(result.unexplainedUnits),
  };
}

function fromRow(row: Row<'reconciliation'>): ReconciliationView {
  return {
    currency: row.currency,
    onChainUnits: BigInt(row.onChainUnits),
    inCustodyUnits: BigInt(row.inCustodyUnits),
    inFlightUnits: BigInt(row.inFlightUnits),
    confirmingUnits: BigInt(row.confirmingUnits),
    dustUnits: BigInt(row.dustUnits),
    quarantinedUnits: BigInt(row.quarantinedUnits),
    lostUnits: BigInt(row.lostUnits),
    unexplainedUnits: BigInt(row.unexplainedUnits),
    checkedAt: row.checkedAt,
    differsSince: row.differsSince,
  };
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
