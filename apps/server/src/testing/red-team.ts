// The web process in an attacker's hands, for the signer's red-team test: what it can write into the database, what it can ask the signer
// for, and what the signatures that it got are worth.
import { ANCHOR_INDEX } from '@glasspool/chains';
import { deriveBscAddress } from '@glasspool/chains/bsc';
import type { NetworkKeys } from '@glasspool/chains/keys';
import { buildTokenTransfer, buildTrxTransfer } from '@glasspool/chains/testing';
import { deriveTronAddress } from '@glasspool/chains/tron';
import { type Currency, MINUTE_MS, NETWORK_OF, type Network, toChainUnits } from '@glasspool/core';
import fc from 'fast-check';

export const USDT_CONTRACT = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
/** Addresses to which the thief wants to pay. */
export const OUTSIDERS: Readonly<Record<Network, readonly string[]>> = {
  BSC: ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'],
  TRON: ['TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', 'TPL66VK2gCXNCD7EJg9pgJRfqcRazjhUZY'],
};
const WITHDRAWALS = 5;
const NONCES = 3;
/** Amounts around the caps of 1,000 and 500 that the test sets. */
const AMOUNTS = ['0.000001', '0.000001', '400', '500', '999', '1000', '5000'] as const;

const currency = fc.constantFrom<Currency>('USDT', 'TRX');
const withdrawal = fc.integer({ min: 0, max: WITHDRAWALS - 1 });
const outsider = fc.integer({ min: 0, max: 1 });
const amount = fc.constantFrom(...AMOUNTS);
const nonce = fc.integer({ min: 0, max: NONCES - 1 });
/** Makes other bytes of the same payment on TRON. */
const expiresInMinutes = fc.constantFrom(1, 9, 10, 60);

/** Writes a withdrawal as it likes, over what stood there. */
const forge = fc.record({
  kind: fc.constant('forge' as const),
  withdrawal,
  currency,
  outsider,
  amount,
  source: fc.constantFrom('user' as const, 'operator' as const),
  state: fc.constantFrom('approved', 'approved', 'approved', 'signed', 'broadcast', 'requested', 'confirmed'),
});
/** Asks for a payment: of what it wrote, or of something else, under any nonce, index and subject. */
const ask = fc.record({
  kind: fc.constant('ask' as const),
  withdrawal,
  currency,
  outsider,
  amount,
  nonce,
  expiresInMinutes,
  index: fc.constantFrom(0, 0, 1, ANCHOR_INDEX),
  to: fc.constantFrom('outside' as const, 'outside' as const, 'own' as const, 'token' as const),
  hasSubject: fc.boolean(),
});
/** Writes a withdrawal and asks for just that, as a thief would. */
const steal = fc.record({
  withdrawal,
  currency,
  outsider,
  amount,
  nonce,
  expiresInMinutes,
  source: fc.constantFrom('user' as const, 'user' as const, 'operator' as const),
});
/** Several at the same moment. */
const rush = fc.record({
  kind: fc.constant('rush' as const),
  thefts: fc.array(steal, { minLength: 1, maxLength: 4 }),
});
const others = fc.constantFrom(
  { kind: 'restart-signer' as const },
  { kind: 'forget-signed' as const },
  /** Calls an address of the thief one of the pool's own. */
  { kind: 'claim-address' as const },
  { kind: 'wait' as const, ms: MINUTE_MS },
  { kind: 'wait' as const, ms: 11 * MINUTE_MS },
  { kind: 'wait' as const, ms: 24 * 60 * MINUTE_MS },
);

export type Forged = typeof forge extends fc.Arbitrary<infer Move> ? Move : never;
export type Asked = typeof ask extends fc.Arbitrary<infer Move> ? Move : never;
export type Theft = typeof steal extends fc.Arbitrary<infer One> ? One : never;

/** A sequence of moves. */
export const moves = fc.array(
  fc.oneof(
    { weight: 1, arbitrary: forge },
    { weight: 1, arbitrary: ask },
    { weight: 8, arbitrary: rush },
    others,
  ),
  {
    minLength: 5,
    maxLength: 40,
  },
);

export interface PaymentBytes {
  readonly network: Network;
  readonly currency: Currency;
  readonly index: number;
  readonly to: string;
  readonly amountMicro: bigint;
  readonly nonce: number;
  readonly timeMs: number;
  readonly expiresAt: number;
}

/** Unsigned bytes of a payment, as hex. */
export async function buildPayment(
  keys: Readonly<Record<Network, NetworkKeys>>,
  { network, currency: what, index, to, amountMicro, nonce: at, timeMs, expiresAt }: PaymentBytes,
): Promise<string> {
  const units = toChainUnits(what, amountMicro);
  if (network === 'BSC') return buildTokenTransfer({ token: USDT_CONTRACT, to, units, nonce: at });
  return buildTrxTransfer({ sender: deriveTronAddress(keys.TRON, index), to, units, timeMs, expiresAt });
}

export function deriveAddress(
  keys: Readonly<Record<Network, NetworkKeys>>,
  network: Network,
  index: number,
): string {
  return network === 'BSC' ? deriveBscAddress(keys.BSC, index) : deriveTronAddress(keys.TRON, index);
}

/** Value of the signatures to the thief: the largest payment per nonce on BSC, and every transaction on TRON. */
export class Spoils {
  readonly #byPayment = new Map<string, bigint>();

  add({ currency: what, nonce, amountMicro }: PaymentBytes, payload: string): void {
    const key = NETWORK_OF[what] === 'BSC' ? `${what}/${nonce}` : `${what}/${payload}`;
    const before = this.#byPayment.get(key) ?? 0n;
    if (amountMicro > before) this.#byPayment.set(key, amountMicro);
  }

  worthMicro(what: Currency): bigint {
    return [...this.#byPayment]
      .filter(([key]) => key.startsWith(what))
      .reduce((sum, [, one]) => sum + one, 0n);
  }
}
