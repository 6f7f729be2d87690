import { z } from 'zod';
import { PASSKEY_CODE, SIX_DIGITS, TwoFactorCode, typedCode } from '../forms.ts';
import { CurrentPassword } from './forms.ts';

export const TwoFactorState = z.object({
  isEnrolled: z.boolean().describe('Whether an authenticator app is set up.'),
  passkeys: z.number(),
  recoveryCodesLeft: z.number(),
});
export const BeginTwoFactorOutput = z.object({
  secret: z.string().describe('Base32, for typing it in.'),
  uri: z.string().describe('For a QR code.'),
});
export const RecoveryCodesOutput = z.object({ recoveryCodes: z.array(z.string()) });

export const NotificationsOutput = z.object({
  /** Mail about deposits and withdrawals. */
  emailAlerts: z.boolean(),
  marketingEmails: z.boolean(),
});
export const SetNotificationsInput = z.strictObject({
  emailAlerts: z.optional(z.boolean()),
  marketingEmails: z.optional(z.boolean()),
});

export const ListSessionsOutput = z.array(
  z.object({
    id: z.string(),
    /** Times in ms since the epoch, UTC. */
    startedAt: z.number(),
    lastSeenAt: z.number(),
    expiresAt: z.number(),
    /** IP address and program that started it. */
    ipAddress: z.nullable(z.string()),
    userAgent: z.nullable(z.string()),
    /** The browser behind it; null for other programs. */
    program: z.nullable(z.object({ browser: z.string(), system: z.string() })),
    isCurrent: z.boolean(),
  }),
);
const SESSION_ID_LENGTH_MAX = 40;

export const EndSessionsInput = z.strictObject({
  password: CurrentPassword,
  /** Left out: all but this one. */
  sessionId: z.optional(z.string().check(z.maxLength(SESSION_ID_LENGTH_MAX))),
});
export const EndSessionsOutput = z.object({ ended: z.number() });

/** New recovery codes are not made with an old one: one that was found would bring ten. */
export const RenewRecoveryCodesInput = z.strictObject({
  code: typedCode(new RegExp(`^(\\d{6}|${PASSKEY_CODE})$`), SIX_DIGITS),
});

export const BeginTwoFactorInput = z.strictObject({
  password: CurrentPassword,
  totp: z.optional(TwoFactorCode),
});

/** Input of an action that may need a code, and nothing else. */
export const CodeInput = z.optional(z.strictObject({ totp: z.optional(TwoFactorCode) }));
