import { type Currency, DAY_MS } from '@glasspool/core';

/** A payment that the signer signed, or is about to sign. */
export interface Payment {
  /** In ms since the epoch, of the signer's own clock. */
  readonly at: number;
  /** Start of the day (UTC) whose cap it is counted against. */
  readonly day: number;
  readonly currency: Currency;
  readonly source: 'user' | 'operator';
  readonly withdrawalId: string;
  readonly address: string;
  readonly amountMicro: bigint;
  /** Identity of what can be paid once: a nonce of the hot wallet, or the hash of a transaction on a chain without nonces. */
  readonly payment: string;
  /** When the transaction cannot happen any more, in ms of the chain's time; null where a nonce bounds it. */
  readonly expiresAt: number | null;
}

/** A withdrawal is refused 30 days after its approval, so what was signed before this time is not signed again. */
export const REMEMBERED_MS = 62 * DAY_MS;

/** Counts of the signed payments of the last weeks: what a new one would add to them, and what forbids it. */
export class PaymentMemory {
  #payments: Payment[] = [];
  /** Largest amount ever signed for each payment. */
  readonly #counted = new Map<string, bigint>();
  /** Sums of what was counted, by day, currency and source. */
  readonly #spent = new Map<string, bigint>();
  readonly #byWithdrawal = new Map<string, Payment>();
  /** Latest expiration of what was signed for a withdrawal. */
  readonly #expirations = new Map<string, number>();

  remember(payment: Payment): void {
    const [oldest] = this.#payments;
    // A day later at the earliest, so that forgetting costs a pass over the payments of the weeks once per day.
    if (oldest !== undefined && oldest.at < payment.at - REMEMBERED_MS - DAY_MS) this.#forget(payment.at);
    this.#payments.push(payment);
    this.#count(payment);
  }

  /** Last payment that was signed for a withdrawal. */
  findLast(withdrawalId: string): Payment | undefined {
    return this.#byWithdrawal.get(withdrawalId);
  }

  /** Expiration of another transaction that was signed for the same withdrawal, on a chain without nonces. */
  findEarlierExpiration(payment: Payment): number | undefined {
    if (payment.expiresAt === null || this.#counted.has(getKey(payment))) return undefined;
    return this.#expirations.get(payment.withdrawalId);
  }

  /** Amount that a payment adds to the count: 0 when it was signed before with at least this amount. */
  getAddedMicro(payment: Payment): bigint {
    const added = payment.amountMicro - (this.#counted.get(getKey(payment)) ?? 0n);
    return added > 0n ? added : 0n;
  }

  /** Sum of what was counted on the payment's day, in its currency and of its source. */
  getSpentMicro(payment: Payment): bigint {
    return this.#spent.get(getDayKey(payment)) ?? 0n;
  }

  #count(payment: Payment): void {
    const added = this.getAddedMicro(payment);
    this.#spent.set(getDayKey(payment), this.getSpentMicro(payment) + added);
    this.#counted.set(getKey(payment), (this.#counted.get(getKey(payment)) ?? 0n) + added);
    const { withdrawalId, expiresAt } = payment;
    this.#byWithdrawal.set(withdrawalId, payment);
    if (expiresAt !== null)
      this.#expirations.set(withdrawalId, Math.max(expiresAt, this.#expirations.get(withdrawalId) ?? 0));
  }

  #forget(now: number): void {
    const kept = this.#payments.filter(({ at }) => at >= now - REMEMBERED_MS);
    this.#payments = [];
    for (const map of [this.#counted, this.#spent, this.#byWithdrawal, this.#expirations]) map.clear();
    for (const payment of kept) {
      this.#payments.push(payment);
      this.#count(payment);
    }
  }
}

/** By source as well: a nonce that was signed for both counts against both caps. */
function getKey({ currency, source, payment }: Payment): string {
  return `${currency}/${source}/${payment}`;
}

function getDayKey({ day, currency, source }: Payment): string {
  return `${day}/${currency}/${source}`;
}
