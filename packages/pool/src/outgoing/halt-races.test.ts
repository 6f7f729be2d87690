// Goal: a halt that comes while something is signed, sent or resumed holds from then on, and its reason is not lost.
// Method: the halt is recorded within the call that comes right before the step.
import type { UserId } from '@glasspool/core';
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { createAdmin } from '@glasspool/identity/accounts';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { releaseWallet } from '../balances/index.ts';
import { haltPayouts, resumePayouts } from '../halts/index.ts';
import { recordGasTopUp } from '../hot-wallet/index.ts';
import { TestPool } from '../testing/index.ts';
import { requestWithdrawal, sendWithdrawals } from '../withdrawals/index.ts';
import { findHalt, recordHalt, recordHaltNow } from './index.ts';

const OUTSIDE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const origin = { ipAddress: '10.0.0.7', requestId: 'req-1' };
const EMERGENCY = 'A block holds a payment that was not signed here.';

describeEachDatabase('a halt', (open, dialect) => {
  async function make() {
    const { database, connect } = await open();
    const pool = await new TestPool(database).start();
    const { userId: adminId } = await createAdmin(pool.deps, 'operator@example.org');
    pool.bsc.fundGas(10n ** 18n);
    await recordGasTopUp(pool.deps);
    await pool.deposit('hotWallet', 'USDT', '500');
    const alice = await pool.signUp('alice');
    await pool.deposit(alice, 'USDT', '60');
    await releaseWallet(pool.deps, { userId: alice, currency: 'USDT' });
    return { pool, alice, adminId, connect };
  }

  const ask = (pool: TestPool, userId: UserId) =>
    requestWithdrawal(pool.deps, { userId, currency: 'USDT', address: OUTSIDE, amountMicro: micro('10') });

  it('keeps a dearer transaction from being stored and sent where it comes while a fee is raised', async () => {
    const { pool, alice } = await make();
    await ask(pool, alice);
    pool.bsc.dropsBroadcasts = true;
    await sendWithdrawals(pool.deps, 'BSC');
    pool.bsc.dropsBroadcasts = false;
    pool.advanceHours(1);
    const sign = pool.bsc.signReplacement.bind(pool.bsc);
    pool.bsc.signReplacement = async (signed) => {
      await recordHaltNow(pool.deps, EMERGENCY);
      return sign(signed);
    };
    await pool.settle('BSC');
    const signed = await pool.deps.db.read.selectFrom('outgoingTransaction').select('txHash').execute();
    expect(signed).toHaveLength(1);
    expect(new Set(pool.bsc.broadcasts).size).toBe(1);
  });

  it('keeps what was signed from leaving where it comes after the signature was stored', async () => {
    const { pool, alice, adminId } = await make();
    const { id } = await ask(pool, alice);
    const { append } = pool.deps.signedLog;
    const signedLog = {
      ...pool.deps.signedLog,
      append: async (entry: Parameters<typeof append>[0]) => {
        await recordHaltNow(pool.deps, EMERGENCY);
        await append(entry);
      },
    };
    await sendWithdrawals({ ...pool.deps, signedLog }, 'BSC');
    await pool.settle('BSC');
    expect(pool.bsc.broadcasts).toEqual([]);
    await resumePayouts(pool.deps, { adminId, origin, reason: 'Looked into it.' });
    await pool.settle('BSC');
    pool.bsc.finalize();
    await pool.settle('BSC');
    const row = pool.deps.db.read.selectFrom('withdrawal').select('state').where('id', '=', id);
    expect(await row.executeTakeFirstOrThrow()).toEqual({ state: 'confirmed' });
  });

  // SQLite has one writer: there is no meanwhile.
  if (dialect === 'postgres')
    it('is not resumed over a reason that comes meanwhile', async () => {
      const { pool, adminId, connect } = await make();
      await haltPayouts(pool.deps, { adminId, origin, reason: 'The first reason.' });
      const frozen = await findHalt(pool.deps);
      const wrote = Promise.withResolvers<void>();
      const mayCommit = Promise.withResolvers<void>();
      const emergency = connect().transaction(async (tx) => {
        await recordHalt(tx, EMERGENCY);
        wrote.resolve();
        await mayCommit.promise;
      });
      await wrote.promise;
      const resumed = resumePayouts(pool.deps, { adminId, origin, reason: 'Looked into it.', frozen });
      const refused = expect(resumed).rejects.toMatchObject({ code: 'HALT_CHANGED' });
      await waitForLock(pool);
      mayCommit.resolve();
      await emergency;
      await refused;
      expect(await findHalt(pool.deps)).toContain(EMERGENCY);
    });
});

/** Waits until a transaction waits for the row of another one. */
async function waitForLock({ deps }: TestPool): Promise<void> {
  for (;;) {
    const { rows } = await sql`select 1 from pg_locks where not granted`.execute(deps.db.read);
    if (rows.length > 0) return;
  }
}
