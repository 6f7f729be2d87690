import { WITHDRAWAL_REASONS, type WithdrawalReason } from '@glasspool/core';
import type { OtherAccess } from '../../accounts/other-access.ts';
import type { Letter, MailAmount } from './letter.ts';

const FACTOR_CHANGES = {
  'two-factor.enrol':
    'Two-factor authentication was turned on: a code from your authenticator app is now required to log in and to withdraw to a new address.',
  'two-factor.remove': 'Two-factor authentication with your authenticator app was turned off.',
  'recovery-codes.renew': 'New recovery codes were created for your account. The old ones no longer work.',
  'passkey.add':
    'A passkey was added to your account. It can log in without a password and confirm actions that require a code.',
  'passkey.remove': 'A passkey was removed from your account. It no longer works.',
} as const;

/** Change to the two-factor authentication of an account that its owner is told of. */
export type FactorChange = keyof typeof FACTOR_CHANGES;

const IF_NOT_YOU = 'If this was not you, change your password now. That ends all other sessions.';

function listRemaining(
  { passkeys, apiKeys, webhooks, waitingAddresses }: OtherAccess,
  isEnded: boolean,
): string[] {
  const lines = [
    ['API keys', apiKeys],
    ['Webhooks', webhooks],
    ['Addresses waiting to become payable', waitingAddresses],
  ] as const;
  const named = lines.flatMap(([what, names]) => (names.length > 0 ? [`${what}: ${names.join(', ')}.`] : []));
  const heading = isEnded
    ? 'These were ended as well:'
    : 'These still work. Remove any that you do not recognize in the settings:';
  const kept =
    passkeys.length > 0
      ? [
          `Passkeys log in without a password, and a new password does not end them: ${passkeys.join(', ')}. Remove any that you do not recognize in the settings.`,
        ]
      : [];
  return [...(named.length > 0 ? [heading, ...named] : []), ...kept];
}

