// Rows of the books about the transfers of a transaction, matched with the transfers that the chain has.
import type { IncomingTransfer } from '@glasspool/chains';
import { type Network, toChainUnits } from '@glasspool/core';
import type { Transaction } from '@glasspool/db';

const HASHES_PER_QUERY = 500;

/** A row about a transfer: what came in is a deposit or quarantined, what went out was signed elsewhere. */
export interface TransferRow {
  readonly table: 'deposit' | 'quarantinedTransfer' | 'outsideTransfer';
  readonly txHash: string;
  readonly logIndex: number;
  /** Null for what was found before names were kept. */
  readonly entry: string | null;
  /** Address of ours. */
  readonly address: string;
  readonly units: bigint;
  /** Null where a table has none. */
  readonly blockHash: string | null;
}

type Moved = Pick<IncomingTransfer, 'txHash' | 'entry' | 'units'>;

/**
 * Rows of some transactions. Each transfer has at most one row for what came in and one for what went out, and each row is of one transfer: the
 * one of its name. A row from before names were kept is that of the first transfer without a row that moved the same to or from the same address.
 */
export class TransferRows {
  readonly #rows: Map<string, TransferRow[]>;
  readonly #numbers: Map<string, number>;

  private constructor(rows: readonly TransferRow[]) {
    this.#rows = new Map();
    this.#numbers = new Map();
    for (const row of rows) {
      this.#rows.set(row.txHash, [...(this.#rows.get(row.txHash) ?? []), row]);
      this.#numbers.set(row.txHash, Math.max(row.logIndex, this.#numbers.get(row.txHash) ?? -1));
    }
  }

  /** Reads the rows of the transactions of these transfers, and holds names against rows without one. */
  static async read(
    tx: Transaction,
    network: Network,
    transfers: readonly IncomingTransfer[],
  ): Promise<TransferRows> {
    const hashes = [...new Set(transfers.map(({ txHash }) => txHash))];
    const found: TransferRow[] = [];
    for (let start = 0; start < hashes.length; start += HASHES_PER_QUERY)
      found.push(...(await readRows(tx, network, hashes.slice(start, start + HASHES_PER_QUERY))));
    const rows = new TransferRows(found);
    for (const transfer of transfers) {
      rows.#name(transfer, 'in', transfer.to);
      rows.#name(transfer, 'out', transfer.from);
    }
    return rows;
  }

  findIn(transfer: IncomingTransfer): TransferRow | undefined {
    return this.#list(transfer, 'in', transfer.to).find(({ entry }) => entry === transfer.entry);
  }

  findOut(transfer: IncomingTransfer): TransferRow | undefined {
    return this.#list(transfer, 'out', transfer.from).find(({ entry }) => entry === transfer.entry);
  }

  /** Number in the books of a transfer that has a row. */
  findNumber(transfer: IncomingTransfer): number | undefined {
    return (this.findIn(transfer) ?? this.findOut(transfer))?.logIndex;
  }

  /** Number in the books of one more transfer of a transaction: the next after all of its rows. */
  takeNumber(txHash: string): number {
    const number = (this.#numbers.get(txHash) ?? -1) + 1;
    this.#numbers.set(txHash, number);
    return number;
  }

  #list({ txHash, units }: Moved, direction: 'in' | 'out', address: string): TransferRow[] {
    return (this.#rows.get(txHash) ?? []).filter(
      (row) =>
        (row.table === 'outsideTransfer') === (direction === 'out') &&
        row.address === address &&
        row.units === units,
    );
  }

  #name(transfer: Moved, direction: 'in' | 'out', address: string): void {
    const like = this.#list(transfer, direction, address);
    if (like.some(({ entry }) => entry === transfer.entry)) return;
    const nameless = like.find(({ entry }) => entry === null);
    if (nameless === undefined) return;
    const rows = this.#rows.get(transfer.txHash) ?? [];
    rows[rows.indexOf(nameless)] = { ...nameless, entry: transfer.entry };
  }
}

async function readRows(
  tx: Transaction,
  network: Network,
  hashes: readonly string[],
): Promise<TransferRow[]> {
  const deposits = await tx
    .selectFrom('deposit')
    .select(['txHash', 'logIndex', 'entry', 'address', 'currency', 'amountMicro', 'dustUnits', 'blockHash'])
    .where('network', '=', network)
    .where('txHash', 'in', hashes)
    .orderBy('logIndex')
    .execute();
  const others: TransferRow[] = [];
  for (const table of ['quarantinedTransfer', 'outsideTransfer'] as const) {
    const rows = await tx
      .selectFrom(table)
      .select(['txHash', 'logIndex', 'entry', 'address', 'units'])
      .where('network', '=', network)
      .where('txHash', 'in', hashes)
      .orderBy('logIndex')
      .execute();
    others.push(...rows.map((row) => ({ ...row, table, units: BigInt(row.units), blockHash: null })));
  }
  return [
    ...deposits.map(({ currency, amountMicro, dustUnits, ...row }) => ({
      ...row,
      table: 'deposit' as const,
      units: toChainUnits(currency, amountMicro) + dustUnits,
    })),
    ...others,
  ];
}
