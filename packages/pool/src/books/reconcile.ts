import { fromChainUnits, type LedgerCurrency, type Network, toChainUnits } from '@glasspool/core';
import { sumMicro } from '@glasspool/db';
import { getBalances, postTransfer } from '@glasspool/ledger';
import { sql } from 'kysely';
import { custody, surplus, transit } from '../accounts.ts';
import type { PoolDeps } from '../deps.ts';

const NETWORK_OF_COIN: Readonly<Record<LedgerCurrency, Network>> = { USDT: 'BSC', BNB: 'BSC', TRX: 'TRON' };

/** A currency on chain against the ledger, in the chain's smallest units. */
export interface Reconciliation {
  readonly currency: LedgerCurrency;
  readonly onChainUnits: bigint;
  /** Custody and transit by the ledger, with the dust that is held but not counted. */
  readonly inLedgerUnits: bigint;
  /** Of the difference, what is explained by deposits that are still confirming. */
  readonly confirmingUnits: bigint;
  /** What nothing explains; 0 when chain and books agree to the last unit. */
  readonly unexplainedUnits: bigint;
}

type Deps = Pick<PoolDeps, 'db' | 'chains'>;

/**
 * Compares what the chain holds at all of our addresses with the ledger. Exact at rest: while a withdrawal is on its way it
 * may be counted on either side for a moment.
 */
export async function reconcile(deps: Deps, currency: LedgerCurrency): Promise<Reconciliation> {
  const onChainUnits = await readOnChain(deps, currency);
  const [custodyMicro = 0n] = await getBalances(deps.db.read, [custody(currency)]);
  const transitMicro =
    currency === 'BNB' ? 0n : ((await getBalances(deps.db.read, [transit(currency)]))[0] ?? 0n);
  const inLedgerUnits =
    toChainUnits(currency, -custodyMicro - transitMicro) + (await readDust(deps, currency));
  const confirmingUnits = await readConfirming(deps, currency);
  return {
    currency,
    onChainUnits,
    inLedgerUnits,
    confirmingUnits,
    unexplainedUnits: onChainUnits - inLedgerUnits - confirmingUnits,
  };
}

/**
 * Books gas that somebody sent to the treasury into the operator's surplus. A plain coin transfer leaves no event on BSC, so
 * it shows as a difference, and only while nothing of ours is on its way.
 */
export async function recordGasTopUp(deps: Pick<PoolDeps, 'db' | 'chains' | 'clock'>): Promise<void> {
  const underWay = await deps.db.read
    .selectFrom('withdrawal')
    .select('id')
    .where('network', '=', 'BSC')
    .where('state', 'in', ['signed', 'broadcast'])
    .limit(1)
    .executeTakeFirst();
  if (underWay !== undefined) return;
  const { unexplainedUnits } = await reconcile(deps, 'BNB');
  if (unexplainedUnits <= 0n) return;
  const { amountMicro, dustUnits } = fromChainUnits('BNB', unexplainedUnits);
  const now = deps.clock.now();
  await deps.db.transaction(async (tx) => {
    const { id } = await tx
      .insertInto('gasTopUp')
      .values({ currency: 'BNB', amountMicro, dustUnits, createdAt: now })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (amountMicro === 0n) return;
    await postTransfer(tx, {
      reference: `gas-top-up/${id}`,
      kind: 'gas-top-up',
      createdAt: now,
      moves: [{ from: custody('BNB'), to: surplus('BNB'), amountMicro }],
    });
  });
}

async function readOnChain({ db, chains }: Deps, currency: LedgerCurrency): Promise<bigint> {
  const network = NETWORK_OF_COIN[currency];
  let query = db.read.selectFrom('wallet').select('address').where('network', '=', network);
  // Deposit addresses hold no gas of ours; the treasury alone does.
  if (currency === 'BNB') query = query.where('derivationIndex', '=', 0);
  let total = 0n;
  for (const { address } of await query.execute())
    total += await chains[network].getBalanceUnits(address, currency);
  return total;
}

async function readDust({ db }: Deps, currency: LedgerCurrency): Promise<bigint> {
  const rows = await sql<{ dustUnits: bigint }>`select coalesce(sum(dust_units), 0) as dust_units from (
      select dust_units from deposit where currency = ${currency} and state = 'credited'
      union all select dust_units from network_fee where currency = ${currency}
      union all select dust_units from gas_top_up where currency = ${currency}
    ) as dust`.execute(db.read);
  return rows.rows[0]?.dustUnits ?? 0n;
}

async function readConfirming({ db }: Deps, currency: LedgerCurrency): Promise<bigint> {
  if (currency === 'BNB') return 0n;
  const row = await db.read
    .selectFrom('deposit')
    .where('currency', '=', currency)
    .where('state', '=', 'confirming')
    .select([sumMicro(sql`amount_micro`).as('sumMicro'), sumMicro(sql`dust_units`).as('dustUnits')])
    .executeTakeFirstOrThrow();
  return toChainUnits(currency, row.sumMicro) + row.dustUnits;
}
