// Goal: an operator reads first what is wrong now: payouts that are off, a chain that is not followed, open notices, a mail that was given
// up, staff whose accounts are not guarded; and of a pool that is well, that it was looked at.
import { describeEachDatabase } from '@glasspool/db/testing';
import { createAdmin } from '@glasspool/identity/accounts';
import { MailRejectedError } from '@glasspool/identity/deps';
import { enqueueMail } from '@glasspool/identity/mail';
import { recordReconciliations } from '@glasspool/pool/books';
import { sendMail } from '@glasspool/pool/mail';
import { refreshNotices } from '@glasspool/pool/notices';
import { recordHaltNow } from '@glasspool/pool/outgoing';
import { recordBackup } from '@glasspool/pool/recovery';
import { TestPool } from '@glasspool/pool/testing';
import { expect, it } from 'vitest';
import { examinePool, type Symptom } from './index.ts';

describeEachDatabase('examining a pool', (open) => {
  async function startPool(): Promise<TestPool> {
    const pool = await new TestPool((await open()).database).start();
    await createAdmin(pool.deps, 'one@example.org');
    await createAdmin(pool.deps, 'two@example.org');
    await recordReconciliations(pool.deps);
    return pool;
  }

  const list = (symptoms: readonly Symptom[], urgency: Symptom['urgency']): string[] =>
    symptoms.filter((one) => one.urgency === urgency).map(({ sentence }) => sentence);

  it('finds nothing to act on in one that is well, and says what it looked at', async () => {
    const pool = await startPool();
    const symptoms = await examinePool(pool.deps);
    expect(list(symptoms, 'act')).toEqual([]);
    expect(list(symptoms, 'look')).toEqual([
      'There is no snapshot yet. The first one is taken at the end of the day.',
      'No backup was made yet: npm run backup.',
      '2 of the staff have not set up two-factor authentication yet.',
    ]);
    expect(list(symptoms, 'well')).toEqual([
      'Payouts are on.',
      expect.stringContaining('BSC is followed'),
      expect.stringContaining('TRON is followed'),
      'Books and chains were compared lately.',
      'No mail waits.',
      'Admins: 2.',
    ]);
  });

  it('tells of the newest backup, and acts on one that is late', async () => {
    const pool = await startPool();
    await recordBackup(pool.deps, pool.clock.now());
    const takenAt = new Date(pool.clock.now()).toISOString();
    expect(list(await examinePool(pool.deps), 'well')).toContain(`The newest backup is of ${takenAt}.`);
    pool.advanceHours(27);
    expect(list(await examinePool(pool.deps), 'act')).toContain(
      `The newest backup is of ${takenAt}; the next one is late.`,
    );
  });

  it('names payouts that are off, their notice, a chain that is silent, and a late comparison', async () => {
    const pool = await startPool();
    await recordHaltNow(pool.deps, 'An admin looks into it.');
    await refreshNotices(pool.deps);
    pool.clock.advance(60 * 60_000);
    const acts = list(await examinePool(pool.deps), 'act');
    expect(acts[0]).toBe('Payouts are off: An admin looks into it.');
    expect(acts).toContainEqual(expect.stringMatching(/^BSC is silent since 20\d\d-/));
    expect(acts).toContainEqual('Notice payouts-frozen, payouts: reason An admin looks into it.');
    expect(acts).toContainEqual(expect.stringMatching(/^Books and chains were not compared lately: USDT/));
  });

  it('names the dependency of an open notice with its sentence', async () => {
    const pool = await startPool();
    const sentence = 'SMTP_URL: the mail server is away. Start it.';
    pool.dependencies = [{ name: 'mail', state: 'degraded', reason: 'unreachable', sentence, since: 0 }];
    await refreshNotices(pool.deps);
    expect(list(await examinePool(pool.deps), 'act')).toEqual([
      `Notice dependency-trouble, mail: ${sentence}`,
    ]);
  });

  it('names mails that were given up with the reason, for a day', async () => {
    const pool = await startPool();
    const write = () => ({ subject: 'Notice', paragraphs: [] });
    const message = { recipient: 'carol@example.org', write };
    await pool.deps.db.transaction((tx) => enqueueMail(tx, pool.deps, message));
    const send = () => Promise.reject(new MailRejectedError('550 no such user'));
    await sendMail({ ...pool.deps, mail: { send } });
    expect(list(await examinePool(pool.deps), 'look')).toContain(
      'A mail to carol@example.org was given up: 550 no such user',
    );
    pool.clock.advance(25 * 3_600_000);
    expect(list(await examinePool(pool.deps), 'look').join()).not.toContain('carol');
  });
});
