// Goal: whichever blocks a chain replaces, no one is credited with coins that the chain does not have, and no one loses coins that it has.
// Method: both databases; a chain in memory that replaces blocks to any depth.
import { formatAmount, type UserId } from '@glasspool/core';
import { receivable } from '@glasspool/core/books';
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { getBalance } from '@glasspool/ledger';
import { expect, it, vi } from 'vitest';
import { reconcile } from '../books/index.ts';
import { findHalt, findSigningObstacle } from '../outgoing/index.ts';
import { expectBalances, expectRefusal, TestPool } from '../testing/index.ts';
import { getWallets } from '../wallets/index.ts';
import { requestWithdrawal } from '../withdrawals/index.ts';
import { confirmDeposits, reverseDeposits, scanChain } from './index.ts';

const OUTSIDE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

describeEachDatabase('a reorganization', (open) => {
  async function poolWithAlice(): Promise<{ pool: TestPool; alice: UserId }> {
    const pool = await new TestPool((await open()).database).start();
    const alice = await pool.signUp('alice');
    pool.bsc.finalize();
    await pool.scan();
    return { pool, alice };
  }

  /** Pool with a deposit of 100 USDT by Alice that the scanner has read and that is not final. */
  async function poolWithDeposit(): Promise<{ pool: TestPool; alice: UserId }> {
    const { pool, alice } = await poolWithAlice();
    pool.bsc.deposit(pool.bsc.deriveAddress(1), 100n * 10n ** 18n);
    pool.bsc.mine();
    await pool.scan();
    return { pool, alice };
  }

  const owedBy = async (pool: TestPool, userId: UserId): Promise<string> =>
    formatAmount(-(await getBalance(pool.deps.db.read, receivable(userId, 'USDT'))));

  const readConfirming = async (pool: TestPool, userId: UserId): Promise<bigint | undefined> =>
    (await getWallets(pool.deps, userId)).find(({ currency }) => currency === 'USDT')?.confirmingMicro;

  /** Pool with a credited deposit of 100 USDT whose final block was replaced by one without the deposit. */
  async function loseFinalDeposit(): Promise<{ pool: TestPool; alice: UserId; txHash: string }> {
    const { pool, alice } = await poolWithAlice();
    const txHash = pool.bsc.deposit(pool.bsc.deriveAddress(1), 100n * 10n ** 18n);
    for (let block = 0; block < 6; block += 1) {
      pool.bsc.mine();
      await pool.scan();
    }
    await expectBalances(pool, alice, 'USDT', { wallet: '100.000000' });
    pool.bsc.reorganize(6);
    pool.bsc.mine();
    await pool.scan();
    await pool.scan();
    return { pool, alice, txHash };
  }

  it('takes an unconfirmed deposit off the list before finality, and leaves the rest', async () => {
    const { pool, alice } = await poolWithAlice();
    pool.bsc.mine();
    await pool.scan();
    pool.bsc.deposit(pool.bsc.deriveAddress(1), 100n * 10n ** 18n);
    pool.bsc.mine();
    await pool.scan();
    expect(await readConfirming(pool, alice)).toBe(micro('100'));
    pool.bsc.reorganize(1);
    pool.bsc.finalize();
    await pool.scan();
    // Pitfall: a height without a hash: a reorganization is invisible
    expect(await readConfirming(pool, alice)).toBe(0n);
    await expectBalances(pool, alice, 'USDT', { wallet: '0.000000' });
    expect(await findHalt(pool.deps)).toBeUndefined();
  });

  it('credits a deposit once that it moves to another block', async () => {
    const { pool, alice } = await poolWithAlice();
    pool.bsc.mine();
    await pool.scan();
    pool.bsc.deposit(pool.bsc.deriveAddress(1), 100n * 10n ** 18n);
    pool.bsc.mine(2);
    await pool.scan();
    pool.bsc.reorganize(2, () => true);
    pool.bsc.finalize();
    await pool.scan();
    await pool.scan();
    await expectBalances(pool, alice, 'USDT', { wallet: '100.000000' });
    expect(await reconcile(pool.deps, 'USDT')).toMatchObject({ unexplainedUnits: 0n });
  });

  it('stops payouts past finality and books the loss as owed by the user: loss booked after crediting', async () => {
    const { pool, alice } = await loseFinalDeposit();
    expect(await findHalt(pool.deps)).toContain('BSC replaced blocks');
    expect(await reverseDeposits(pool.deps, 'BSC')).toBe(1);
    expect(await reverseDeposits(pool.deps, 'BSC')).toBe(0);
    // Pitfall: a loss after crediting has nowhere to go
    expect(await owedBy(pool, alice)).toBe('100.000000');
    await expectBalances(pool, alice, 'USDT', { wallet: '100.000000' });
    expect(await reconcile(pool.deps, 'USDT')).toMatchObject({ unexplainedUnits: 0n });
  });

  /** Pool with a credited deposit inside a page of many blocks, as after a downtime of the scanner. */
  async function creditInsidePage(): Promise<{ pool: TestPool; alice: UserId }> {
    const { pool, alice } = await poolWithAlice();
    pool.bsc.mine(10);
    pool.bsc.deposit(pool.bsc.deriveAddress(1), 100n * 10n ** 18n);
    pool.bsc.mine(20);
    await pool.scan();
    await expectBalances(pool, alice, 'USDT', { wallet: '100.000000' });
    return { pool, alice };
  }

  it('is found past finality inside of a page of many blocks', async () => {
    const { pool, alice } = await creditInsidePage();
    pool.bsc.reorganize(25);
    pool.bsc.mine();
    await pool.scan();
    expect(await findHalt(pool.deps)).toContain('BSC replaced blocks');
    expect(await reverseDeposits(pool.deps, 'BSC')).toBe(1);
    expect(await owedBy(pool, alice)).toBe('100.000000');
    expect(await reconcile(pool.deps, 'USDT')).toMatchObject({ unexplainedUnits: 0n });
  });

  it('stops nothing above the final block, after a page of many blocks', async () => {
    const { pool, alice } = await creditInsidePage();
    pool.bsc.reorganize(2);
    pool.bsc.mine();
    await pool.scan();
    expect(await findHalt(pool.deps)).toBeUndefined();
    expect(await reverseDeposits(pool.deps, 'BSC')).toBe(0);
    await expectBalances(pool, alice, 'USDT', { wallet: '100.000000' });
  });

  it('stops payouts where the replaced blocks became final after they were read, within a page', async () => {
    const { pool, alice } = await poolWithAlice();
    const { height } = await pool.bsc.getHead();
    pool.bsc.deposit(pool.bsc.deriveAddress(1), 100n * 10n ** 18n);
    pool.bsc.mine(8);
    // The page is read while none of its blocks is final. Afterwards, the blocks up to one inside the page are final.
    const head = vi.spyOn(pool.bsc, 'getHead');
    head.mockResolvedValue({ ...(await pool.bsc.getHead()), finalizedHeight: height });
    await pool.scan();
    head.mockRestore();
    await pool.scan();
    await expectBalances(pool, alice, 'USDT', { wallet: '100.000000' });
    pool.bsc.reorganize(8);
    pool.bsc.mine();
    await pool.scan();
    expect(await findHalt(pool.deps)).toContain('BSC replaced blocks above');
    expect(await reverseDeposits(pool.deps, 'BSC')).toBe(1);
    expect(await findHalt(pool.deps)).toContain('took back a deposit that was credited');
    expect(await owedBy(pool, alice)).toBe('100.000000');
  });

  it('leaves a deposit in a replaced block as it is while the scanner has not read the new blocks', async () => {
    const { pool, alice } = await poolWithDeposit();
    pool.bsc.reorganize(2, () => true);
    pool.bsc.finalize();
    expect(await confirmDeposits(pool.deps, 'BSC')).toBe(0);
    await pool.scan();
    await pool.scan();
    await expectBalances(pool, alice, 'USDT', { wallet: '100.000000' });
  });

  it('takes a deposit back as the second one in a row, though the chain had it again in between', async () => {
    const { pool, alice } = await poolWithDeposit();
    pool.bsc.mine(3);
    expect(await confirmDeposits(pool.deps, 'BSC')).toBe(1);
    pool.bsc.reorganize(4, () => true);
    pool.bsc.finalize();
    // The scanner rolls back here, and reads the new blocks in its next step.
    await scanChain(pool.deps, 'BSC');
    expect(await reverseDeposits(pool.deps, 'BSC')).toBe(0);
    pool.bsc.reorganize(8);
    pool.bsc.finalize();
    await pool.scan();
    await pool.scan();
    expect(await reverseDeposits(pool.deps, 'BSC')).toBe(1);
    expect(await owedBy(pool, alice)).toBe('100.000000');
    expect(await reconcile(pool.deps, 'USDT')).toMatchObject({ unexplainedUnits: 0n });
  });

  it('takes a deposit back that was credited by a final block which the scanner had not read', async () => {
    const { pool, alice } = await poolWithDeposit();
    pool.bsc.mine(3);
    expect(await confirmDeposits(pool.deps, 'BSC')).toBe(1);
    pool.bsc.reorganize(4);
    pool.bsc.finalize();
    await pool.scan();
    await pool.scan();
    expect(await reverseDeposits(pool.deps, 'BSC')).toBe(1);
    expect(await findHalt(pool.deps)).toContain('took back a deposit that was credited');
    expect(await owedBy(pool, alice)).toBe('100.000000');
  });

  it('says past finality what the operator has to send when lost own funds were spent, and goes on with it', async () => {
    const { pool } = await poolWithAlice();
    await pool.fundReserve('USDT', '100');
    pool.bsc.mine();
    await pool.scan();
    pool.bsc.reorganize(6);
    for (let times = 0; times < 3; times += 1) await pool.scan();
    expect(await reverseDeposits(pool.deps, 'BSC')).toBe(0);
    expect(await findHalt(pool.deps)).toContain('Send 100.000000 USDT to the hot wallet');
    expect(await findSigningObstacle(pool.deps, 'BSC')).toBe('reorganization');
    await pool.deposit('hotWallet', 'USDT', '100');
    expect(await reverseDeposits(pool.deps, 'BSC')).toBe(1);
    expect(await findSigningObstacle(pool.deps, 'BSC')).toBeNull();
    expect(await reconcile(pool.deps, 'USDT')).toMatchObject({ unexplainedUnits: 0n });
  });

  it('leaves what a user owes out of what they may withdraw', async () => {
    const { pool, alice } = await loseFinalDeposit();
    pool.bsc.finalize();
    await pool.scan();
    await reverseDeposits(pool.deps, 'BSC');
    const request = { userId: alice, currency: 'USDT' as const, address: OUTSIDE, amountMicro: micro('1') };
    await expectRefusal(pool, 'INSUFFICIENT_BALANCE', () => requestWithdrawal(pool.deps, request));
  });

  it('settles what is owed, once, when it brings a lost deposit back', async () => {
    const { pool, alice, txHash } = await loseFinalDeposit();
    pool.bsc.finalize();
    await pool.scan();
    await reverseDeposits(pool.deps, 'BSC');
    pool.bsc.restore(txHash);
    pool.bsc.finalize();
    await pool.scan();
    await pool.scan();
    expect(await owedBy(pool, alice)).toBe('0.000000');
    await expectBalances(pool, alice, 'USDT', { wallet: '100.000000' });
    expect(await reconcile(pool.deps, 'USDT')).toMatchObject({ unexplainedUnits: 0n });
  });

  it('lets another deposit settle what is owed first', async () => {
    const { pool, alice } = await loseFinalDeposit();
    pool.bsc.finalize();
    await pool.scan();
    await reverseDeposits(pool.deps, 'BSC');
    await pool.deposit(alice, 'USDT', '130.5');
    expect(await owedBy(pool, alice)).toBe('0.000000');
    await expectBalances(pool, alice, 'USDT', { wallet: '130.500000' });
  });

  it('is told when it is of a whole chain, and changes nothing', async () => {
    const { pool, alice } = await poolWithAlice();
    await pool.deposit(alice, 'USDT', '100');
    const { height } = await pool.bsc.getHead();
    pool.bsc.reorganize(height + 1);
    // Pitfall: a chain that was re-created
    await expect(scanChain(pool.deps, 'BSC')).rejects.toThrow('none of the blocks that were read before');
    await expectBalances(pool, alice, 'USDT', { wallet: '100.000000' });
  });

  it('is not believed of a node that is behind', async () => {
    const { pool, alice } = await poolWithDeposit();
    pool.bsc.blocksBehind = 2;
    await scanChain(pool.deps, 'BSC');
    // Pitfall: a node that is behind
    expect(await readConfirming(pool, alice)).toBe(micro('100'));
    const status = await pool.deps.db.read
      .selectFrom('chainStatus')
      .select('behindSince')
      .where('network', '=', 'BSC')
      .executeTakeFirstOrThrow();
    expect(status.behindSince).toBe(pool.clock.now());
  });
});

describeEachDatabase('what leaves an address of ours', (open) => {
  it('halts payouts when it was not signed here: a second copy of the keys, a restored backup', async () => {
    const pool = await new TestPool((await open()).database).start();
    await pool.deposit('hotWallet', 'TRX', '500');
    const raw = await pool.tron.signTransfer({
      fromIndex: 0,
      currency: 'TRX',
      to: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
      units: 5_000_000n,
      nonce: null,
    });
    await pool.tron.broadcast(raw.raw);
    pool.tron.finalize();
    await pool.scan();
    expect(await findHalt(pool.deps)).toContain('took money from');
  });
});
