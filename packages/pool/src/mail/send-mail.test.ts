// Goal: a mail server that is away loses no message, sends none twice, and is heard of.
import { HOUR_MS } from '@glasspool/core';
import { describeEachDatabase } from '@glasspool/db/testing';
import { expect, it } from 'vitest';
import { TestPool } from '../testing/index.ts';
import { sendSignUpCode } from '../users/index.ts';
import { listMailbox, sendMail } from './index.ts';

describeEachDatabase('sending mail', (open) => {
  it('tries again later when it fails, says why, and clears the body once sent', async () => {
    const pool = await new TestPool((await open()).database).start();
    await sendSignUpCode(pool.deps, 'alice@example.org');
    await sendSignUpCode(pool.deps, 'bob@example.org');
    const failing = {
      ...pool.deps,
      mail: {
        send: async ({ recipient }: { recipient: string }) => {
          if (recipient.startsWith('alice')) throw new Error('mailbox full');
        },
      },
    };
    await expect(sendMail(failing)).rejects.toMatchObject({ errors: [new Error('mailbox full')] });
    expect(await listMailbox(pool.deps, 'bob@example.org')).toHaveLength(1);
    expect(await sendMail(pool.deps)).toBe(0);
    pool.clock.advance(HOUR_MS);
    expect(await sendMail(pool.deps)).toBe(1);
    expect(await sendMail(pool.deps)).toBe(0);
    expect(await listMailbox(pool.deps, 'alice@example.org')).toHaveLength(1);
    const rows = await pool.deps.db.read.selectFrom('mail').select(['text', 'html']).execute();
    expect(rows).toEqual([
      { text: null, html: null },
      { text: null, html: null },
    ]);
  });
});
