import { ulid } from 'ulid';
import type { Clock } from './clock.ts';
import type { Random } from './random.ts';

/** The prefix of each kind of id. An id reads `inv_01J…`: its kind, then a ULID, which sorts by time. */
export const ID_PREFIXES = {
  user: 'usr',
  session: 'ses',
  investment: 'inv',
  withdrawal: 'wdr',
  deposit: 'dep',
  rewardRun: 'run',
  mail: 'mal',
  funding: 'fnd',
  referralTransfer: 'rft',
  walletRelease: 'wrl',
  rollover: 'rol',
  termsProposal: 'trp',
  snapshotDraft: 'snd',
  sweep: 'swp',
  sweepItem: 'swi',
  notice: 'ntc',
  apiKey: 'key',
  allowlistEntry: 'ale',
  webhook: 'whk',
  delivery: 'dlv',
  passkey: 'psk',
  correction: 'cor',
} as const;

export type IdKind = keyof typeof ID_PREFIXES;
export type Id<Kind extends IdKind> = `${(typeof ID_PREFIXES)[Kind]}_${string}`;
export type UserId = Id<'user'>;
export type SessionId = Id<'session'>;
export type InvestmentId = Id<'investment'>;
export type WithdrawalId = Id<'withdrawal'>;
export type DepositId = Id<'deposit'>;
export type RewardRunId = Id<'rewardRun'>;
export type SweepId = Id<'sweep'>;
export type SweepItemId = Id<'sweepItem'>;
export type NoticeId = Id<'notice'>;
export type ApiKeyId = Id<'apiKey'>;
export type AllowlistEntryId = Id<'allowlistEntry'>;
export type WebhookId = Id<'webhook'>;
export type TermsProposalId = Id<'termsProposal'>;
export type DeliveryId = Id<'delivery'>;
export type PasskeyId = Id<'passkey'>;

const ULID = /^[0-9A-HJKMNP-TV-Z]{26}$/;

/** Makes a new id of a kind from the given time and randomness. */
export function createId<Kind extends IdKind>(
  kind: Kind,
  source: { clock: Clock; random: Random },
): Id<Kind> {
  return `${ID_PREFIXES[kind]}_${ulid(source.clock.now(), () => source.random.fraction())}`;
}

/** Returns true when a text is an id of a kind. */
export function isId<Kind extends IdKind>(kind: Kind, text: string): text is Id<Kind> {
  const prefix = `${ID_PREFIXES[kind]}_`;
  return text.startsWith(prefix) && ULID.test(text.slice(prefix.length));
}
