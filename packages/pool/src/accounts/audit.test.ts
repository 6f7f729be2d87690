// Goal: what an admin does and its line in the log are one: both are there, or neither, and no line ever changes.
import type { UserId, WithdrawalId } from '@glasspool/core';
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { createAdmin } from '@glasspool/identity/accounts';
import { listAdminActions, readAuditHead } from '@glasspool/identity/audit';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { verifyBooks } from '../books/index.ts';
import { runRewards } from '../rewards/index.ts';
import { expectRefusal, TestPool } from '../testing/index.ts';
import { requestWithdrawal, reviewWithdrawal } from '../withdrawals/index.ts';

const origin = { ipAddress: '10.0.0.7', requestId: 'req-42' };
const PAYEE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

describeEachDatabase('the audit log', (open) => {
  async function poolWithReview(): Promise<{ pool: TestPool; adminId: UserId; withdrawalId: WithdrawalId }> {
    const pool = await new TestPool((await open()).database).start();
    const { userId: adminId } = await createAdmin(pool.deps, 'operator@example.org');
    await pool.fundReserve('USDT', '10000');
    const alice = await pool.investor('alice', 'USDT', '100000');
    pool.advanceHours(24);
    await runRewards(pool.deps);
    const { id } = await requestWithdrawal(pool.deps, {
      userId: alice,
      currency: 'USDT',
      amountMicro: micro('1500'),
      address: PAYEE,
    });
    return { pool, adminId, withdrawalId: id };
  }

  it('has a line for each action: who, what, from where, before and after', async () => {
    const { pool, adminId, withdrawalId } = await poolWithReview();
    const review = { adminId, withdrawalId, origin, decision: 'reject' as const, reason: 'Ask support.' };
    await reviewWithdrawal(pool.deps, review);
    const { lines, total } = await listAdminActions(pool.deps, { page: 1, limit: 10 });
    expect(total).toBe(2);
    expect(lines[0]).toMatchObject({
      adminEmail: 'operator@example.org',
      action: 'withdrawal.reject',
      subject: withdrawalId,
      beforeJson: '{"state":"reviewing"}',
      afterJson: '{"state":"rejected","reason":"Ask support."}',
      ipAddress: '10.0.0.7',
      requestId: 'req-42',
    });
    expect(lines[1]).toMatchObject({ action: 'admin.create', ipAddress: 'command line' });
    const filtered = await listAdminActions(pool.deps, { page: 1, limit: 10, action: 'withdrawal.reject' });
    expect(filtered.total).toBe(1);
    // ASVS 16.2.1, 16.2.2, 16.3.3, 16.4.2
    expect((await listAdminActions(pool.deps, { page: 2, limit: 1 })).lines).toHaveLength(1);
  });

  it('has no line for what was refused', async () => {
    const { pool, adminId, withdrawalId } = await poolWithReview();
    await reviewWithdrawal(pool.deps, { adminId, withdrawalId, origin, decision: 'approve', reason: '' });
    await expectRefusal(pool, 'WITHDRAWAL_NOT_REVIEWED', () =>
      reviewWithdrawal(pool.deps, { adminId, withdrawalId, origin, decision: 'approve', reason: 'x' }),
    );
    expect((await listAdminActions(pool.deps, { page: 1, limit: 10 })).total).toBe(2);
  });

  it.each(['update audit_log set action = action', 'delete from audit_log'])(
    'refuses %j in the database itself',
    async (statement) => {
      const { pool } = await poolWithReview();
      const change = pool.deps.db.transaction(async (tx) => void (await sql.raw(statement).execute(tx)));
      // ASVS 16.4.2
      await expect(change).rejects.toThrow('audit_log is append-only');
    },
  );

  const TAMPERINGS = {
    'a line is changed': "update audit_log set after_json = '{}' where id = 2",
    'a line is taken out': 'delete from audit_link where line_id = 2; delete from audit_log where id = 2',
    'a link goes without its line': 'delete from audit_link where line_id = 2',
    'a digest is another': "update audit_link set digest = 'ff' where position = 4",
  };

  it.each(Object.entries(TAMPERINGS))(
    'shows that %s, where the database lets it',
    async (_name, tampering) => {
      const { pool, adminId, withdrawalId } = await poolWithReview();
      await reviewWithdrawal(pool.deps, { adminId, withdrawalId, origin, decision: 'approve', reason: '' });
      for (const name of ['second', 'third']) await createAdmin(pool.deps, `${name}@example.org`);
      expect(await verifyBooks(pool.deps)).toEqual([]);
      expect(await readAuditHead(pool.deps.db.read)).toMatchObject({ position: 4 });
      await tamper(pool, tampering);
      // Pitfall: a line of the audit log is changed or taken out
      // ASVS 16.4.2
      expect(await verifyBooks(pool.deps)).toMatchObject([{ rule: 'audit-log-is-whole' }]);
    },
  );

  it('chains the lines of a version that did not, once the next one is written', async () => {
    const { pool } = await poolWithReview();
    for (const name of ['second', 'third']) await createAdmin(pool.deps, `${name}@example.org`);
    await tamper(pool, 'delete from audit_link');
    await createAdmin(pool.deps, 'fourth@example.org');
    expect(await readAuditHead(pool.deps.db.read)).toMatchObject({ position: 4 });
    expect(await verifyBooks(pool.deps)).toEqual([]);
  });

  it('is one chain, of twenty actions at once over two connections', async () => {
    const { database, connect } = await open();
    const pool = await new TestPool(database).start();
    const second = pool.withDatabase(connect());
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        createAdmin(index % 2 ? pool.deps : second, `admin-${index}@example.org`),
      ),
    );
    expect(await readAuditHead(pool.deps.db.read)).toMatchObject({ position: 20 });
    expect(await verifyBooks(pool.deps)).toEqual([]);
  });

  /** As someone with the rights of the database's owner could. */
  async function tamper(pool: TestPool, statements: string): Promise<void> {
    const isSqlite = pool.deps.db.dialectName === 'sqlite';
    const off = ['audit_log', 'audit_link'].flatMap((table) =>
      isSqlite
        ? ['update', 'delete'].map((action) => `drop trigger ${table}_no_${action}`)
        : [`drop trigger ${table}_append_only on ${table}`],
    );
    await pool.deps.db.transaction(async (tx) => {
      for (const one of [...off, ...statements.split('; ')]) await sql.raw(one).execute(tx);
    });
  }
});
