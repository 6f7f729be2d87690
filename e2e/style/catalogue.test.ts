// Goal: every text of the screens is in both catalogues, none is there for nothing, and none oversells. Method: the ids in the
// sources against the ids in the PO files.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  ChangePasswordInput,
  LogInInput,
  RequestPasswordResetInput,
  ResetPasswordInput,
  SetPasswordInput,
  TransferReferralForm,
  UpdateProfileInput,
  VerifyOtpInput,
} from '@glasspool/api/contracts';
import { describeError, POOL_ERRORS, type PoolErrorCode } from '@glasspool/core';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const sources = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', 'apps/web/src'],
  {
    cwd: ROOT,
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))
  .map((path) => readFileSync(join(ROOT, path), 'utf8'))
  .join('\n');

const unquote = (text: string): string => JSON.parse(text);

function readCatalogue(language: string): Map<string, string> {
  const text = readFileSync(join(ROOT, `apps/web/locales/${language}.po`), 'utf8');
  const entries = text.matchAll(/^msgid (".*")\nmsgstr (".*")$/gm);
  return new Map(
    [...entries]
      .map(([, id = '""', message = '""']) => [unquote(id), unquote(message)] as const)
      .filter(([id]) => id !== ''),
  );
}

const english = readCatalogue('en');
const spanish = readCatalogue('es');
/** Sentences that arrive in English are looked up by themselves or by their error code, in other languages only. */
const isOfServer = (id: string): boolean => id.startsWith('error.') || id.includes(' ');
const placeholders = (text: string): string[] => [...new Set(text.match(/\{\w+(?=[,}])/g) ?? [])].sort();

