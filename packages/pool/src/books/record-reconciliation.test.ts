// Goal: what became final while books and chain were compared is no difference. Method: both databases; the withdrawal is confirmed
// between the look at the books and the look at the chain.
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { createAdmin } from '@glasspool/identity/accounts';
import { expect, it } from 'vitest';
import { recordGasTopUp } from '../hot-wallet/index.ts';
import { TestPool } from '../testing/index.ts';
import { requestOperatorWithdrawal, sendWithdrawals } from '../withdrawals/index.ts';
import { listReconciliations, recordReconciliations } from './index.ts';

const OUTSIDE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

describeEachDatabase('a recorded reconciliation', (open) => {
  it('calls nothing a difference that became final while it looked', async () => {
    const pool = await new TestPool((await open()).database).start();
    pool.bsc.fundGas(10n ** 18n);
    await recordGasTopUp(pool.deps);
    const { userId: adminId } = await createAdmin(pool.deps, 'root@example.org');
    await pool.deposit('hotWallet', 'USDT', '100');
    await requestOperatorWithdrawal(pool.deps, {
      adminId,
      origin: { ipAddress: '', requestId: '' },
      currency: 'USDT',
      address: OUTSIDE,
      amountMicro: micro('5'),
    });
    await sendWithdrawals(pool.deps, 'BSC');
    pool.bsc.finalize();
    let looks = 0;
    const readBalance = pool.bsc.getBalanceUnits.bind(pool.bsc);
    pool.bsc.getBalanceUnits = async (address, currency) => {
      looks += 1;
      if (currency === 'BNB' && (await isOpen(pool))) await pool.settle('BSC');
      return readBalance(address, currency);
    };
    await recordReconciliations(pool.deps);
    expect(looks).toBeGreaterThan(0);
    expect(await isOpen(pool)).toBe(false);
    for (const { differsSince } of await listReconciliations(pool.deps)) expect(differsSince).toBeNull();
    await recordReconciliations(pool.deps);
    for (const one of await listReconciliations(pool.deps))
      expect(one).toMatchObject({ differsSince: null, unexplainedUnits: 0n });
  });

  async function isOpen(pool: TestPool): Promise<boolean> {
    const { state } = await pool.deps.db.read
      .selectFrom('withdrawal')
      .select('state')
      .executeTakeFirstOrThrow();
    return state !== 'confirmed';
  }
});
