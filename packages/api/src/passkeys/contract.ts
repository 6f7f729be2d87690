import { Email } from '@glasspool/core';
import { z } from 'zod';
import { CurrentPassword, Label } from '../account/forms.ts';
import { LogInInput } from '../auth/forms.ts';
import { idField, Timestamp } from '../contract.ts';
import { TwoFactorCode } from '../forms.ts';

// The longest that browsers send: an attestation with its chain of certificates.
const TEXT_LENGTH_MAX = 16_384;
const ID_LENGTH_MAX = 1_400;
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;
const TRANSPORTS_MAX = 10;

const base64Url = (lengthMax: number) =>
  z
    .string()
    .max(lengthMax)
    .regex(/^[A-Za-z0-9_-]+$/, { error: 'This is not what a browser sends of a passkey.' });

const CredentialId = base64Url(ID_LENGTH_MAX);
const PasskeyIdField = idField('passkey', 'This is not the id of a passkey.');

/** Answer that `navigator.credentials.get` brought, as `@simplewebauthn/browser` writes it; the rest of it is not looked at. */
const PasskeyAnswerField = z.object({
  id: CredentialId,
  response: z.object({
    clientDataJSON: base64Url(TEXT_LENGTH_MAX),
    authenticatorData: base64Url(TEXT_LENGTH_MAX),
    signature: base64Url(TEXT_LENGTH_MAX),
    userHandle: base64Url(ID_LENGTH_MAX).optional(),
  }),
});

export const BeginPasskeyInput = z.strictObject({
  password: CurrentPassword,
  totp: z.optional(TwoFactorCode),
});
export const AddPasskeyInput = z.strictObject({
  name: Label,
  answer: z.object({
    id: CredentialId,
    response: z.object({
      clientDataJSON: base64Url(TEXT_LENGTH_MAX),
      attestationObject: base64Url(TEXT_LENGTH_MAX),
      // One that is not known yet is left out, and the browser finds the authenticator without it.
      transports: z
        .array(z.string().max(TRANSPORTS_MAX + 10))
        .max(TRANSPORTS_MAX)
        .transform((names) => TRANSPORTS.filter((name) => names.includes(name)))
        .optional(),
    }),
  }),
});
export const RemovePasskeyInput = z.strictObject({ id: PasskeyIdField, totp: z.optional(TwoFactorCode) });
export const AnswerInput = z.strictObject({ answer: PasskeyAnswerField });
export const BeginLogInInput = z
  .strictObject({ email: Email, password: LogInInput.shape.password })
  .optional()
  .describe('Left out: the browser offers the passkeys that it knows.');

export const ListPasskeysOutput = z.array(
  z.object({
    id: PasskeyIdField,
    name: z.string(),
    createdAt: Timestamp,
    lastUsedAt: Timestamp.nullable(),
    copiedAt: Timestamp.nullable().describe('When its counter went back; from then on it is refused.'),
  }),
);
export const PasskeyCodeOutput = z.object({ code: z.string() });
