import type { Id, Language, Network, SessionId, UserId } from '@glasspool/core';
import type { Generated } from 'kysely';
import type { Fixed } from './ledger.ts';

export type Role = 'user' | 'admin' | 'auditor';

export interface UserTable {
  id: Fixed<UserId>;
  email: string;
  userName: string;
  passwordHash: string;
  role: Role;
  referralCode: Fixed<string>;
  referredBy: Fixed<UserId | null>;
  lockedAt: number | null;
  createdAt: Fixed<number>;
  /** 0 or 1: mail about deposits and withdrawals. */
  emailAlerts: Generated<number>;
  /** 0 or 1. */
  marketingEmails: Generated<number>;
  /** Reason why an admin locked the account. */
  lockReason: Generated<string | null>;
  /** 0 or 1: the password was made by a command and is to be replaced by its owner. */
  mustChangePassword: Generated<number>;
  /** Language of mails. */
  language: Generated<Language>;
  /** 0 or 1: withdrawals go to addresses on the withdrawal allowlist only. */
  allowlistOnly: Generated<number>;
  /** Time from which it restricts nothing any more, in ms; null while its owner has not turned it off. */
  allowlistOffAt: Generated<number | null>;
}

/** Email that an account had before, which snapshots were taken under. */
export interface FormerEmailTable {
  userId: Fixed<UserId>;
  email: Fixed<string>;
  /** The last time. */
  replacedAt: number;
}

export interface WalletTable {
  network: Fixed<Network>;
  derivationIndex: Fixed<number>;
  address: Fixed<string>;
  userId: Fixed<UserId | null>;
  /** The highest block with a deposit to it. */
  lastDepositHeight: Generated<number>;
  /** Deposits up to this block were swept into the hot wallet. */
  sweptHeight: Generated<number>;
  /** 0 or 1: coins for fees were sent to it, and some may be left. */
  hasGas: Generated<number>;
}

export interface SessionTable {
  id: Fixed<SessionId>;
  userId: Fixed<UserId>;
  createdAt: Fixed<number>;
  lastSeenAt: number;
  expiresAt: Fixed<number>;
  endedAt: number | null;
  /** Null where the caller did not say. */
  ipAddress: Generated<string | null>;
  userAgent: Generated<string | null>;
}

export interface SignUpCodeTable {
  id: Generated<number>;
  email: Fixed<string>;
  /** 1 for the first code of an address; two requests at once cannot both take the next. */
  number: Fixed<number>;
  codeHmac: Fixed<string>;
  triesLeft: number;
  createdAt: Fixed<number>;
  expiresAt: Fixed<number>;
  usedAt: number | null;
}

export interface SignUpTokenTable {
  tokenHash: Fixed<string>;
  email: Fixed<string>;
  expiresAt: Fixed<number>;
  usedAt: number | null;
}

export interface MailTable {
  id: Fixed<Id<'mail'>>;
  recipient: Fixed<string>;
  subject: Fixed<string>;
  /** Null once sent or given up: a body may hold a code or a link. */
  text: string | null;
  html: string | null;
  tries: number;
  nextTryAt: number;
  createdAt: Fixed<number>;
  sentAt: number | null;
  /** End of validity of the code or link in it; it is not delivered later. Null for other mails. */
  expiresAt: Fixed<number | null>;
  givenUpAt: Generated<number | null>;
  /** Last answer of the mail server, or the reason for which the mail was given up. */
  failure: Generated<string | null>;
}

export interface MailboxMessageTable {
  id: Fixed<Id<'mail'>>;
  recipient: Fixed<string>;
  subject: Fixed<string>;
  text: Fixed<string>;
  html: Fixed<string>;
  createdAt: Fixed<number>;
}

export interface PasswordResetTable {
  tokenHash: Fixed<string>;
  userId: Fixed<UserId>;
  createdAt: Fixed<number>;
  expiresAt: Fixed<number>;
  usedAt: number | null;
}
