// Addresses that a sweep emptied should hold nothing, and nothing says so but the chain; nor should those on TRON that never had a deposit, for
// no header proves what a contract paid. They are asked in turns, a fixed number at a time, and what one of them holds is kept until it is
// asked again: a pool of a million addresses asks as often as one of a thousand.
import { ANCHOR_INDEX } from '@glasspool/chains';
import { CURRENCY_OF, type LedgerCurrency, type Network } from '@glasspool/core';
import type { Queryable, Transaction } from '@glasspool/db';
import pMap from 'p-map';
import type { PoolDeps } from '../deps.ts';

/** Addresses of one turn. */
const TURN = 500;
const READS_AT_ONCE = 16;

type Deps = Pick<PoolDeps, 'db' | 'chains'>;

/** Sum of what the addresses of a network that should be empty were found to hold, without those that are asked every time, in the chain's smallest units. */
export async function readStrayUnits(
  db: Queryable,
  { currency, asked }: { currency: LedgerCurrency; asked: ReadonlySet<string> },
): Promise<bigint> {
  const rows = await db
    .selectFrom('strayBalance')
    .select(['address', 'units'])
    .where('currency', '=', currency)
    .execute();
  return rows
    .filter(({ address }) => !asked.has(address))
    .reduce((sum, { units }) => sum + BigInt(units), 0n);
}

/** Asks the next addresses of a network that should be empty what they hold, and begins again after the last. */
export async function askNextTurn({ db, chains }: Deps, network: Network): Promise<void> {
  const currency = CURRENCY_OF[network];
  const name = `stray.${network}`;
  const cursor = await db.read
    .selectFrom('counter')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst();
  const wallets = await db.read
    .selectFrom('wallet')
    .select(['address', 'derivationIndex', 'lastDepositHeight', 'sweptHeight'])
    .where('network', '=', network)
    .where('derivationIndex', '>', cursor?.value ?? 0)
    .where('derivationIndex', '<', ANCHOR_INDEX)
    .orderBy('derivationIndex')
    .limit(TURN)
    .execute();
  const isAsked = (lastDepositHeight: number): boolean => lastDepositHeight > 0 || network === 'TRON';
  const empty = wallets.filter(
    ({ lastDepositHeight, sweptHeight }) => isAsked(lastDepositHeight) && lastDepositHeight <= sweptHeight,
  );
  const found = await pMap(
    empty,
    async ({ address }) => ({ address, units: await chains[network].getBalanceUnits(address, currency) }),
    { concurrency: READS_AT_ONCE },
  );
  const last = wallets.length < TURN ? 0 : (wallets.at(-1)?.derivationIndex ?? 0);
  await db.transaction(async (tx) => {
    for (const one of found) await keep(tx, { ...one, currency });
    await tx
      .insertInto('counter')
      .values({ name, value: last })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: last }))
      .execute();
  });
}

async function keep(
  tx: Transaction,
  { address, currency, units }: { address: string; currency: LedgerCurrency; units: bigint },
): Promise<void> {
  if (units === 0n) {
    await tx
      .deleteFrom('strayBalance')
      .where('currency', '=', currency)
      .where('address', '=', address)
      .execute();
    return;
  }
  const text = String(units);
  await tx
    .insertInto('strayBalance')
    .values({ address, currency, units: text })
    .onConflict((conflict) => conflict.columns(['currency', 'address']).doUpdateSet({ units: text }))
    .execute();
}
