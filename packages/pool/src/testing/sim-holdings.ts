import type { LedgerCurrency } from '@glasspool/core';

export interface SimTransaction {
  readonly txHash: string;
  /** Place among the transfers of its transaction. */
  readonly place: number;
  /** Undefined for what comes from outside. */
  readonly from: string | undefined;
  readonly currency: LedgerCurrency;
  readonly to: string;
  readonly units: bigint;
  readonly nonce: number | null;
  readonly blockHeight: number;
  readonly succeeded: boolean;
  /** Block from which on no chain takes it any more; null where it never expires. */
  readonly expiresAt: number | null;
  /** Taken from its sender when it is mined. */
  readonly feeUnits: bigint;
}

/** A transfer from an address that is not ours. */
export function fromOutside(
  currency: LedgerCurrency,
  transfer: { txHash: string; to: string; units: bigint; place?: number },
): SimTransaction {
  const { txHash, to, units, place = 0 } = transfer;
  return {
    txHash,
    place,
    from: undefined,
    currency,
    to,
    units,
    nonce: null,
    blockHeight: 0,
    succeeded: true,
    expiresAt: null,
    feeUnits: 0n,
  };
}

/** Balances of the addresses of a chain in memory. */
export class SimHoldings {
  readonly #feeCurrency: LedgerCurrency;
  readonly #units = new Map<string, bigint>();

  constructor(feeCurrency: LedgerCurrency) {
    this.#feeCurrency = feeCurrency;
  }

  of(address: string, currency: LedgerCurrency): bigint {
    return this.#units.get(`${currency} ${address}`) ?? 0n;
  }

  add(address: string, currency: LedgerCurrency, units: bigint): void {
    this.#units.set(`${currency} ${address}`, this.of(address, currency) + units);
  }

  /** Moves what a mined transaction moves, and takes its fee, which a failed one pays too. */
  apply(transaction: SimTransaction): void {
    this.#move(transaction, 1n);
  }

  /** Takes back what a transaction of a replaced block moved. */
  undo(transaction: SimTransaction): void {
    this.#move(transaction, -1n);
  }

  #move({ from, to, currency, units, succeeded, feeUnits }: SimTransaction, direction: 1n | -1n): void {
    const movedUnits = succeeded ? direction * units : 0n;
    this.add(to, currency, movedUnits);
    if (from === undefined) return;
    this.add(from, currency, -movedUnits);
    this.add(from, this.#feeCurrency, -direction * feeUnits);
  }
}
