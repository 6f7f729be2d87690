// Goal: a mail server that is away loses no message and sends none twice; a refusal for good, an expired code and a lost cause end, with
// the reason, and no body is kept that may hold a secret.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@glasspool/core';
import { describeEachDatabase } from '@glasspool/db/testing';
import { createAdmin, sendSignUpCode } from '@glasspool/identity/accounts';
import { MailRejectedError } from '@glasspool/identity/deps';
import { enqueueMail, listMailbox } from '@glasspool/identity/mail';
import { sendMail } from '@glasspool/pool/mail';
import { prepareRestored } from '@glasspool/pool/recovery';
import { listSnapshots, takeSnapshot } from '@glasspool/solvency';
import { TestPoolWithSnapshots } from '@glasspool/solvency/testing';
import { expect, it } from 'vitest';
import { readGauges } from './metrics/index.ts';

describeEachDatabase('sending mail', (open) => {
  async function startPool(): Promise<TestPoolWithSnapshots> {
    return new TestPoolWithSnapshots((await open()).database).start();
  }

  /** A server that refuses all mail to a name. */
  function refusing(pool: TestPoolWithSnapshots, name: string, error: Error): TestPoolWithSnapshots['deps'] {
    const send = async ({ recipient }: { recipient: string }): Promise<void> => {
      if (recipient.startsWith(name)) throw error;
    };
    return { ...pool.deps, mail: { send } };
  }

  async function enqueueNotice(pool: TestPoolWithSnapshots, recipient: string): Promise<void> {
    const write = () => ({ subject: 'Notice', paragraphs: ['secret text'] });
    await pool.deps.db.transaction((tx) => enqueueMail(tx, pool.deps, { recipient, write }));
  }

  const readMails = (pool: TestPoolWithSnapshots) =>
    pool.deps.db.read.selectFrom('mail').selectAll().orderBy('recipient').execute();

  it('tries again later when the server is away, says why, and removes the body once sent', async () => {
    const pool = await startPool();
    await enqueueNotice(pool, 'alice@example.org');
    await enqueueNotice(pool, 'bob@example.org');
    const failing = refusing(pool, 'alice', new Error('mailbox busy'));
    expect(await sendMail(failing)).toEqual({ sent: 1, givenUp: 0, failures: ['mailbox busy'] });
    expect(await listMailbox(pool.deps, 'bob@example.org')).toHaveLength(1);
    expect((await readMails(pool))[0]).toMatchObject({ failure: 'mailbox busy', givenUpAt: null, tries: 1 });
    expect(await sendMail(pool.deps)).toEqual({ sent: 0, givenUp: 0, failures: [] });
    pool.clock.advance(HOUR_MS);
    expect(await sendMail(pool.deps)).toMatchObject({ sent: 1 });
    expect(await sendMail(pool.deps)).toMatchObject({ sent: 0 });
    expect(await listMailbox(pool.deps, 'alice@example.org')).toHaveLength(1);
    for (const mail of await readMails(pool))
      expect(mail).toMatchObject({ text: null, html: null, failure: null });
  });

  it('says in every mail where the pool is, by its settings when the mail leaves, and what its first snapshot is', async () => {
    const pool = await startPool();
    await enqueueNotice(pool, 'alice@example.org');
    const publicUrl = 'https://pool.example.org/?a&b';
    await sendMail({ ...pool.deps, settings: { ...pool.deps.settings, publicUrl } });
    expect((await listMailbox(pool.deps, 'alice@example.org'))[0]?.text).toBe(
      `secret text\n\nTest network: tokens have no value\n\nGlasspool: ${publicUrl}`,
    );
    await takeSnapshot(pool.deps, 'daily');
    const { firstDigest } = await listSnapshots(pool.deps, { page: 1, limit: 1 });
    await enqueueNotice(pool, 'bob@example.org');
    await sendMail(pool.deps);
    expect((await listMailbox(pool.deps, 'bob@example.org'))[0]?.text).toMatch(
      new RegExp(`\\n\\nFirst snapshot of its books: ${firstDigest}$`),
    );
  });

  it('ends with a refusal for good, keeps its reason and not its body, and waits no more', async () => {
    const pool = await startPool();
    await enqueueNotice(pool, 'alice@example.org');
    await enqueueNotice(pool, 'bob@example.org');
    const failing = refusing(pool, 'alice', new MailRejectedError('550 5.1.1 no such user'));
    expect(await sendMail(failing)).toEqual({ sent: 1, givenUp: 1, failures: ['550 5.1.1 no such user'] });
    const [alice, bob] = await readMails(pool);
    expect(alice).toMatchObject({ failure: '550 5.1.1 no such user', sentAt: null, text: null, html: null });
    expect(alice?.givenUpAt).toBe(pool.clock.now());
    expect(bob).toMatchObject({ givenUpAt: null, failure: null });
    expect(await readGauges(pool.deps)).toMatchObject({ mailsWaiting: 0, mailsGivenUp: 1 });
    pool.clock.advance(2 * HOUR_MS);
    expect(await sendMail(pool.deps)).toEqual({ sent: 0, givenUp: 0, failures: [] });
  });

  it('delivers no code after its end, and removes it', async () => {
    const pool = await startPool();
    await sendSignUpCode(pool.deps, 'alice@example.org');
    expect(await sendMail(refusing(pool, 'alice', new Error('away')))).toMatchObject({ failures: ['away'] });
    pool.clock.advance(10 * MINUTE_MS);
    expect(await sendMail(pool.deps)).toMatchObject({ sent: 0, givenUp: 1 });
    expect(await listMailbox(pool.deps, 'alice@example.org')).toEqual([]);
    expect((await readMails(pool))[0]).toMatchObject({ text: null, html: null, sentAt: null });
  });

  it('delivers a code up to its end', async () => {
    const pool = await startPool();
    await sendSignUpCode(pool.deps, 'alice@example.org');
    pool.clock.advance(10 * MINUTE_MS - 1);
    expect(await sendMail(pool.deps)).toMatchObject({ sent: 1, givenUp: 0 });
  });

  it('gives up after five days, and not before', async () => {
    const pool = await startPool();
    await enqueueNotice(pool, 'alice@example.org');
    const failing = refusing(pool, 'alice', new Error('away'));
    for (let hour = 0; hour < 119; hour += 1) {
      await sendMail(failing);
      pool.clock.advance(HOUR_MS);
    }
    expect((await readMails(pool))[0]).toMatchObject({ givenUpAt: null });
    pool.clock.advance(DAY_MS);
    expect(await sendMail(failing)).toMatchObject({ givenUp: 1, failures: ['away'] });
    expect((await readMails(pool))[0]).toMatchObject({ text: null, failure: 'away' });
  });

  it('sends nothing that waited in a backup: the pool that made it has', async () => {
    const pool = await startPool();
    await createAdmin(pool.deps, 'operator@example.org');
    await enqueueNotice(pool, 'alice@example.org');
    const chains = { BSC: pool.bsc, TRON: pool.tron };
    await prepareRestored({ ...pool.deps, chains }, { takenAt: pool.clock.now() });
    expect(await sendMail(pool.deps)).toEqual({ sent: 0, givenUp: 0, failures: [] });
    expect((await readMails(pool))[0]).toMatchObject({ text: null, html: null, sentAt: null });
  });
});
