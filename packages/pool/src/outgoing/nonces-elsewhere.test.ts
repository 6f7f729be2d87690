// Goal: nonces that another copy of the program has used, or that a node made up, stop payouts once, and nothing for good.
// Method: a chain in memory on which the same keys sign what the database does not know of.
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { createAdmin } from '@glasspool/identity/accounts';
import { expect, it } from 'vitest';
import { releaseWallet } from '../balances/index.ts';
import { resumePayouts } from '../halts/index.ts';
import { recordGasTopUp } from '../hot-wallet/index.ts';
import { runSweeps, startSweep } from '../sweeps/index.ts';
import { TestPool } from '../testing/index.ts';
import { requestWithdrawal, sendWithdrawals } from '../withdrawals/index.ts';
import { findHalt } from './index.ts';

const OUTSIDE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const origin = { ipAddress: '10.0.0.7', requestId: 'req-1' };
const WHOLE = 10n ** 18n;

describeEachDatabase('a nonce that was used elsewhere', (open) => {
  async function make() {
    const pool = await new TestPool((await open()).database).start();
    const { userId: adminId } = await createAdmin(pool.deps, 'operator@example.org');
    pool.bsc.fundGas(WHOLE);
    await recordGasTopUp(pool.deps);
    await pool.deposit('hotWallet', 'USDT', '500');
    const alice = await pool.signUp('alice');
    await pool.deposit(alice, 'USDT', '60');
    await releaseWallet(pool.deps, { userId: alice, currency: 'USDT' });
    const withdrawal = {
      userId: alice,
      currency: 'USDT',
      address: OUTSIDE,
      amountMicro: micro('10'),
    } as const;
    return {
      pool,
      adminId,
      alice,
      resume: () => resumePayouts(pool.deps, { adminId, origin, reason: 'Looked into it.' }),
      ask: () => requestWithdrawal(pool.deps, withdrawal),
      // A second look at what may have been paid by the other copy.
      approve: () =>
        pool.deps.db.transaction(
          async (tx) => void (await tx.updateTable('withdrawal').set({ waitingFor: null }).execute()),
        ),
      pay: async (): Promise<void> => {
        await sendWithdrawals(pool.deps, 'BSC');
        pool.bsc.finalize();
        await pool.settle('BSC');
      },
    };
  }

  it('stops payouts once for a deposit address, which is swept after that', async () => {
    const { pool, adminId, alice, resume } = await make();
    const address = await pool.deriveAddress(alice, 'USDT');
    const row = pool.deps.db.read
      .selectFrom('wallet')
      .select('derivationIndex')
      .where('address', '=', address);
    const fromIndex = Number((await row.executeTakeFirstOrThrow()).derivationIndex);
    pool.bsc.fundGas(WHOLE / 100n, fromIndex);
    const intent = {
      fromIndex,
      currency: 'USDT',
      to: pool.bsc.deriveAddress(0),
      units: 60n * WHOLE,
      nonce: 0,
    } as const;
    await pool.bsc.broadcast((await pool.bsc.signTransfer(intent)).raw);
    pool.bsc.finalize();
    await pool.scan();
    await resume();
    await pool.deposit(alice, 'USDT', '30');
    await startSweep(pool.deps, { adminId, origin });
    const sweep = async (): Promise<void> => {
      for (let times = 0; times < 4; times += 1) {
        await runSweeps(pool.deps, 'BSC');
        pool.bsc.finalize();
        await pool.scan();
        await pool.settle('BSC');
      }
    };
    await sweep();
    expect(await findHalt(pool.deps)).toContain(`address ${address} has sent 1 transactions`);
    await resume();
    await sweep();
    expect(await findHalt(pool.deps)).toBeUndefined();
    expect(pool.bsc.getUnits(address, 'USDT')).toBe(0n);
  });

  it('is used by the pool once the chain does not know of it any more', async () => {
    const { pool, resume, ask, approve, pay } = await make();
    const intent = { fromIndex: 0, currency: 'BNB', to: OUTSIDE, units: 1n, nonce: 0 } as const;
    await pool.bsc.broadcast((await pool.bsc.signTransfer(intent)).raw);
    pool.bsc.mine(1);
    await ask();
    await sendWithdrawals(pool.deps, 'BSC');
    expect(await findHalt(pool.deps)).toContain('hot wallet has sent 1 transactions');
    await resume();
    await approve();
    pool.bsc.reorganize(1);
    await pool.scan();
    await pay();
    expect(pool.bsc.getUnits(OUTSIDE, 'USDT')).toBe(10n * WHOLE);
  });

  it('holds nothing up where a node had made it up', async () => {
    const { pool, resume, ask, approve, pay } = await make();
    const getNonce = pool.bsc.getNonce.bind(pool.bsc);
    await ask();
    pool.bsc.getNonce = async (index, after) => (index === 0 ? 7 : getNonce(index, after));
    await sendWithdrawals(pool.deps, 'BSC');
    await resume();
    pool.bsc.getNonce = getNonce;
    await approve();
    await pay();
    pool.clock.advance(60_000);
    await ask();
    await pay();
    expect(pool.bsc.getUnits(OUTSIDE, 'USDT')).toBe(20n * WHOLE);
    const nonces = await pool.deps.db.read
      .selectFrom('outgoingNonce')
      .select(['nonce', 'subject'])
      .orderBy('nonce')
      .limit(3)
      .execute();
    expect(nonces.map(({ subject }) => subject.split('_')[0]?.split('/')[0])).toEqual([
      'wdr',
      'wdr',
      'elsewhere',
    ]);
  });
});