/** Ids written out, and the beginnings of ids that are put together. */
const usedIds = [
  ...sources.matchAll(/\bt\(\s*'([^']+)'/g),
  ...sources.matchAll(
    /(?:[tT]extId=|text=|text: |describeCallError\([\w.]+, |\? )["']([a-z]\w*(?:\.\w+)+)["']/g,
  ),
  ...sources.matchAll(/: '([a-z]\w*(?:\.\w+)+)'/g),
  ...sources.matchAll(/row\(\s*'([a-z]\w*(?:\.\w+)+)'/g),
].map(([, id = '']) => id);
const patterns = [...sources.matchAll(/`((?:[\w.]|\$\{[^}]+\})+)`/g)]
  .map(([, template = '']) => template)
  .filter((template) => /^[\w]*\$?\{?.*\./.test(template) && template.includes('${'))
  .map(
    (template) => new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\$\{[^}]+\}/g, '[\\w-]+')}$`),
  );

describe('the catalogue of texts', () => {
  it('has every text that a screen asks for', () => {
    expect(usedIds.length).toBeGreaterThan(250);
    expect([...new Set(usedIds)].filter((id) => !english.has(id) && !/\.(ts|tsx|po|mjs)$/.test(id))).toEqual(
      [],
    );
  });

  it('holds no text that no screen asks for', () => {
    const isUsed = (id: string): boolean =>
      usedIds.includes(id) || patterns.some((pattern) => pattern.test(id));
    expect([...english.keys()].filter((id) => !isUsed(id))).toEqual([]);
  });

  it('says the same things with the same values in both languages', () => {
    const own = [...spanish.keys()].filter((id) => !isOfServer(id));
    expect(own).toEqual([...english.keys()]);
    const differing = own.filter(
      (id) => String(placeholders(english.get(id) ?? '')) !== String(placeholders(spanish.get(id) ?? '')),
    );
    expect(differing).toEqual([]);
    expect([...spanish.values()].filter((text) => text === '')).toEqual([]);
  });

  it.each(Object.keys(POOL_ERRORS) as PoolErrorCode[])('has %s in Spanish, with its details', (code) => {
    const text = spanish.get(`error.${code}`) ?? '';
    expect(placeholders(text)).toEqual(placeholders(describeError(code)));
    expect(text).not.toBe('');
  });

  const long = 'x'.repeat(300);
  it.each([
    [LogInInput, {}],
    [LogInInput, { email: 'no', password: '' }],
    [LogInInput, { email: 'a@b.co', password: long }],
    [RequestPasswordResetInput, { email: 'no' }],
    [VerifyOtpInput, { email: 'a@b.co', otp: '12' }],
    [SetPasswordInput, { email: 'a@b.co', password: '12345', referralCode: long }],
    [SetPasswordInput, { email: 'a@b.co', password: long }],
    [ResetPasswordInput, { token: '', newPassword: '1' }],
    [ChangePasswordInput, { currentPassword: '', newPassword: '1' }],
    [UpdateProfileInput, { userName: ' ' }],
    [UpdateProfileInput, { userName: long }],
    [UpdateProfileInput, { userName: '<b>' }],
    [TransferReferralForm, { amount: '1e3', destination: 'toInvest' }],
    [TransferReferralForm, { amount: '0', destination: 'toInvest' }],
  ])('has the sentences of the contracts in Spanish (%#)', (contract, input) => {
    const result = contract.safeParse(input);
    const sentences = result.error?.issues.map((issue) => issue.message) ?? [];
    expect(sentences).not.toEqual([]);
    expect(sentences.filter((sentence) => !spanish.has(sentence))).toEqual([]);
  });

  const BANNED =
    /guaranteed|passive income|risk-free|earn up to|decentrali[sz]ed|smart contracts?|\bAI\b|\$/i;
  it('oversells nothing, and says profit in the one fixed label only', () => {
    const texts = [...english.entries(), ...spanish.entries()];
    expect(texts.filter(([, text]) => BANNED.test(text))).toEqual([]);
    expect(texts.filter(([, text]) => /profit|beneficio|ganancia/i.test(text)).map(([id]) => id)).toEqual([
      'transaction.type.daily_payout',
    ]);
    expect(BANNED.test('Earn up to 2 % a day')).toBe(true);
  });

  it('has the texts of the specification letter by letter', () => {
    const fixed = {
      'session.expired': 'Session expired. Please login again.',
      'otp.sendFailed': 'Failed to send OTP.',
      'otp.verifyFailed': 'Invalid OTP or server error.',
      'signup.failed': 'Failed to complete signup.',
      'login.noToken': 'Invalid login response. Try again.',
      'login.undecodable': 'Failed to decode user info.',
      'withdraw.toast': 'Withdrawal Successful',
      'withdraw.done': 'Withdrawal Successful!',
      'invest.toast': 'Your investment is activated',
      'invest.done': 'Investment Successful!',
      'invest.text': 'You are about to invest your deposit amount. Are you sure you want to proceed?',
      'transfer.toast': 'Transfer successful!',
      'transfer.done': 'Transfer Successful!',
      'transfer.hint':
        'Transfer your referral earnings to either withdrawable balance or investment balance.',
      'forgot.sent': 'Check your email for a reset link.',
      'forgot.failed': 'Something went wrong.',
      'reset.done': 'Password reset successful! Redirecting to login...',
      'reset.failed': 'Failed to reset password.',
      'password.mismatch': 'Passwords do not match.',
      'form.fillAll': 'Please fill in all fields.',
      'referralBalance.none': 'No balance to transfer.',
      'countdown.due': 'Payout in progress',
      'active.empty': 'No active investments found.',
      'history.empty': 'No transactions found',
      'invite.noOne': 'no Referral',
      'unauthorized.title': '403 - Unauthorized',
      'unauthorized.text': "You don't have permission to view this page.",
      'ribbon.text': 'Test network: tokens have no value',
      'frame.loading': 'Loading...',
      'transaction.type.daily_payout': 'Daily profit payout',
      'transaction.type.referral_transfer': 'Referral reward',
    };
    const found = Object.fromEntries(Object.keys(fixed).map((id) => [id, english.get(id)]));
    expect(found).toEqual(fixed);
  });
});
