// Network fees as they are booked: once per transaction, rounded up to a micro-unit; the excess is recorded as dust that the chain still holds.
// Where a chain replaced the blocks that had a transaction, what it takes more or less is booked by a row beside the first one.
import { fromChainUnits, type LedgerCurrency, type Network, toChainUnits } from '@glasspool/core';
import { transfers } from '@glasspool/core/books';
import type { Queryable, Transaction } from '@glasspool/db';
import { postNew } from '@glasspool/ledger';
import type { Mined } from '../deps.ts';
import { addDust } from '../totals/index.ts';

interface Fee {
  readonly amountMicro: bigint;
  /** Excess of rounding up, in the chain's units. */
  readonly dustUnits: bigint;
}

const NO_FEE: Fee = { amountMicro: 0n, dustUnits: 0n };

/**
 * Books what the network took for those transactions that were signed for one row: of all of them at most one is in a block. A fee that was
 * booked for another one, in blocks that are gone, is booked back.
 */
export async function bookFees(
  tx: Transaction,
  {
    network,
    hashes,
    taken,
    now,
  }: {
    network: Network;
    hashes: readonly string[];
    taken: { readonly txHash: string; readonly mined: Mined } | undefined;
    now: number;
  },
): Promise<void> {
  const booked = await tx
    .selectFrom('networkFee')
    .select(['txHash', 'currency'])
    .where('network', '=', network)
    .where('txHash', 'in', [...new Set(hashes)])
    .orderBy('txHash')
    .execute();
  for (const { txHash, currency } of booked) {
    if (txHash === taken?.txHash) continue;
    await changeFee(tx, { network, txHash, currency }, { fee: NO_FEE, now });
    await tx
      .updateTable('networkFee')
      .set({ succeeded: 0 })
      .where('network', '=', network)
      .where('txHash', '=', txHash)
      .execute();
  }
  if (taken !== undefined) await bookFee(tx, { network, ...taken, now });
}

async function bookFee(
  tx: Transaction,
  { network, txHash, mined, now }: { network: Network; txHash: string; mined: Mined; now: number },
): Promise<void> {
  const { feeCurrency: currency, blockHeight } = mined;
  const fee = roundUp(currency, mined.feeUnits);
  const succeeded = Number(mined.succeeded);
  const isNew = await tx
    .insertInto('networkFee')
    .values({ network, txHash, currency, ...fee, blockHeight, succeeded, createdAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('txHash')
    .executeTakeFirst();
  if (isNew === undefined) {
    await tx
      .updateTable('networkFee')
      .set({ blockHeight, succeeded })
      .where('network', '=', network)
      .where('txHash', '=', txHash)
      .execute();
    return changeFee(tx, { network, txHash, currency }, { fee, now });
  }
  await addDust(tx, { currency, units: fee.dustUnits });
  if (fee.amountMicro === 0n) return;
  await postNew(
    tx,
    transfers.payNetworkFee({ network, txHash, currency, amountMicro: fee.amountMicro }),
    now,
  );
}

function roundUp(currency: LedgerCurrency, units: bigint): Fee {
  const down = fromChainUnits(currency, units);
  if (down.dustUnits === 0n) return down;
  const amountMicro = down.amountMicro + 1n;
  return { amountMicro, dustUnits: toChainUnits(currency, amountMicro) - units };
}

/** Books how much more or less the final chain took for a transaction whose fee is booked. Does nothing where it took as much. */
async function changeFee(
  tx: Transaction,
  { network, txHash, currency }: { network: Network; txHash: string; currency: LedgerCurrency },
  { fee, now }: { fee: Fee; now: number },
): Promise<void> {
  const booked = await readBooked(tx, { network, txHash });
  const amountMicro = fee.amountMicro - booked.amountMicro;
  const dustUnits = fee.dustUnits - booked.dustUnits;
  if (amountMicro === 0n && dustUnits === 0n) return;
  const { id } = await tx
    .insertInto('networkFeeChange')
    .values({ network, txHash, currency, amountMicro, dustUnits, createdAt: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  await addDust(tx, { currency, units: dustUnits });
  if (amountMicro === 0n) return;
  await postNew(tx, transfers.changeNetworkFee({ id, network, txHash, currency, amountMicro }), now);
}

/** Sum of a fee as it was booked at first and of its changes since. The row of what was signed is locked: no other process books one meanwhile. */
async function readBooked(
  db: Queryable,
  { network, txHash }: { network: Network; txHash: string },
): Promise<Fee> {
  const columns = ['amountMicro', 'dustUnits'] as const;
  const changes = db
    .selectFrom('networkFeeChange')
    .select(columns)
    .where('network', '=', network)
    .where('txHash', '=', txHash);
  const rows = await db
    .selectFrom('networkFee')
    .select(columns)
    .where('network', '=', network)
    .where('txHash', '=', txHash)
    .unionAll(changes)
    .execute();
  return rows.reduce(
    (sum, one) => ({
      amountMicro: sum.amountMicro + one.amountMicro,
      dustUnits: sum.dustUnits + one.dustUnits,
    }),
    NO_FEE,
  );
}
