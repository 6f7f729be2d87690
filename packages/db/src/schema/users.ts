import type { Id, Network, SessionId, UserId } from '@glasspool/core';
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
}

export interface WalletTable {
  network: Fixed<Network>;
  derivationIndex: Fixed<number>;
  address: Fixed<string>;
  userId: Fixed<UserId | null>;
}

export interface SessionTable {
  id: Fixed<SessionId>;
  userId: Fixed<UserId>;
  createdAt: Fixed<number>;
  lastSeenAt: number;
  expiresAt: Fixed<number>;
  endedAt: number | null;
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
  /** Null once sent: a body may hold a code or a link. */
  text: string | null;
  html: string | null;
  tries: number;
  nextTryAt: number;
  createdAt: Fixed<number>;
  sentAt: number | null;
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