/** Texts of every mail, in English. The other languages have the same ones. */
export const EN = {
  locale: 'en-GB',
  ribbon: 'Test network: tokens have no value',
  unknownAddress: 'an unknown address',
  unknownProgram: 'an unknown program',
  footerFirstSnapshot: (digest: string) => `First snapshot of its books: ${digest}`,

  signUpCode: ({ code }: { code: string }): Letter => ({
    subject: 'Your Glasspool code',
    paragraphs: [
      `Your code is ${code}. It expires in 10 minutes, and takes the place of any earlier one.`,
      'If you did not request it, ignore this message: nothing happens without the code.',
    ],
  }),
  accountExists: (): Letter => ({
    subject: 'You already have a Glasspool account',
    paragraphs: [
      'Someone requested a sign-up code for this email, which already has an account.',
      'If it was you, log in, or reset your password from the login page. Otherwise ignore this message.',
    ],
  }),
  staffInvited: ({ role, link }: { role: string; link: string }): Letter => ({
    subject: 'Your access to the Glasspool back office',
    paragraphs: [
      `You were invited as ${role}. To choose a password, open ${link}`,
      'The link works once and expires in 24 hours. After that, request a new one under Forgot password. If you do not expect this mail, ignore it.',
    ],
  }),
  accountClosed: (): Letter => ({
    subject: 'Your Glasspool account is closed',
    paragraphs: [
      'Your account was closed in the settings. Do not send anything to its deposit addresses.',
      'Its history stays in the books under a number that is not published. To reopen the account, write to support from this email.',
    ],
  }),
  emailChanged: ({ newEmail }: { newEmail: string | undefined }): Letter => ({
    subject: 'The email of your Glasspool account was changed',
    paragraphs: [
      newEmail === undefined
        ? 'From now on you log in with this email.'
        : `From now on you log in with ${newEmail}. If this was not you, write to support at once.`,
      'All sessions have ended.',
    ],
  }),
  newSignIn: ({
    time,
    ipAddress,
    program,
  }: {
    time: string;
    ipAddress: string;
    program: string;
  }): Letter => ({
    subject: 'A new sign-in to your Glasspool account',
    paragraphs: [
      `Someone signed in to your account at ${time} from ${ipAddress} with ${program}. If this was you, there is nothing to do. If not, change your password now. That ends all other sessions.`,
    ],
  }),
  passwordChanged: (): Letter => ({
    subject: 'Your Glasspool password was changed',
    paragraphs: [
      'Your password was changed in the settings, and all other sessions have ended. If this was not you, reset it now.',
    ],
  }),
  passwordReset: ({ access, isEnded }: { access: OtherAccess; isEnded: boolean }): Letter => ({
    subject: 'Your Glasspool password was changed',
    paragraphs: [
      'Your password was changed, and all sessions have ended. If this was not you, reset it again now.',
      ...listRemaining(access, isEnded),
    ],
  }),
  passwordResetLink: ({ link }: { link: string }): Letter => ({
    subject: 'Reset your Glasspool password',
    paragraphs: [
      `To set a new password, open ${link}`,
      'The link works once and expires in 30 minutes. If you did not request it, ignore this message.',
    ],
  }),
  passwordKnown: ({ tries, minutes }: { tries: number; minutes: number }): Letter => ({
    subject: 'Someone has your Glasspool password',
    paragraphs: [
      `The correct password of your account was entered ${tries} times, each time with a wrong two-factor code. If this was not you, someone else knows your password: reset it now.`,
      `Codes from devices that are new to your account are refused for ${minutes} minutes. Devices that you have logged in with before are not affected.`,
    ],
  }),
  factorChanged: ({ change, name }: { change: FactorChange; name: string | undefined }): Letter => ({
    subject: 'Two-factor authentication of your Glasspool account',
    paragraphs: [
      `${FACTOR_CHANGES[change]} ${IF_NOT_YOU}`,
      ...(name === undefined ? [] : [`Its name: ${name}.`]),
    ],
  }),
  passkeyCopied: ({ name }: { name: string }): Letter => ({
    subject: 'A passkey of your Glasspool account was copied',
    paragraphs: [
      `The use counter of the passkey ${name} went backwards, so there are two copies of it. It is refused from now on, on your device as well.`,
      'Log in with your password and a recovery code or your authenticator app, remove this passkey, and change your password.',
    ],
  }),
  apiKeyCreated: ({ name, canWithdraw }: { name: string; canWithdraw: boolean }): Letter => ({
    subject: 'A new API key for your Glasspool account',
    paragraphs: [
      `An API key named ${name} was created for your account. It ${canWithdraw ? 'can read, and withdraw to your allowlist' : 'can read only'}. If this was not you, revoke it in the settings and change your password.`,
    ],
  }),
  webhookCreated: ({ url }: { url: string }): Letter => ({
    subject: 'A new webhook for your Glasspool account',
    paragraphs: [
      `Events of your account are now sent to ${url}. If this was not you, remove the webhook in the settings and change your password.`,
    ],
  }),
  addressListed: ({
    address,
    currency,
    time,
  }: {
    address: string;
    currency: string;
    time: string;
  }): Letter => ({
    subject: 'A new address on your Glasspool allowlist',
    paragraphs: [
      `${address} (${currency}) was added to your withdrawal allowlist. It can be paid from ${time}. If this was not you, change your password now and remove the address.`,
    ],
  }),
  allowlistSet: ({ offAt }: { offAt: string | undefined }): Letter => ({
    subject: 'Your Glasspool withdrawal allowlist',
    paragraphs: [
      offAt === undefined
        ? 'The withdrawal allowlist is on: withdrawals of your account go to listed addresses only.'
        : `The withdrawal allowlist was turned off. From ${offAt} on, withdrawals of your account can go to any address. If this was not you, turn it on again in the settings and change your password now.`,
    ],
  }),
  depositCredited: ({ amount, currency }: MailAmount): Letter => ({
    subject: 'Your deposit is credited',
    paragraphs: [`${amount} ${currency} arrived and is final. It is in your balance.`],
  }),
  depositAttributed: ({ amount, currency, txHash }: MailAmount & { txHash: string }): Letter => ({
    subject: 'Your deposit is credited',
    paragraphs: [
      `${amount} ${currency} that the pool received (${txHash}) was identified as yours. It is in your balance.`,
    ],
  }),
  depositReversed: ({ amount, currency, txHash }: MailAmount & { txHash: string }): Letter => ({
    subject: 'The network reversed a deposit',
    paragraphs: [
      `A reorganization removed the block with your deposit of ${amount} ${currency} (${txHash}) after the network had declared it final. The pool no longer holds these tokens, and your account owes them to the pool until the network includes the transfer again or you deposit as much. Until then, investments made from them earn no rewards. Contact support if you need help.`,
    ],
  }),
  newPayee: ({ amount, currency, address }: MailAmount & { address: string }): Letter => ({
    subject: 'A withdrawal to a new address',
    paragraphs: [
      `A withdrawal of ${amount} ${currency} to ${address} was requested. Your account has not paid to this address before. If this was not you, change your password now and write to support.`,
    ],
  }),
  withdrawalConfirmed: ({ amount, currency, address }: MailAmount & { address: string }): Letter => ({
    subject: 'Your withdrawal is confirmed',
    paragraphs: [`${amount} ${currency} was sent to ${address}, and the network confirmed it.`],
  }),
  withdrawalFailed: ({ amount, currency, reason }: MailAmount & { reason: WithdrawalReason }): Letter => ({
    subject: 'Your withdrawal failed',
    paragraphs: [`${amount} ${currency}: ${WITHDRAWAL_REASONS[reason]}`],
  }),
  withdrawalRejected: ({ amount, currency, reason }: MailAmount & { reason: string }): Letter => ({
    subject: 'Your withdrawal was rejected',
    paragraphs: [`${amount} ${currency} is back in your balance. Reason: ${reason}`],
  }),
};

/** Texts of every mail in one language. */
export type MailTexts = typeof EN;
