import type { Chain } from '@glasspool/chains';
import type {
  ApiKeyId,
  Clock,
  Currency,
  Network,
  Random,
  RewardRunId,
  SessionId,
  TermsValues,
  UserId,
} from '@glasspool/core';
import type { ApiKeyScope, Database, Role } from '@glasspool/db';
import type { FileName, Sha256 } from '@glasspool/proof';
import type { Dependencies } from './dependencies/index.ts';
import type { PublicRewardRun, RewardRunDeps, RunPages } from './rewards/index.ts';
import type { BuiltSnapshot, SnapshotBuildDeps } from './solvency/build-snapshot.ts';

export type { ApiKeyScope, Role } from '@glasspool/db';

import type { PoolEvents } from './events.ts';
import type { SigningGate } from './outgoing/signing-gate.ts';

/** Makes and checks password hashes (argon2id). */
export interface PasswordHasher {
  /** @throws PoolError RATE_LIMITED when too many wait. */
  hash(password: string, who?: PasswordAsker): Promise<string>;
  /** @throws PoolError RATE_LIMITED when too many wait. */
  verify(hash: string, password: string, who?: PasswordAsker): Promise<boolean>;
}

/** `known`: asked by a device that logged in before, or in a session. A stranger when left out. */
export type PasswordAsker = 'known' | 'stranger';

/** What a session token says of its holder. The roles in it are for the client; the server reads them from the database. */
export interface SessionClaims {
  readonly userId: string;
  readonly sessionId: string;
}

/** Makes and checks signed session tokens. */
export interface SessionTokens {
  issue(
    claims: SessionClaims & { email: string; role: Role; issuedAt: number; expiresAt: number },
  ): Promise<string>;
  /** Undefined for a token that is forged, expired or not one of ours. */
  verify(token: string): Promise<SessionClaims | undefined>;
}

export interface MailMessage {
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Hands a message to the mail system. */
export interface MailTransport {
  /**
   * @throws MailRejectedError when the server refuses this message or its recipient for good.
   * @throws Error when it may take it later.
   */
  send(message: MailMessage): Promise<void>;
}

/** The mail server refuses a message or its recipient for good (RFC 5321, 4.2.1: a reply of 5xx). */
export class MailRejectedError extends Error {
  override readonly name = 'MailRejectedError';
}

/** Sends events to servers that users name. */
export interface WebhookTransport {
  /** Whether a URL may be sent to at all: never into the network that the pool itself runs in. */
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

/** Keeps the files of snapshots. */
export interface SnapshotStore {
  write(
    snapshotNumber: number,
    name: StoredFile,
    chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  ): Promise<void>;
  /** All of a file, or the bytes from `start` to before `end`, as far as there are any. Throws when there is no such file. */
  read(
    snapshotNumber: number,
    name: StoredFile,
    range?: { start: number; end: number },
  ): AsyncIterable<Uint8Array>;
}

/** The site that passkeys belong to (WebAuthn Level 3, 5.1.4.1: an effective domain, so never a network address). */
export interface PasskeySite {
  readonly rpId: string;
  /** Returns true for the origin of the pool's own pages. */
  isOwnOrigin(origin: string): boolean;
}

/** The operator's limits. Amounts in micro-units. */
export interface PoolSettings {
  readonly publicUrl: string;
  /** How users reach the operator. */
  readonly contacts: { readonly email: string; readonly phone: string; readonly communityUrl: string };
  /** Where the source code of this pool is published. */
  readonly sourceUrl: string | undefined;
  readonly passwordLengthMin: number;
  /** The first version of the terms, published at the first start. Later ones are published by admins. */
  readonly firstTerms: TermsValues;
  /** Above this sum a day and user, an admin approves. */
  readonly withdrawalReviewMicro: Readonly<Record<Currency, bigint>>;
  /** The most that may leave the pool on one UTC day. */
  readonly withdrawalDailyCapMicro: Readonly<Record<Currency, bigint>>;
  /** Above this sum a UTC day, a treasury withdrawal needs a second admin. */
  readonly treasuryReviewMicro: Readonly<Record<Currency, bigint>>;
  /** The most that the operator may take out of the treasury on one UTC day. */
  readonly treasuryDailyCapMicro: Readonly<Record<Currency, bigint>>;
  /** A deposit address that holds less is not swept. */
  readonly sweepMinimumMicro: Readonly<Record<Currency, bigint>>;
  /** What was sent and is in no block for this long is sent again with a higher fee, where the chain has that. */
  readonly replaceAfterMs: number;
  /** Whether admins and auditors sign in with a second factor. */
  readonly needsSecondFactor: boolean;
  /** Whether an admin has to replace the password that the command made. Not on the local networks. */
  readonly replacesFirstPassword: boolean;
  /** A session ends after this time without a call. */
  readonly inactivityMs: Readonly<Record<Role, number>>;
  /** Whether sent mail is also kept in the mailbox table: on the local networks only. */
  readonly keepsMailbox: boolean;
}

/** Everything that the functions of the pool may use. Each takes only the part that it needs. */
export interface PoolDeps {
  readonly db: Database;
  /** The pool's time: investments, rewards, withdrawals. On the local networks a developer may move it forward. */
  readonly clock: Clock;
  /** The machine's time: sessions, codes, mail and leases. Moving the pool's clock a day signs nobody out. */
  readonly machineClock: Clock;
  readonly random: Random;
  readonly chains: Readonly<Record<Network, Chain>>;
  readonly events: PoolEvents;
  readonly passwords: PasswordHasher;
  readonly tokens: SessionTokens;
  /** Undefined where the pool has no name: passkeys are refused. */
  readonly passkeySite: PasskeySite | undefined;
  readonly mail: MailTransport;
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
  /** Key of the HMAC under which sign-up codes are stored. */
  readonly otpKey: Uint8Array;
  /** Key under which the secrets of second factors are encrypted; 32 bytes. */
  readonly secondFactorKey: Uint8Array;
}

/** Who calls, as the database knows them at this moment. */
export interface Actor {
  readonly userId: UserId;
  readonly sessionId: SessionId;
  readonly email: string;
  readonly role: Role;
  readonly hasSecondFactor: boolean;
  /** The password was made by a command; its owner has not chosen one yet. */
  readonly mustChangePassword: boolean;
}

/** Whose program calls, with an API key instead of a session. */
export interface ApiKeyCaller {
  readonly userId: UserId;
  readonly keyId: ApiKeyId;
  readonly scope: ApiKeyScope;
}

/** Where a call came from, for the audit log. */
export interface CallOrigin {
  /** The network address of the caller, or the name of a command. */
  readonly address: string;
  readonly requestId: string;
}
