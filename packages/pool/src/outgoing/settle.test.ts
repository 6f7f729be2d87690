// Goal: what is stored is followed whatever becomes of others, and nothing leaves while payouts are off that had not left before: no payment, and none
// with a higher fee. Method: both databases; two withdrawals; a log that cannot be written, a node that does not answer, and decisions meanwhile.
import type { UserId, WithdrawalId } from '@glasspool/core';
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { createAdmin } from '@glasspool/identity/accounts';
import { expect, it } from 'vitest';
import { releaseWallet } from '../balances/index.ts';
import { resumePayouts } from '../halts/index.ts';
import { TestPool } from '../testing/index.ts';
import { requestWithdrawal, sendWithdrawals } from '../withdrawals/index.ts';
import { assertNoLineLost, recordHaltNow, settle } from './index.ts';
import { sendStored } from './send-stored.ts';

const OUTSIDE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

describeEachDatabase('something that the pool signed', (open) => {
  /** Alice has 60 USDT withdrawable; the hot wallet has tokens and gas. */
  async function poolWithAlice() {
    const { database, connect } = await open();
    const pool = await new TestPool(database).start();
    pool.bsc.fundGas(10n ** 18n);
    await pool.deposit('hotWallet', 'USDT', '500');
    const alice = await pool.signUp('alice');
    await pool.deposit(alice, 'USDT', '60');
    await releaseWallet(pool.deps, { userId: alice, currency: 'USDT' });
    return { pool, alice, second: pool.withDatabase(connect()) };
  }

  async function ask(pool: TestPool, userId: UserId, amount: string): Promise<WithdrawalId> {
    const request = { userId, currency: 'USDT', address: OUTSIDE, amountMicro: micro(amount) } as const;
    return (await requestWithdrawal(pool.deps, { ...request, idempotencyKey: amount })).id;
  }

  /** A payment is stored, and the process stops before its line of the log is written. */
  async function poolWithUnsent() {
    const given = await poolWithAlice();
    const { pool, alice } = given;
    const id = await ask(pool, alice, '10');
    const append = async (): Promise<void> => {
      throw new Error('The disk is full.');
    };
    const signedLog = { ...pool.deps.signedLog, append };
    await expect(sendWithdrawals({ ...pool.deps, signedLog }, 'BSC')).rejects.toThrow('The disk is full.');
    return { ...given, id };
  }

  /** A payment that no block takes, an hour ago. */
  async function poolWithStuck() {
    const given = await poolWithAlice();
    const { pool, alice } = given;
    const id = await ask(pool, alice, '10');
    pool.bsc.dropsBroadcasts = true;
    await sendWithdrawals(pool.deps, 'BSC');
    pool.bsc.dropsBroadcasts = false;
    pool.advanceHours(1);
    return { ...given, id };
  }

  const readState = async (pool: TestPool, id: string): Promise<string> => {
    const row = pool.deps.db.read.selectFrom('outgoing').select('state').where('id', '=', id);
    return (await row.executeTakeFirstOrThrow()).state;
  };

  const countSigned = async (pool: TestPool): Promise<number> =>
    (await pool.deps.db.read.selectFrom('outgoingTransaction').select('txHash').execute()).length;

  it('is followed to its end though the node fails to answer about another one', async () => {
    const { pool, alice } = await poolWithAlice();
    const ids = [await ask(pool, alice, '10'), await ask(pool, alice, '11')];
    await sendWithdrawals(pool.deps, 'BSC');
    pool.bsc.finalize();
    const getOutcome = pool.bsc.getOutcome.bind(pool.bsc);
    for (const silent of pool.bsc.listSent()) {
      pool.bsc.getOutcome = async (txHash) => {
        if (txHash === silent.txHash) throw new Error('The node does not answer.');
        return getOutcome(txHash);
      };
      await pool.settle('BSC').catch(() => undefined);
    }
    expect(await Promise.all(ids.map((id) => readState(pool, id)))).toEqual(['paid', 'paid']);
  });

  it('does not leave while payouts are off where it had not left before', async () => {
    const { pool, id } = await poolWithUnsent();
    await recordHaltNow(pool.deps, 'a test');
    for (let times = 0; times < 2; times += 1) await pool.settle('BSC');
    expect(pool.bsc.broadcasts).toEqual([]);
    expect(pool.signedLog).toEqual([]);
    const { userId: adminId } = await createAdmin(pool.deps, 'operator@example.org');
    const origin = { ipAddress: '10.0.0.7', requestId: 'req-1' };
    await resumePayouts(pool.deps, { adminId, origin, reason: 'Looked into it.' });
    await pool.settle('BSC');
    expect(pool.bsc.broadcasts).toHaveLength(1);
    expect(pool.signedLog).toMatchObject([{ subject: id }]);
  });

  it('has no line noted in the database before the log has it', async () => {
    const { pool } = await poolWithUnsent();
    await assertNoLineLost(pool.deps);
    await pool.settle('BSC');
    await assertNoLineLost(pool.deps);
    const logged = await pool.deps.db.read.selectFrom('loggedTransaction').select('txHash').execute();
    expect(logged).toEqual(pool.signedLog.map(({ txHash }) => ({ txHash })));
  });

  it('becomes sent once where two processes send it at the same moment', async () => {
    const { pool, id, second } = await poolWithUnsent();
    const { append } = pool.deps.signedLog;
    const signedLog = {
      ...pool.deps.signedLog,
      append: async (entry: Parameters<typeof append>[0]) => {
        await settle(second, 'BSC');
        await append(entry);
      },
    };
    await pool.settle('BSC', { ...pool.deps, signedLog });
    const events = pool.deps.db.read.selectFrom('withdrawalEvent').select('toState');
    const ofIt = await events.where('withdrawalId', '=', id).where('toState', '=', 'broadcast').execute();
    expect(ofIt).toHaveLength(1);
  });

  it('waits while a block that is not final has it, with no higher fee', async () => {
    const { pool, id } = await poolWithStuck();
    const [payment = ''] = pool.bsc.broadcasts;
    await pool.bsc.broadcast(payment);
    pool.bsc.mine();
    const sent = pool.bsc.broadcasts.length;
    expect(await pool.settle('BSC')).toBe(0);
    expect(pool.bsc.broadcasts).toHaveLength(sent);
    expect(await countSigned(pool)).toBe(1);
    pool.bsc.finalize();
    expect(await pool.settle('BSC')).toBe(1);
    expect(await readState(pool, id)).toBe('paid');
  });

  it('waits while a node says that more was taken for it than was signed for', async () => {
    const { pool, alice } = await poolWithAlice();
    const id = await ask(pool, alice, '10');
    await sendWithdrawals(pool.deps, 'BSC');
    pool.bsc.finalize();
    const getOutcome = pool.bsc.getOutcome.bind(pool.bsc);
    pool.bsc.getOutcome = async (txHash) => {
      const outcome = await getOutcome(txHash);
      const isMined = outcome.status === 'mined' && outcome.isFinal;
      return isMined ? { ...outcome, feeUnits: outcome.feeUnits + 1n } : outcome;
    };
    expect(await pool.settle('BSC')).toBe(0);
    expect(await readState(pool, id)).toBe('open');
    pool.bsc.getOutcome = getOutcome;
    expect(await pool.settle('BSC')).toBe(1);
  });

  it('gets no higher fee while payouts are off', async () => {
    const { pool } = await poolWithStuck();
    await recordHaltNow(pool.deps, 'a test');
    await pool.settle('BSC');
    expect(await countSigned(pool)).toBe(1);
    // The same bytes are sent again, for they had left before.
    expect(new Set(pool.bsc.broadcasts).size).toBe(1);
    expect(pool.bsc.broadcasts).toHaveLength(2);
  });

  it('is not sent by a process that read it before its money was given back', async () => {
    const { pool, id } = await poolWithStuck();
    const sent = pool.bsc.broadcasts.length;
    // Its failure was final, and is in no block any more.
    for (const state of ['failed', 'watched'] as const)
      await pool.deps.db.transaction((tx) =>
        tx.updateTable('outgoing').set({ state, feeMicro: 0n }).where('id', '=', id).execute(),
      );
    const payment = pool.deps.db.read.selectFrom('outgoingTransaction').selectAll().where('subject', '=', id);
    await sendStored(pool.deps, id, await payment.executeTakeFirstOrThrow());
    expect(pool.bsc.broadcasts).toHaveLength(sent);
  });

  it('gets no higher fee once it is decided', async () => {
    const { pool, id } = await poolWithStuck();
    const [payment = ''] = pool.bsc.broadcasts;
    const sign = pool.bsc.signReplacement.bind(pool.bsc);
    pool.bsc.signReplacement = async (signed) => {
      Reflect.deleteProperty(pool.bsc, 'signReplacement');
      await pool.bsc.broadcast(payment);
      pool.bsc.finalize();
      await pool.settle('BSC');
      return sign(signed);
    };
    await pool.settle('BSC');
    expect(await readState(pool, id)).toBe('paid');
    expect(await countSigned(pool)).toBe(1);
  });

  it('gets no higher fee at a nonce that is noted for another one', async () => {
    const { pool, id } = await poolWithStuck();
    await pool.deps.db.transaction(async (tx) => {
      await tx.deleteFrom('outgoingNonce').where('subject', '=', id).execute();
      const sender = pool.bsc.deriveAddress(0);
      const subject = `elsewhere/BSC/${sender}/0`;
      await tx.insertInto('outgoingNonce').values({ network: 'BSC', sender, nonce: 0, subject }).execute();
    });
    await pool.settle('BSC');
    expect(await countSigned(pool)).toBe(1);
  });
});
