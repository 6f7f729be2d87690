// Goal: what is over for 90 days goes, and nothing else: not what is still open, not money, and not what a notice depends on.
import { DAY_MS } from '@glasspool/core';
import { micro } from '@glasspool/core/testing';
import { type Database, listStoredTables } from '@glasspool/db';
import { describeEachDatabase, overlap } from '@glasspool/db/testing';
import { sendSignUpCode } from '@glasspool/identity/accounts';
import { requestPasswordReset } from '@glasspool/identity/passwords';
import { logIn } from '@glasspool/identity/sessions';
import { verifyBooks } from '@glasspool/pool/books';
import { sendMail } from '@glasspool/pool/mail';
import { runRewards } from '@glasspool/pool/rewards';
import { TestPool } from '@glasspool/pool/testing';
import { requestWithdrawal } from '@glasspool/pool/withdrawals';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { purgeExpired } from './index.ts';

const LOGIN = { email: 'alice@example.org', password: 'correct horse' };
const OUTSIDE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const FORGETFUL = [
  'idempotency_key',
  'login_failure',
  'mail',
  'password_reset',
  'session',
  'sign_up_code',
  'sign_up_token',
  'webhook_delivery',
];

describeEachDatabase('what is over', (open) => {
  /** Something in every table that forgets, all of it over once a while has gone by. */
  async function withHistory() {
    const { database, connect } = await open();
    const pool = await new TestPool(database).start();
    const { deps } = pool;
    await pool.fundReserve('USDT', '1000');
    const userId = await pool.investor('alice', 'USDT', '1000');
    pool.advanceHours(24);
    await runRewards(deps);
    const pay = () =>
      requestWithdrawal(deps, {
        userId,
        currency: 'USDT',
        address: OUTSIDE,
        amountMicro: micro('1'),
        idempotencyKey: 'one',
      });
    await pay();
    await logIn(deps, LOGIN);
    await logIn(deps, LOGIN);
    await logIn(deps, { ...LOGIN, password: 'wrong' }).catch(() => undefined);
    await requestPasswordReset(deps, LOGIN.email);
    await sendMail(deps);
    await addDelivery(deps.db, userId);
    return { pool, pay, connect };
  }

  async function addDelivery(db: Database, userId: string): Promise<void> {
    await sql`insert into webhook (id, user_id, url, secret_box, created_at)
      values ('whk', ${userId}, 'https://example.org', 'box', 0)`.execute(db.untyped());
    const delivery = (id: string, nextTryAt: number | null) =>
      sql`insert into webhook_delivery (id, webhook_id, event, payload, created_at, tries, next_try_at)
        values (${id}, 'whk', 'reward.paid', '{}', 0, 0, ${nextTryAt})`.execute(db.untyped());
    await delivery('over', null);
    await delivery('to be tried', 0);
  }

  /** Number of rows per table. */
  async function countRows({ deps }: TestPool): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const { name: table } of await listStoredTables(deps.db.read, deps.db.dialectName)) {
      const { rows } = await sql<{ rows: bigint }>`select count(*) as rows from ${sql.table(table)}`.execute(
        deps.db.untyped(),
      );
      counts[table] = Number(rows[0]?.rows);
    }
    return counts;
  }

  it('stays for 90 days, and then goes, but for the newest session and what is not over', async () => {
    const { pool } = await withHistory();
    const before = await countRows(pool);
    // A delivery of the year 1970 that no one tries again is over at once.
    expect(await purgeExpired(pool.deps)).toBe(1);
    pool.clock.advance(89 * DAY_MS);
    expect(await purgeExpired(pool.deps)).toBe(0);
    pool.clock.advance(2 * DAY_MS);
    expect(await purgeExpired(pool.deps)).toBeGreaterThan(6);
    const after = await countRows(pool);
    const changed = Object.keys(before).filter((table) => before[table] !== after[table]);
    expect(changed.sort()).toEqual(FORGETFUL);
    expect(after).toMatchObject({ session: 1, webhook_delivery: 1, idempotency_key: 0, login_failure: 0 });
    expect(await verifyBooks(pool.deps)).toEqual([]);
  });

  it('is not what is still open: a session, a code, a mail that was not sent', async () => {
    const { pool } = await withHistory();
    pool.clock.advance(91 * DAY_MS);
    await purgeExpired(pool.deps);
    await sendSignUpCode(pool.deps, 'bob@example.org');
    await logIn(pool.deps, LOGIN);
    // The session that was the newest so far.
    expect(await purgeExpired(pool.deps)).toBe(1);
    const before = await countRows(pool);
    expect(await purgeExpired(pool.deps)).toBe(0);
    expect(await countRows(pool)).toEqual(before);
    pool.clock.advance(91 * DAY_MS);
    await purgeExpired(pool.deps);
    const after = await countRows(pool);
    expect([before['mail'], after['mail'], after['sign_up_code']]).toEqual([2, 2, 0]);
  });

  it('leaves someone who was away for long a mail about a sign-in from elsewhere', async () => {
    const { pool } = await withHistory();
    pool.clock.advance(200 * DAY_MS);
    await purgeExpired(pool.deps);
    await logIn(pool.deps, { ...LOGIN, ipAddress: '10.9.8.7', userAgent: 'a stranger' });
    const mails = await pool.deps.db.read.selectFrom('mail').select('subject').execute();
    expect(mails.map(({ subject }) => subject)).toContain('A new sign-in to your Glasspool account');
  });

  it('goes in small steps', async () => {
    const { pool } = await withHistory();
    const rows = Array.from({ length: 600 }, (_, index) => sql`(${`subject ${index}`}, 1, 0)`);
    await sql`insert into login_failure (subject, failures, last_at) values ${sql.join(rows)}`.execute(
      pool.deps.db.untyped(),
    );
    expect(await purgeExpired(pool.deps)).toBe(501);
    expect(await purgeExpired(pool.deps)).toBe(100);
  });

  it('is not what is written again at the same moment: wrong passwords of today', async () => {
    const { pool, connect } = await withHistory();
    pool.clock.advance(91 * DAY_MS);
    const second = pool.withDatabase(connect());
    const outcomes = await overlap(
      pool.deps.db,
      () =>
        pool.deps.db.transaction((tx) =>
          tx.updateTable('loginFailure').set({ failures: 2, lastAt: pool.clock.now() }).execute(),
        ),
      () => purgeExpired(second),
    );
    expect(outcomes).toMatchObject(Array(2).fill({ status: 'fulfilled' }));
    const rows = pool.deps.db.read.selectFrom('loginFailure').select('failures');
    expect((await rows.execute()).map(({ failures }) => failures)).toContain(2);
  });

  it('goes while others write, and twice at once', async () => {
    const { pool, pay, connect } = await withHistory();
    pool.clock.advance(91 * DAY_MS);
    const second = pool.withDatabase(connect());
    const [first, other] = await Promise.all([purgeExpired(pool.deps), purgeExpired(second), pay()]);
    expect(first + other).toBeGreaterThan(6);
    expect(await purgeExpired(pool.deps)).toBe(0);
  });
});
