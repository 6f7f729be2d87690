// Goal: every mail is written in the language of its reader, and says where the pool is. Method: both languages of every template are
// filled in with the same facts; the outbox is read on both databases.
import { describeEachDatabase } from '@glasspool/db/testing';
import { describe, expect, it } from 'vitest';
import { sendSignUpCode } from '../accounts/sign-up-code.ts';
import { TestIdentity } from '../testing/index.ts';
import { enqueueMail } from './enqueue-mail.ts';
import { addFooter, composeMail, type WriteLetter } from './templates.ts';
import { MAIL_TEXTS } from './texts/index.ts';

/** One letter of each kind. */
const LETTERS: Readonly<Record<string, WriteLetter>> = {
  signUpCode: (texts) => texts.signUpCode({ code: '123456' }),
  accountExists: (texts) => texts.accountExists(),
  staffInvited: (texts) => texts.staffInvited({ role: 'auditor', link: 'https://pool.example/r' }),
  accountClosed: (texts) => texts.accountClosed(),
  emailChanged: (texts) => texts.emailChanged({ newEmail: 'new@example.org' }),
  newSignIn: (texts, formatTime) =>
    texts.newSignIn({ time: formatTime(0), ipAddress: texts.unknownAddress, program: texts.unknownProgram }),
  passwordChanged: (texts) => texts.passwordChanged(),
  passwordReset: (texts) =>
    texts.passwordReset({
      access: { passkeys: ['Laptop'], apiKeys: ['Sums'], webhooks: [], waitingAddresses: [] },
      isEnded: false,
    }),
  passwordResetLink: (texts) => texts.passwordResetLink({ link: 'https://pool.example/r' }),
  passwordKnown: (texts) => texts.passwordKnown({ tries: 5, minutes: 15 }),
  factorChanged: (texts) => texts.factorChanged({ change: 'passkey.add', name: 'Laptop' }),
  passkeyCopied: (texts) => texts.passkeyCopied({ name: 'Laptop' }),
  apiKeyCreated: (texts) => texts.apiKeyCreated({ name: 'Sums', canWithdraw: true }),
  webhookCreated: (texts) => texts.webhookCreated({ url: 'https://example.org' }),
  addressListed: (texts, formatTime) =>
    texts.addressListed({ address: '0xabc', currency: 'USDT', time: formatTime(0) }),
  allowlistSet: (texts, formatTime) => texts.allowlistSet({ offAt: formatTime(0) }),
  depositCredited: (texts) => texts.depositCredited({ amount: '5', currency: 'TRX' }),
  depositAttributed: (texts) => texts.depositAttributed({ amount: '5', currency: 'TRX', txHash: '0xabc' }),
  depositReversed: (texts) => texts.depositReversed({ amount: '5', currency: 'TRX', txHash: '0xabc' }),
  newPayee: (texts) => texts.newPayee({ amount: '5', currency: 'TRX', address: 'TAbc' }),
  withdrawalConfirmed: (texts) =>
    texts.withdrawalConfirmed({ amount: '5', currency: 'TRX', address: 'TAbc' }),
  withdrawalFailed: (texts) => texts.withdrawalFailed({ amount: '5', currency: 'TRX', reason: 'not-taken' }),
  withdrawalRejected: (texts) => texts.withdrawalRejected({ amount: '5', currency: 'TRX', reason: 'Late.' }),
};

describe('a mail template', () => {
  it('is in the list of this test', () => {
    const templates = Object.entries(MAIL_TEXTS.en).filter(([, text]) => typeof text === 'function');
    const names = templates.map(([name]) => name).filter((name) => name !== 'footerFirstSnapshot');
    expect(Object.keys(LETTERS)).toEqual(names);
  });

  it.each(Object.entries(LETTERS))('%s differs by language, with the same facts', (_, write) => {
    const english = composeMail('a@example.org', 'en', write);
    const spanish = composeMail('a@example.org', 'es', write);
    expect(spanish.subject).not.toBe(english.subject);
    expect(spanish.html).toContain('<html lang="es">');
    const facts = (text: string) =>
      text.match(/\b\d{1,6}\b|0x\w+|https:\S+|\S+@\S+|Laptop|Sums|TRX/g)?.sort() ?? [];
    const withoutTime = (text: string) => facts(text.replace(/1970|00:00|\b0:00\b|\b1\b/g, ''));
    expect(withoutTime(spanish.text)).toEqual(withoutTime(english.text));
  });

  it('writes times in words and in UTC', () => {
    const time: WriteLetter = (_, formatTime) => ({
      subject: formatTime(Date.UTC(2026, 10, 22, 10, 56)),
      paragraphs: [],
    });
    expect(composeMail('a@example.org', 'en', time).subject).toBe('22 November 2026 at 10:56 UTC');
    expect(composeMail('a@example.org', 'es', time).subject).toBe('22 de noviembre de 2026 a las 10:56 UTC');
  });

  it('ends with the address of the pool, with no character that HTML would read', () => {
    const composed = composeMail('a@example.org', 'en', () => ({ subject: 'Notice', paragraphs: ['<b>'] }));
    const footed = addFooter(composed, {
      poolUrl: 'https://pool.example.org/?a&b',
      firstDigest: undefined,
    });
    expect(footed.html).toContain('<p>&lt;b&gt;</p>');
    expect(footed.html).toMatch(/<p>Glasspool: https:\/\/pool\.example\.org\/\?a&amp;b<\/p><\/body>/);
  });
});

describeEachDatabase('the language of a mail', (open) => {
  async function readMail(identity: TestIdentity, recipient: string) {
    return identity.deps.db.read
      .selectFrom('mail')
      .select(['subject', 'html'])
      .where('recipient', '=', recipient)
      .orderBy('createdAt', 'desc')
      .executeTakeFirstOrThrow();
  }

  it('is that of the account, whatever the cause was written in', async () => {
    const identity = new TestIdentity((await open()).database);
    const { deps } = identity;
    const userId = await identity.signUp('alice');
    await deps.db.transaction(async (tx) => {
      await tx.updateTable('user').set({ language: 'es' }).where('id', '=', userId).execute();
      await tx.deleteFrom('mail').execute();
      await enqueueMail(tx, deps, {
        recipient: 'alice@example.org',
        language: 'en',
        write: (texts) => texts.passwordChanged(),
      });
    });
    expect(await readMail(identity, 'alice@example.org')).toMatchObject({
      subject: MAIL_TEXTS.es.passwordChanged().subject,
    });
  });

  it('is that of the request where there is no account yet', async () => {
    const identity = new TestIdentity((await open()).database);
    await sendSignUpCode(identity.deps, 'bob@example.org', 'es');
    expect(await readMail(identity, 'bob@example.org')).toMatchObject({ subject: 'Tu código de Glasspool' });
  });
});
