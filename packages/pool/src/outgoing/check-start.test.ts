// Goal: a database that is an older copy, or keys that are used elsewhere too, never lead to a second payment.
import { ANCHOR_INDEX } from '@glasspool/chains';
import { describeEachDatabase } from '@glasspool/db/testing';
import { createAdmin } from '@glasspool/identity/accounts';
import { expect, it } from 'vitest';
import { recordReconciliations } from '../books/index.ts';
import { resumePayouts } from '../halts/index.ts';
import { recordGasTopUp } from '../hot-wallet/index.ts';
import { TestPool } from '../testing/index.ts';
import { sendWithdrawals } from '../withdrawals/index.ts';
import { checkStart, findHalt, findSigningObstacle } from './index.ts';

const OUTSIDE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

describeEachDatabase('the start', (open) => {
  async function newPool(): Promise<TestPool> {
    const pool = await new TestPool((await open()).database).start();
    pool.bsc.fundGas(10n ** 18n);
    await recordGasTopUp(pool.deps);
    await pool.deposit('hotWallet', 'USDT', '100');
    return pool;
  }

  /** A payment that another copy of the program makes with the same keys. */
  async function payElsewhere(pool: TestPool): Promise<void> {
    const intent = { fromIndex: 0, currency: 'USDT', to: OUTSIDE, units: 10n ** 18n, nonce: 0 } as const;
    await pool.bsc.broadcast((await pool.bsc.signTransfer(intent)).raw);
    pool.bsc.finalize();
  }

  async function resume(pool: TestPool): Promise<void> {
    const { userId } = await createAdmin(pool.deps, 'root@example.org');
    const origin = { ipAddress: 'test', requestId: 'req-1' };
    await resumePayouts(pool.deps, { adminId: userId, origin, reason: 'Looked into it.' });
  }

  it('leaves payouts on when chain, log and database agree', async () => {
    const pool = await newPool();
    await checkStart(pool.deps);
    expect(await findHalt(pool.deps)).toBeUndefined();
  });

  it('stops payouts when the chain has used more nonces than the database knows', async () => {
    const pool = await newPool();
    await payElsewhere(pool);
    await checkStart(pool.deps);
    expect(await findHalt(pool.deps)).toContain('has sent 1 transactions, of which the database knows 0');
    await resume(pool);
    await checkStart(pool.deps);
    expect(await findHalt(pool.deps)).toBeUndefined();
  });

  it('stops payouts when another copy has anchored a snapshot', async () => {
    const pool = await newPool();
    const to = pool.bsc.deriveAddress(ANCHOR_INDEX);
    const intent = {
      fromIndex: ANCHOR_INDEX,
      currency: 'BNB',
      to,
      units: 0n,
      data: '0x00',
      nonce: 0,
    } as const;
    await pool.bsc.broadcast((await pool.bsc.signTransfer(intent)).raw);
    pool.bsc.finalize();
    await checkStart(pool.deps);
    expect(await findHalt(pool.deps)).toContain('anchor has sent 1 transactions');
    await resume(pool);
    await checkStart(pool.deps);
    expect(await findHalt(pool.deps)).toBeUndefined();
  });

  it('stops payouts when the signed log holds what the database does not know', async () => {
    const pool = await newPool();
    await pool.deps.signedLog.append({ txHash: 'bsc-tx-of-another-life' });
    await checkStart(pool.deps);
    expect(await findHalt(pool.deps)).toContain('signed.log holds 1 transactions');
    await resume(pool);
    await checkStart(pool.deps);
    expect(await findHalt(pool.deps)).toBeUndefined();
  });

  it('lets payouts wait until the scanner has read what is final', async () => {
    const pool = await newPool();
    expect(await findSigningObstacle(pool.deps, 'BSC')).toBeNull();
    pool.bsc.mine(100);
    expect(await findSigningObstacle(pool.deps, 'BSC')).toBe('unread-blocks');
    expect(await sendWithdrawals(pool.deps, 'BSC')).toBe(0);
    await pool.scan();
    expect(await findSigningObstacle(pool.deps, 'BSC')).toBeNull();
  });

  it('stops payouts when the chain holds less than the books for half a minute: a token that takes a fee', async () => {
    const pool = await newPool();
    pool.bsc.lose(pool.bsc.deriveAddress(0), 'USDT', 10n ** 18n);
    await recordReconciliations(pool.deps);
    expect(await findHalt(pool.deps)).toBeUndefined();
    pool.clock.advance(31_000);
    await recordReconciliations(pool.deps);
    // Pitfall: an event without a transfer, or for less: a token that takes a fee
    expect(await findHalt(pool.deps)).toContain('holds 1.000000 USDT less than the books say');
    await resume(pool);
    pool.clock.advance(31_000);
    await recordReconciliations(pool.deps);
    expect(await findHalt(pool.deps)).toBeUndefined();
  });
});
