import type { Chain, ChainHead, TransactionOutcome } from '@glasspool/chains';
import type {
  Clock,
  Currency,
  Network,
  OutgoingOutcome,
  OutgoingPurpose,
  RewardRunId,
  TermsValues,
} from '@glasspool/core';
import type { Queryable, Row, Transaction } from '@glasspool/db';
import type { IdentitySettings } from '@glasspool/identity/deps';
import type { WebhookDeps } from '@glasspool/identity/webhooks';
import type { Sha256 } from '@glasspool/proof';
import type { Dependencies } from './dependencies/index.ts';
import type { PoolEvents } from './events.ts';
import type { PublicRewardRun, RunPages } from './rewards/reward-run.ts';

export type { PageOf, PageRequest, Place } from '@glasspool/db';

/** The newest line of a log: how many lines it has, and the hash of the last one. */
export interface LogEnd {
  readonly lines: number;
  readonly hash: string;
}

/** Keeps signed transactions outside of the database, flushed to disk before anything is broadcast. */
export interface SignedLog {
  append(entry: Readonly<Record<string, string | number | null>>): Promise<void>;
  /** All that was ever appended, in that order. */
  readEntries(): Promise<readonly unknown[]>;
  /** The hashes of all that was ever appended. */
  readHashes(): Promise<readonly string[]>;
  /** Puts all that was ever appended on disk, lines of a process that was killed meanwhile too. */
  flush(): Promise<void>;
  /** The end of the signer's own log, as its last answer named it; left out where the signer keeps none. */
  findSignerLogEnd?(): LogEnd | undefined;
}

/** Something that the pool signed. */
export type Outgoing = Row<'outgoing'>;

/** A transaction in a final block. */
export type Mined = Extract<TransactionOutcome, { isFinal: true }>;

/** Decision of the final chain about something that the pool signed. */
export interface Decision {
  readonly outcome: OutgoingOutcome;
  /** Transaction by which it was decided; null where time did. */
  readonly txHash: string | null;
  /** Block on which the decision rests. */
  readonly blockHeight: number;
  /** Transaction that took a fee, if one of those that were signed is in a block. */
  readonly mined: Mined | undefined;
  /** Proof of it, for the history. */
  readonly evidence: Readonly<Record<string, string | number | boolean>>;
}

type HandlerDeps = Pick<PoolDeps, 'clock' | 'machineClock' | 'random' | 'events'>;
type Book = (tx: Transaction, deps: HandlerDeps, row: Outgoing, decision: Decision) => Promise<void>;

/**
 * Steps of one purpose when something that was signed for it is sent and decided. Each function but the first two runs in the
 * transaction that changes the state of the row, and is left out where the purpose has nothing to do.
 */
export interface OutgoingHandler {
  /** Facts that signed.log has beside the bytes, so that the log alone can make it again. */
  describe?(db: Queryable, row: Outgoing): Promise<Readonly<Record<string, string>>>;
  /** Writes files that have to exist before the decision is booked. May run more than once. */
  prepare?(row: Outgoing, decision: Decision): Promise<void>;
  /** The bytes are in signed.log, and leave next. */
  onSent?(tx: Transaction, deps: HandlerDeps, row: Outgoing, txHash: string): Promise<void>;
  /** It is paid, for the first time. Runs once in the life of a row. */
  onPaid?: Book;
  /** It was paid, its block was replaced, and it is paid in another one. */
  onPaidAgain?: Book;
  /** The own funds that are missing to book that it is paid although its money was given back; nothing is booked until they are there. */
  findMissingLate?(tx: Transaction, row: Outgoing): Promise<string | undefined>;
  /** It is paid although its money was given back. */
  onPaidLate?: Book;
  /** Replaced blocks had paid it late, and the new ones do so no more. */
  onLateGone?: Book;
  /** It failed or can never happen. A withdrawal that had been paid does not come here: it is lost, until a person decides. */
  onUnpaid?: Book;
  /** A restore took over a transaction of signed.log. */
  onRestored?(tx: Transaction, deps: Pick<PoolDeps, 'clock'>, line: SignedLine): Promise<Restored>;
}

