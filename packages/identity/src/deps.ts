import type { ApiKeyId, Clock, Random, SessionId, UserId } from '@glasspool/core';
import type { ApiKeyScope, Database, Role, Transaction } from '@glasspool/db';

export type { ApiKeyScope, Role } from '@glasspool/db';

/** Makes and checks password hashes (argon2id). */
export interface PasswordHasher {
  /** @throws PoolError RATE_LIMITED when too many wait. */
  hash(password: string, who?: PasswordAsker): Promise<string>;
  /** @throws PoolError RATE_LIMITED when too many wait. */
  verify(hash: string, password: string, who?: PasswordAsker): Promise<boolean>;
}

/** `known`: asked by a device that logged in before, or in a session. A stranger when left out. */
export type PasswordAsker = 'known' | 'stranger';

/** Content of a session token. Its roles are for the client; the server reads them from the database. */
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

/** The site that passkeys belong to (WebAuthn Level 3, 5.1.4.1: an effective domain, so never a network address). */
export interface PasskeySite {
  readonly rpId: string;
  /** Returns true for the origin of the pool's own pages. */
  isOwnOrigin(origin: string): boolean;
}

/** Sends events to the screens of signed-in users. */
export interface AccountEvents {
  emit(userId: UserId, type: 'session.ended'): void;
}

/** Names of the access to an account that the product gives outside of sessions and API keys. */
export interface ProductAccess {
  readonly webhooks: readonly string[];
  /** Addresses of the withdrawal allowlist that cannot be paid yet. */
  readonly waitingAddresses: readonly string[];
}

/**
 * Part that the product takes in the life of an account. Each call runs in the transaction of the change
 * (docs/decisions/008-identity-knows-no-money.md).
 */
export interface AccountHooks {
  /** Gives a new account what the product holds for it. */
  open(tx: Transaction, userId: UserId): Promise<void>;
  /**
   * Removes what the product holds for an account that its owner closes.
   *
   * @throws PoolError ACCOUNT_NOT_EMPTY
   */
  close(tx: Transaction, account: { userId: UserId; now: number }): Promise<void>;
  listAccess(tx: Transaction, account: { userId: UserId; now: number }): Promise<ProductAccess>;
  endAccess(tx: Transaction, account: { userId: UserId; now: number }): Promise<void>;
}

export interface IdentitySettings {
  readonly publicUrl: string;
  readonly passwordLengthMin: number;
  /** True when an admin has to replace the password that the command generated. False on local networks. */
  readonly replacesFirstPassword: boolean;
  /** A session ends after this time without a call. */
  readonly inactivityMs: Readonly<Record<Role, number>>;
  /** True when sent mail is also kept in the mailbox table: on local networks only. */
  readonly keepsMailbox: boolean;
}

/** Everything that the functions of identity may use. Each takes only the part that it needs. */
export interface IdentityDeps {
  readonly db: Database;
  /** The machine's time: sessions, codes, mail and leases. Moving the pool's clock a day signs no one out. */
  readonly machineClock: Clock;
  readonly random: Random;
  readonly events: AccountEvents;
  readonly accountHooks: AccountHooks;
  readonly passwords: PasswordHasher;
  readonly tokens: SessionTokens;
  /** Undefined where the pool has no name: passkeys are refused. */
  readonly passkeySite: PasskeySite | undefined;
  readonly mail: MailTransport;
  readonly settings: IdentitySettings;
  /** Key of the HMAC under which sign-up codes are stored. */
  readonly otpKey: Uint8Array;
  /** Key under which the secrets of two-factor authentication are encrypted; 32 bytes. */
  readonly twoFactorKey: Uint8Array;
}

/** Caller, as the database knows them at this moment. */
export interface Actor {
  readonly userId: UserId;
  readonly sessionId: SessionId;
  readonly email: string;
  readonly role: Role;
  readonly hasTwoFactor: boolean;
  /** The password was made by a command; its owner has not chosen one yet. */
  readonly mustChangePassword: boolean;
}

/** Caller with an API key instead of a session. */
export interface ApiKeyCaller {
  readonly userId: UserId;
  readonly keyId: ApiKeyId;
  readonly scope: ApiKeyScope;
}

/** Origin of a call, for the audit log. */
export interface CallOrigin {
  /** IP address of the caller, or the name of a command. */
  readonly ipAddress: string;
  readonly requestId: string;
}
