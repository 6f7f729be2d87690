// Goal: a transfer has one row, whatever names and numbers earlier versions gave it, and however often its transaction is read.
// Method: both databases; rows as earlier versions left them, transactions with like transfers, blocks that are replaced and read again.
import type { IncomingTransfer } from '@glasspool/chains';
import type { UserId } from '@glasspool/core';
import { describeEachDatabase } from '@glasspool/db/testing';
import { createAdmin } from '@glasspool/identity/accounts';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { listNotices, refreshNotices } from '../notices/index.ts';
import { TestPool } from '../testing/index.ts';
import { getWallets } from '../wallets/index.ts';
import { confirmDeposits, rereadTransactions, reverseDeposits, scanChain } from './index.ts';
import { storeTransfers } from './store-transfers.ts';

const ONE = 10n ** 18n;

describeEachDatabase('the name of a transfer', (open) => {
  async function openPool() {
    const pool = await new TestPool((await open()).database).start();
    const alice = await pool.signUp('alice');
    return { pool, alice, address: await pool.deriveAddress(alice, 'USDT') };
  }

  const listRows = ({ deps }: TestPool) =>
    deps.db.read
      .selectFrom('deposit')
      .select(['logIndex', 'entry', 'state', 'amountMicro', 'reversedAt', 'blockHash'])
      .orderBy('logIndex')
      .execute();

  const getUsdt = async ({ deps }: TestPool, userId: UserId): Promise<bigint | undefined> =>
    (await getWallets(deps, userId)).find(({ currency }) => currency === 'USDT')?.walletMicro;

  /** Rows as an earlier version left them: numbers of the block's events, and no names. */
  const makeOlder = ({ deps }: TestPool, from = 0) =>
    deps.db.transaction(async (tx) => {
      await sql`update deposit set entry = null, log_index = log_index + 40 where log_index >= ${from}`.execute(
        tx,
      );
    });

  const credit = async (pool: TestPool): Promise<void> => {
    pool.bsc.finalize();
    await pool.scan();
  };

  it.each([0, 1, 2])(
    'keeps like transfers apart through replaced blocks, where rows from %i have none',
    async (from) => {
      const { pool, alice, address } = await openPool();
      pool.bsc.mine(10);
      await pool.scan();
      const payment = { to: address, units: 5n * ONE };
      const txHash = pool.bsc.depositMany([payment, payment, { to: address, units: 7n * ONE }]);
      await credit(pool);
      expect((await listRows(pool)).map(({ logIndex, entry }) => [logIndex, entry])).toEqual([
        [0, 'log/0'],
        [1, 'log/1'],
        [2, 'log/2'],
      ]);
      await makeOlder(pool, from);
      pool.bsc.reorganize(6, (kept) => kept === txHash);
      for (let round = 0; round < 3; round += 1) {
        await credit(pool);
        await reverseDeposits(pool.deps, 'BSC');
      }
      expect(
        (await listRows(pool)).map(({ logIndex, entry, reversedAt }) => [logIndex, entry, reversedAt]),
      ).toEqual([
        [from > 0 ? 0 : 40, 'log/0', null],
        [from > 1 ? 1 : 41, 'log/1', null],
        [42, 'log/2', null],
      ]);
      expect(await getUsdt(pool, alice)).toBe(17_000_000n);
    },
  );

  it('is given to a row that had none before it is credited', async () => {
    const { pool, alice, address } = await openPool();
    pool.bsc.deposit(address, 5n * ONE);
    pool.bsc.mine();
    await scanChain(pool.deps, 'BSC');
    await makeOlder(pool);
    pool.bsc.finalize();
    await scanChain(pool.deps, 'BSC');
    await confirmDeposits(pool.deps, 'BSC');
    await confirmDeposits(pool.deps, 'BSC');
    expect(await listRows(pool)).toMatchObject([{ logIndex: 40, entry: 'log/0', state: 'credited' }]);
    expect(await getUsdt(pool, alice)).toBe(5_000_000n);
  });

  it('is filled in for credited rows, which stay as they are', async () => {
    const { pool, alice, address } = await openPool();
    const payment = { to: address, units: 5n * ONE };
    for (let round = 0; round < 3; round += 1) pool.bsc.depositMany([payment, payment]);
    await credit(pool);
    await makeOlder(pool);
    await pool.deps.db.transaction(async (tx) => {
      await sql`update wallet set swept_height = last_deposit_height`.execute(tx);
    });
    const before = await pool.deps.db.read.selectFrom('wallet').selectAll().orderBy('address').execute();
    expect(await rereadTransactions(pool.deps, 'BSC')).toBe(3);
    expect(await rereadTransactions(pool.deps, 'BSC')).toBe(0);
    const rows = await listRows(pool);
    expect(rows.map(({ entry, state }) => `${entry} ${state}`).toSorted()).toEqual([
      ...Array.from({ length: 3 }, () => 'log/0 credited'),
      ...Array.from({ length: 3 }, () => 'log/1 credited'),
    ]);
    // Nothing has happened again: no address is swept once more.
    expect(await pool.deps.db.read.selectFrom('wallet').selectAll().orderBy('address').execute()).toEqual(
      before,
    );
    expect(await getUsdt(pool, alice)).toBe(30_000_000n);
  });

  it('stays empty for a row that matches no transfer, and the admins are told', async () => {
    const { pool, alice, address } = await openPool();
    const txHash = pool.bsc.deposit(address, 5n * ONE);
    await credit(pool);
    await makeOlder(pool);
    await pool.deps.db.transaction(async (tx) => {
      await sql`update deposit set amount_micro = 6000000`.execute(tx);
    });
    await rereadTransactions(pool.deps, 'BSC');
    await refreshNotices(pool.deps);
    const { userId: adminId } = await createAdmin(pool.deps, 'operator@example.org');
    const { notices } = await listNotices(pool.deps, adminId);
    expect(notices).toContainEqual(
      expect.objectContaining({ kind: 'transfers-unmatched', details: { network: 'BSC', txHash } }),
    );
    // The transfer itself is stored, and not credited: the balance of its address does not explain both.
    await confirmDeposits(pool.deps, 'BSC');
    expect(await listRows(pool)).toMatchObject([
      { logIndex: 40, entry: null, state: 'credited' },
      { logIndex: 41, entry: 'log/0', state: 'confirming' },
    ]);
    expect(await getUsdt(pool, alice)).toBe(5_000_000n);
  });

  it('takes a new number for what is carried out again and moves something else', async () => {
    const { pool, alice, address } = await openPool();
    const moved: IncomingTransfer = {
      txHash: 'bsc-tx-again',
      entry: 'log/0',
      from: 'someone',
      to: address,
      units: 5n * ONE,
      blockHeight: 3,
      blockHash: '0x3',
    };
    for (const change of [{}, { units: 6n * ONE, blockHash: '0x4' }, { units: 6n * ONE, blockHash: '0x5' }])
      await pool.deps.db.transaction((tx) =>
        storeTransfers(tx, pool.deps, pool.bsc, [{ ...moved, ...change }]),
      );
    expect(await listRows(pool)).toMatchObject([
      { logIndex: 0, entry: 'log/0', amountMicro: 5_000_000n, blockHash: '0x3' },
      { logIndex: 1, entry: 'log/0', amountMicro: 6_000_000n, blockHash: '0x5' },
    ]);
    expect(await getUsdt(pool, alice)).toBe(0n);
  });

  it('is of a row that is kept out of the books, too', async () => {
    const { pool, address } = await openPool();
    const units = 10n ** 40n;
    const txHash = pool.bsc.depositMany([
      { to: address, units },
      { to: address, units },
    ]);
    await credit(pool);
    const list = () =>
      pool.deps.db.read
        .selectFrom('quarantinedTransfer')
        .select(['txHash', 'logIndex', 'entry'])
        .orderBy('logIndex')
        .execute();
    await pool.deps.db.transaction(async (tx) => {
      await tx.updateTable('quarantinedTransfer').set({ entry: null }).execute();
    });
    pool.bsc.reorganize(4, (kept) => kept === txHash);
    await credit(pool);
    expect(await list()).toEqual([
      { txHash, logIndex: 0, entry: 'log/0' },
      { txHash, logIndex: 1, entry: 'log/1' },
    ]);
  });
});
