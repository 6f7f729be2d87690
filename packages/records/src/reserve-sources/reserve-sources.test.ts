// Goal: the sources of the reserve are shown with their transactions, and contain no money of users.
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { TestPool } from '@glasspool/pool/testing';
import { expect, it } from 'vitest';
import { listReserveSources } from './index.ts';

describeEachDatabase('the list of what funded the reserve', (open) => {
  it('has the operator’s transfers and what was moved into the reserve, newest first, per currency', async () => {
    const pool = await new TestPool((await open()).database).start();
    await pool.fundReserve('USDT', '100');
    await pool.fundReserve('USDT', '50');
    await pool.deposit('hotWallet', 'TRX', '7');
    await pool.deposit(await pool.signUp('alice'), 'USDT', '1000');
    const usdt = await listReserveSources(pool.deps, 'USDT');
    expect(usdt).toMatchObject({ receivedMicro: micro('150'), fundedMicro: micro('150') });
    expect(usdt.receipts.map(({ amountMicro }) => amountMicro)).toEqual([micro('50'), micro('100')]);
    expect(usdt.receipts[0]).toMatchObject({ network: 'BSC', txHash: expect.stringMatching(/^bsc-tx-/) });
    expect(usdt.fundings.map(({ amountMicro }) => amountMicro)).toEqual([micro('50'), micro('100')]);
    const trx = await listReserveSources(pool.deps, 'TRX');
    expect(trx).toMatchObject({ receivedMicro: micro('7'), fundedMicro: 0n, fundings: [] });
  });
});
