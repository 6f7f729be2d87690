import type { Chain } from '@glasspool/chains';
import type { Clock, Currency, Id, Network, RewardRunId, TermsValues } from '@glasspool/core';
import type { IdentityDeps, IdentitySettings } from '@glasspool/identity';
import type { FileName, Sha256 } from '@glasspool/proof';
import type { Dependencies } from './dependencies/index.ts';
import type { PoolEvents } from './events.ts';
import type { SigningGate } from './outgoing/signing-gate.ts';
import type { PublicRewardRun, RewardRunDeps, RunPages } from './rewards/index.ts';
import type { BuiltSnapshot, SnapshotBuildDeps } from './solvency/build-snapshot.ts';

/** Sends events to servers that users name. */
export interface WebhookTransport {
  /** Returns true when a URL may be sent to at all: never into the network that the pool itself runs in. */
  accepts(url: string): boolean;
  /** Sends one event, without following redirects. Throws when there is no answer. */
  post(request: {
    url: string;
    headers: Readonly<Record<string, string>>;
    body: string;
  }): Promise<{ readonly status: number }>;
}

/** Keeps signed transactions outside of the database, flushed to disk before anything is broadcast. */
export interface SignedLog {
  append(entry: Readonly<Record<string, string | number | null>>): Promise<void>;
  /** All that was ever appended, in that order. */
  readEntries(): Promise<readonly unknown[]>;
  /** The hashes of all that was ever appended. */
  readHashes(): Promise<readonly string[]>;
}

/** Signs what the pool states of its books (Ed25519). */
export interface StatementKey {
  readonly publicKey: Uint8Array;
  sign(message: Uint8Array): Uint8Array;
}

/**
 * A file of a snapshot: those that are published, and those that proofs are made from: roots of the blocks of leaves, hashes of the
 * entries of the journal, and what it says of each user, which is private.
 */
export type StoredFile = FileName | 'blocks.bin' | 'journal-hashes.bin' | 'receipts.bin';

/** Place of the files of one try to take a snapshot, which no other try writes to. */
export type Draft = Id<'snapshotDraft'>;

/** Keeps the files of snapshots, and of those that are being taken. */
export interface SnapshotStore {
  write(
    place: number | Draft,
    name: StoredFile,
    chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  ): Promise<void>;
  /**
   * Makes a draft the files of a number, on disk when it resolves. What stands there under the number is replaced: the caller has made sure
   * that no one else publishes it.
   */
  publish(draft: Draft, snapshotNumber: number): Promise<void>;
  /** Removes a draft that came to nothing, and those that a crash left long ago. */
  discard(draft: Draft): Promise<void>;
  /** All of a file, or the bytes from `start` to before `end`, as far as there are any. Throws when there is no such file. */
  read(
    snapshotNumber: number,
    name: StoredFile,
    range?: { start: number; end: number },
  ): AsyncIterable<Uint8Array>;
}

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
  /** True when admins and auditors sign in with two-factor authentication. */
  readonly needsTwoFactor: boolean;
}

/** Everything that the functions of the pool may use. Each takes only the part that it needs. */
export interface PoolDeps extends IdentityDeps {
  /** The pool's time: investments, rewards, withdrawals. On the local networks a developer may move it forward. */
  readonly clock: Clock;
  readonly chains: Readonly<Record<Network, Chain>>;
  readonly events: PoolEvents;
  readonly dependencies: Dependencies;
  readonly webhooks: WebhookTransport;
  readonly signedLog: SignedLog;
  readonly settings: PoolSettings;
  /** Keeps chains without nonces from being signed for until what an older copy may have signed can no longer happen. */
  readonly signingGate: SigningGate;
  /** SHA-256, fast: a snapshot takes millions. The portable one when left out. */
  readonly hash?: Sha256;
  readonly statementKey: StatementKey;
  readonly snapshots: SnapshotStore;
  /** Reads the books and writes the large files of a snapshot, on another thread where there is one. */
  readonly buildSnapshot: (deps: SnapshotBuildDeps) => Promise<BuiltSnapshot>;
  /** Goes on with a reward run until it is closed, on another thread where there is one and the run is large. */
  readonly finishRewardRun: (
    deps: RewardRunDeps,
    id: RewardRunId,
    pages: RunPages,
  ) => Promise<PublicRewardRun | undefined>;
  /** Key of the HMAC that makes each user's nonce: what their leaves are blinded with. */
  readonly nonceKey: Uint8Array;
}
