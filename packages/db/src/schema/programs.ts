import type { AllowlistEntryId, ApiKeyId, Currency, DeliveryId, UserId, WebhookId } from '@glasspool/core';
import type { Generated } from 'kysely';
import type { Fixed } from './ledger.ts';

/** Scope of an API key: read what its user sees, or withdraw to their allowlist too. */
export type ApiKeyScope = 'read' | 'withdraw';

export interface ApiKeyTable {
  id: Fixed<ApiKeyId>;
  userId: Fixed<UserId>;
  name: Fixed<string>;
  scope: Fixed<ApiKeyScope>;
  /** SHA-256 of the key, in hex. */
  keyHash: Fixed<string>;
  /** First characters of the key, by which its owner tells keys apart. */
  hint: Fixed<string>;
  createdAt: Fixed<number>;
  lastUsedAt: number | null;
  revokedAt: number | null;
}

export interface AllowlistEntryTable {
  id: Fixed<AllowlistEntryId>;
  userId: Fixed<UserId>;
  currency: Fixed<Currency>;
  address: Fixed<string>;
  label: Fixed<string>;
  createdAt: Fixed<number>;
  usableAt: Fixed<number>;
  removedAt: number | null;
}

export interface WebhookTable {
  id: Fixed<WebhookId>;
  userId: Fixed<UserId>;
  url: Fixed<string>;
  /** Encrypted: it signs what is sent. */
  secretBox: Fixed<string>;
  createdAt: Fixed<number>;
  removedAt: number | null;
}

export interface WebhookDeliveryTable {
  id: Fixed<DeliveryId>;
  webhookId: Fixed<WebhookId>;
  event: Fixed<string>;
  /** JSON, as it is sent. */
  payload: Fixed<string>;
  createdAt: Fixed<number>;
  tries: number;
  /** Null once it was delivered or given up. */
  nextTryAt: number | null;
  deliveredAt: number | null;
  lastStatus: number | null;
  lastError: string | null;
}

export interface WebhookQueueTable {
  userId: Fixed<UserId>;
  /** When the next event of the user is sent; null while none waits. */
  nextTurnAt: number | null;
  /** Turns in a row without a prompt answer. */
  silences: Generated<number>;
}

export interface LoginFailureTable {
  /** Account, or one device of it, whose logins failed. As an HMAC. */
  subject: Fixed<string>;
  failures: number;
  lastAt: number;
}

/** Counts of calls, written by the rate limiter. */
export interface RateLimitTable {
  key: Fixed<string>;
  points: number;
  expire: number | null;
}
