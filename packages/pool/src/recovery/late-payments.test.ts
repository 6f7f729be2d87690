// Goal: a payment that replaced blocks carry out after its money was given back is owed by its owner, for as long as they do, and is never sent again.
// Method: both databases; chains in memory, with and without nonces.
import { formatAmount, toChainUnits } from '@glasspool/core';
import { type Account, receivable, userAccount } from '@glasspool/core/books';
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { createAdmin } from '@glasspool/identity/accounts';
import { getBalance } from '@glasspool/ledger';
import { expect, it } from 'vitest';
import { reconcile, verifyBooks } from '../books/index.ts';
import { reverseDeposits } from '../deposits/index.ts';
import { recordGasTopUp } from '../hot-wallet/index.ts';
import { invest, listInvestments } from '../investments/index.ts';
import { findHalt } from '../outgoing/index.ts';
import { fundReserve } from '../reserve/index.ts';
import { TestPool } from '../testing/index.ts';
import { requestOperatorWithdrawal, sendWithdrawals } from '../withdrawals/index.ts';
import {
  ALICES,
  makePaidPool,
  origin,
  readOutgoing,
  readState,
  replaceBlocks,
} from './testing-replaced-payment.ts';

describeEachDatabase('a payment that comes late', (open) => {
  it('is owed by its owner where it is paid although it was given back', async () => {
    const paid = await makePaidPool((await open()).database, 'USDT', { fails: true });
    const { pool, chain, network, id, alice } = paid;
    await replaceBlocks(paid);
    const payment = chain.broadcasts.find((raw) => JSON.parse(raw).to === ALICES.USDT) ?? '';
    await chain.broadcast(payment);
    chain.finalize();
    await pool.settle(network);
    expect(await readOutgoing(pool, id)).toBe('late');
    expect(await readState(pool, id)).toMatchObject({ state: 'failed' });
    expect(await getBalance(pool.deps.db.read, receivable(alice, 'USDT'))).toBe(-micro('40'));
    expect(await verifyBooks(pool.deps)).toEqual([]);
    expect(await reconcile(pool.deps, 'USDT')).toMatchObject({ unexplainedUnits: 0n });
  });

  it('is owed no more, and never sent again, once the blocks that paid it late are replaced as well', async () => {
    const paid = await makePaidPool((await open()).database, 'TRX', { fails: true });
    const { pool, chain, network, id, alice } = paid;
    const owed = () => getBalance(pool.deps.db.read, receivable(alice, 'TRX'));
    for (const times of [1, 2]) {
      await replaceBlocks(paid, 8);
      expect(await readOutgoing(pool, id)).toBe('watched');
      const sent = chain.broadcasts.length;
      await chain.broadcast(chain.broadcasts[0] ?? '');
      chain.finalize();
      await pool.settle(network);
      expect([await readOutgoing(pool, id), await owed()]).toEqual(['late', -micro('40')]);
      expect(chain.broadcasts).toHaveLength(sent + 1);
      if (times === 1) continue;
      await replaceBlocks(paid, 8);
      chain.mine(30);
      await pool.settle(network);
      expect([await readOutgoing(pool, id), await owed()]).toEqual(['dropped', 0n]);
      expect(chain.broadcasts).toHaveLength(sent + 1);
    }
    expect(await verifyBooks(pool.deps)).toEqual([]);
    expect(await reconcile(pool.deps, 'TRX')).toMatchObject({ unexplainedUnits: 0n });
  });

  it('stops what its owner has invested from earning for as long as it is owed', async () => {
    const paid = await makePaidPool((await open()).database, 'USDT', { fails: true });
    const { pool, chain, network, alice } = paid;
    await invest(pool.deps, { userId: alice, currency: 'USDT', source: 'withdrawable' });
    const readPauses = async () =>
      (await listInvestments(pool.deps, alice)).map((one) => one.pausedAt !== null && one.resumedAt === null);
    await replaceBlocks(paid, 8);
    await chain.broadcast(chain.broadcasts.find((raw) => JSON.parse(raw).to === ALICES.USDT) ?? '');
    chain.finalize();
    await pool.settle(network);
    expect(await readPauses()).toEqual([true]);
    await replaceBlocks(paid, 8);
    for (let times = 0; times < 3; times += 1) {
      chain.finalize();
      await pool.scan();
      await pool.settle(network);
    }
    expect(await readOutgoing(pool, paid.id)).toBe('dropped');
    expect(await getBalance(pool.deps.db.read, receivable(alice, 'USDT'))).toBe(0n);
    expect(await readPauses()).toEqual([false]);
  });

  it.each(['TRX', 'USDT'] as const)(
    'gives back what has been settled since once the blocks that paid %s late are replaced as well',
    async (currency) => {
      const paid = await makePaidPool((await open()).database, currency, { fails: true });
      const { pool, chain, network, alice } = paid;
      const read = async (account: Account) => formatAmount(await getBalance(pool.deps.db.read, account));
      const readOwed = () => read(receivable(alice, currency));
      const pass = async (): Promise<void> => {
        chain.finalize();
        await pool.scan();
        await reverseDeposits(pool.deps, network);
        await pool.settle(network);
      };
      const pay = async (amount: string): Promise<string> => {
        const units = toChainUnits(currency, micro(amount));
        return chain.deposit(await pool.deriveAddress(alice, currency), units);
      };
      await replaceBlocks(paid, 8);
      await chain.broadcast(chain.broadcasts.find((raw) => JSON.parse(raw).to === ALICES[currency]) ?? '');
      await pass();
      // Of the 50 she owes 40.
      const deposit = await pay('50');
      await pass();
      expect([await readOwed(), await read(userAccount(alice, 'wallet', currency))]).toEqual([
        '0.000000',
        '10.000000',
      ]);
      chain.reorganize(12, (txHash) => txHash === deposit);
      for (let times = 0; times < 3; times += 1) await pool.scan();
      chain.mine(30);
      await pass();
      await pay('1');
      await pass();
      expect([await readOwed(), await read(userAccount(alice, 'wallet', currency))]).toEqual([
        '0.000000',
        '11.000000',
      ]);
      // The 60 that she had, and the 40 of her deposit that had settled what she owed.
      expect(await read(userAccount(alice, 'withdrawable', currency))).toBe('100.000000');
      expect(await verifyBooks(pool.deps)).toEqual([]);
      expect(await reconcile(pool.deps, currency)).toMatchObject({ unexplainedUnits: 0n });
    },
  );

  it('halts its network with the sum that the operator has to send where own funds were spent since', async () => {
    const pool = await new TestPool((await open()).database).start();
    const { userId: adminId } = await createAdmin(pool.deps, 'operator@example.org');
    pool.bsc.fundGas(10n ** 18n);
    await recordGasTopUp(pool.deps);
    await pool.deposit('hotWallet', 'USDT', '500');
    pool.bsc.mine(8);
    await pool.scan();
    pool.bsc.failsTransfers = true;
    const withdrawal = { currency: 'USDT', address: ALICES.USDT, amountMicro: micro('400') } as const;
    const { id } = await requestOperatorWithdrawal(pool.deps, { adminId, origin, ...withdrawal });
    await sendWithdrawals(pool.deps, 'BSC');
    pool.bsc.finalize();
    pool.bsc.failsTransfers = false;
    await pool.settle('BSC');
    await fundReserve(pool.deps, { currency: 'USDT', amountMicro: micro('400') });
    await replaceBlocks({ pool, chain: pool.bsc });
    await pool.bsc.broadcast(pool.bsc.broadcasts[0] ?? '');
    pool.bsc.finalize();
    await pool.settle('BSC');
    expect(await readOutgoing(pool, id)).toBe('watched');
    expect(await findHalt(pool.deps, 'BSC')).toContain('Send 300.000000 USDT to the hot wallet');
    await pool.deposit('hotWallet', 'USDT', '300');
    await pool.settle('BSC');
    expect(await readOutgoing(pool, id)).toBe('late');
    expect(await verifyBooks(pool.deps)).toEqual([]);
  });
});
