import type { Currency, Language } from '@glasspool/core';
import type { Actor, ApiKeyCaller } from '@glasspool/identity/deps';
import type { SolvencyDeps } from '@glasspool/solvency';
import type { ExperimentNews } from './dev/contract.ts';
import type { ExperimentId } from './dev/forms.ts';
import type { Limits } from './limits.ts';
import type { PublicResults } from './public-results.ts';
import type { SecurityEvent } from './security-log.ts';

/** Time of the pool after its clock was moved, and what fell due meanwhile. */
interface ClockAdvance {
  readonly now: number;
  readonly runs: readonly {
    readonly currency: Currency;
    readonly dueMicro: bigint;
    readonly paidMicro: bigint;
  }[];
  /** Investments whose principal unlocked. */
  readonly matured: number;
}

/** Tools of local networks: create test tokens and move the clock. */
export interface DevTools {
  /** Sends test tokens, in the chain's smallest units, and returns the transaction's hash. */
  sendTokens(request: { address: string; currency: Currency; units: bigint }): Promise<string>;
  /** Moves the clock of the pool and of both chains forward, then runs every due payout and maturity. */
  advanceClock(hours: number): Promise<ClockAdvance>;
  /** Mints to the hot wallet, waits until it is final, and moves it into the reserve. */
  fundReserve(request: { currency: Currency; amountMicro: bigint }): Promise<void>;
  /** Runs an experiment of the lab in a sandbox of its own, and tells what happens. One at a time; it ends when the signal does. */
  runExperiment(id: ExperimentId, signal: AbortSignal | undefined): AsyncIterable<ExperimentNews>;
  /** Balance of an address on chain, in the chain's smallest units. */
  getBalanceUnits(request: { address: string; currency: Currency }): Promise<bigint>;
}

/** A cookie that scripts cannot read. */
export interface PrivateCookie {
  read(): string | undefined;
  set(token: string): void;
  clear(): void;
}

/** Context of a call, as its procedure sees it. */
export interface Context {
  readonly deps: SolvencyDeps;
  /** Over a websocket, which outlives a session: who is behind it at this moment. Asked for each call. */
  readonly identify: (() => Promise<Pick<Context, 'actor' | 'apiKey'>>) | undefined;
  /** Does work after the answer, so that how long it takes tells nothing. What fails is in the log. */
  readonly later: (work: () => Promise<void>) => void;
  /** Has the browser forget what it cached of this site. */
  readonly clearSiteData: () => void;
  /** Writes a line into the security log. */
  readonly logSecurity: (event: SecurityEvent) => void;
  /** Over a websocket: ends the connection. */
  readonly disconnect: (() => void) | undefined;
  /** Signed-in user. */
  readonly actor: Actor | undefined;
  /** API key that came with the call instead of a session, with its owner. */
  readonly apiKey: ApiKeyCaller | undefined;
  readonly limits: Limits;
  readonly publicResults: PublicResults;
  /** Cookie that holds the token of a verified email between the steps of a sign-up, besides the answer itself. */
  readonly signUpCookie: PrivateCookie;
  /** Cookie by which a device is recognized at its next login. */
  readonly deviceCookie: PrivateCookie;
  /** The `Idempotency-Key` header. */
  readonly idempotencyKey: string | undefined;
  readonly requestId: string;
  /** IP address of the caller. */
  readonly ipAddress: string;
  /** Language that the caller's program asks for. */
  readonly language: Language;
  /** Name that the caller's program gives itself. */
  readonly userAgent: string | undefined;
  /** Present on the local networks only. */
  readonly dev: DevTools | undefined;
}
