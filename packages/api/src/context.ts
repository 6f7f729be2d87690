import type { Currency } from '@glasspool/core';
import type { Actor, PoolDeps } from '@glasspool/pool';

/** What only the local networks can do: make test tokens and move the clock. */
export interface DevTools {
  /** Sends test tokens, in the chain's smallest units, and returns the transaction's hash. */
  sendTokens(request: { address: string; currency: Currency; units: bigint }): Promise<string>;
  /** Moves the clock of the pool and of both chains forward, then runs every due payout and maturity. */
  advanceClock(hours: number): Promise<{ now: number }>;
  /** Mints to the treasury, waits until it is final, and moves it into the reserve. */
  fundReserve(request: { currency: Currency; amountMicro: bigint }): Promise<void>;
  /** What an address holds on chain, in the chain's smallest units. */
  getBalanceUnits(request: { address: string; currency: Currency }): Promise<bigint>;
}

/** Where the token of a verified address is kept between the steps of a sign-up, besides the answer itself. */
export interface SignUpCookie {
  read(): string | undefined;
  set(token: string): void;
  clear(): void;
}

/** What a procedure knows of its call. */
export interface Context {
  readonly deps: PoolDeps;
  readonly actor: Actor | undefined;
  readonly signUpCookie: SignUpCookie;
  /** The `Idempotency-Key` header. */
  readonly idempotencyKey: string | undefined;
  readonly requestId: string;
  /** The network address of the caller. */
  readonly address: string;
  /** Present on the local networks only. */
  readonly dev: DevTools | undefined;
}