/** A line of signed.log: those of withdrawals say what they pay, and to whom; those of sweeps, which address they empty. */
export interface SignedLine {
  readonly id: string;
  readonly network: Network;
  readonly txHash: string;
  readonly sender: string;
  readonly userId?: string | undefined;
  readonly currency?: Currency | undefined;
  readonly address?: string | undefined;
  readonly amount?: bigint | undefined;
  readonly fee?: bigint | undefined;
  readonly source?: 'user' | 'operator' | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly requestHash?: string | undefined;
}

/**
 * Result of taking a line over, or why the books have no place for it: `unknown-user`: its user or admin signed up after the backup;
 * `own-funds`: an operator withdrawal of more than the operator's own funds in the backup, such as of coins that came in after it;
 * `not-described`: the line does not say what it pays.
 */
export type Restored = 'restored' | 'unknown-user' | 'own-funds' | 'not-described';

export type OutgoingHandlers = Readonly<Record<OutgoingPurpose, OutgoingHandler>>;

/** The operator's limits. Amounts in micro-units. */
export interface PoolSettings extends IdentitySettings {
  /** Contacts of the operator for users. */
  readonly contacts: { readonly email: string; readonly phone: string; readonly communityUrl: string };
  /** URL of the source code of this pool. */
  readonly sourceUrl: string | undefined;
  /** The first version of the terms, published at the first start. Later ones are published by admins. */
  readonly firstTerms: TermsValues;
  /** Above this sum a day and user, an admin approves. */
  readonly withdrawalReviewMicro: Readonly<Record<Currency, bigint>>;
  /** The most that may leave the pool on one UTC day. */
  readonly withdrawalDailyCapMicro: Readonly<Record<Currency, bigint>>;
  /** Above this sum a UTC day, a hot wallet withdrawal needs a second admin. */
  readonly operatorReviewMicro: Readonly<Record<Currency, bigint>>;
  /** The most that the operator may take out of the hot wallet on one UTC day. */
  readonly operatorDailyCapMicro: Readonly<Record<Currency, bigint>>;
  /** A deposit address that holds less is not swept. */
  readonly sweepMinimumMicro: Readonly<Record<Currency, bigint>>;
  /** A transaction that is in no block for this long is sent again with a higher fee, where the chain supports that. */
  readonly replaceAfterMs: number;
  /** Public keys of watchers, in hex, whose confirmations are kept however many others come. */
  readonly invitedWatchers: readonly string[];
  /** True when admins and auditors sign in with two-factor authentication. */
  readonly needsTwoFactor: boolean;
  /** Time between backups of the pool; undefined on a local network, which needs none. */
  readonly backupEveryMs: number | undefined;
}

/** Everything that the functions of the pool may use. Each takes only the part that it needs. */
export interface PoolDeps extends WebhookDeps {
  /** The pool's time: investments, rewards, withdrawals. On the local networks a developer may move it forward. */
  readonly clock: Clock;
  readonly chains: Readonly<Record<Network, Chain>>;
  readonly events: PoolEvents;
  readonly dependencies: Dependencies;
  readonly signedLog: SignedLog;
  readonly settings: PoolSettings;
  /** Steps of each purpose about what was signed for it. */
  readonly outgoingHandlers: OutgoingHandlers;
  /** Keeps chains without nonces from being signed for until what an older copy may have signed can no longer happen. */
  readonly signingGate: {
    close(deps: Pick<PoolDeps, 'chains'>): Promise<void>;
    isOpen(network: Network, seen: ChainHead & { readonly scannedHeight: number }): boolean;
  };
  /** SHA-256, fast: a snapshot takes millions. The portable one when left out. */
  readonly hash?: Sha256;
  /** Goes on with a reward run until it is closed, on another thread where there is one and the run is large. */
  readonly finishRewardRun: (
    deps: RewardRunDeps,
    id: RewardRunId,
    pages: RunPages,
  ) => Promise<PublicRewardRun | undefined>;
  /** Key of the HMAC that makes each user's nonce: what their leaves are blinded with. */
  readonly nonceKey: Uint8Array;
}

/** Dependencies of a run once it is open. It sends nothing and asks no chain, so it may run on another thread. */
export type RewardRunDeps = Pick<
  PoolDeps,
  'db' | 'clock' | 'machineClock' | 'random' | 'events' | 'nonceKey' | 'hash'
>;
