// Goal: two nodes decide: what one of them leaves out of a page of blocks is not lost, and while one is silent nothing is credited or booked.
// Method: both databases; a chain in memory, asked through two nodes of which one leaves out, or answers nothing for a time.
import type { IncomingTransfer } from '@glasspool/chains';
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { expect, it } from 'vitest';
import { recordReconciliations, verifyBooks } from './books/index.ts';
import { confirmDeposits, scanChain } from './deposits/index.ts';
import { storeTransfers } from './deposits/store-transfers.ts';
import { TestPool } from './testing/index.ts';
import {
  getWalletMicro,
  leavesOut,
  listFees,
  lying,
  ONE,
  OUT,
  readScanned,
  startLyingPool,
  workOnBsc,
} from './testing-lying-nodes.ts';
import { requestWithdrawal, sendWithdrawals } from './withdrawals/index.ts';

describeEachDatabase('one node of two', (open) => {
  it.each(['lying first', 'honest first'])(
    'stops the scanner before a transfer that it leaves out of a page, and loses none: %s',
    async (order) => {
      const started = await startLyingPool((await open()).database, order, leavesOut);
      const { pool, alice, deps, chain } = started;
      const { scannedHeight: before } = await readScanned(pool);
      const txHashes = [await pool.deriveAddress(alice, 'USDT'), pool.bsc.deriveAddress(0)].map((to) =>
        pool.bsc.deposit(to, 7n * ONE),
      );
      pool.bsc.finalize();
      await workOnBsc(started);
      expect((await readScanned(pool)).scannedHeight).toBe(before);
      expect(
        await deps.db.read.selectFrom('deposit').selectAll().where('txHash', 'in', txHashes).execute(),
      ).toEqual([]);
      const [difference] = chain.listDifferences(0);
      for (const txHash of txHashes)
        expect(difference?.answers.map((answer) => answer.includes(txHash))).toEqual(
          order === 'lying first' ? [false, true] : [true, false],
        );
      // An admin takes the wrong one out.
      await workOnBsc(pool);
      expect(await getWalletMicro(pool, alice)).toBe(micro('7'));
      const found = await deps.db.read
        .selectFrom('deposit')
        .select('state')
        .where('txHash', 'in', txHashes)
        .execute();
      expect(found.map(({ state }) => state)).toEqual(['credited', 'credited']);
    },
  );

  it('is waited for while it is silent: what is signed is sent, and nothing is decided', async () => {
    const started = await startLyingPool((await open()).database, 'lying first', () => ({}));
    const { pool, alice, deps, chain, network } = started;
    const withdrawn = { userId: alice, currency: 'USDT', address: OUT, amountMicro: micro('10') } as const;
    await requestWithdrawal(deps, withdrawn);
    pool.bsc.dropsBroadcasts = true;
    await sendWithdrawals(deps, 'BSC');
    pool.bsc.dropsBroadcasts = false;
    network.isAway = true;
    pool.bsc.deposit(await pool.deriveAddress(alice, 'USDT'), 7n * ONE);
    await workOnBsc(started);
    pool.bsc.finalize();
    await workOnBsc(started);
    expect(pool.bsc.getUnits(OUT, 'USDT')).toBeGreaterThan(0n);
    expect(await getWalletMicro(pool, alice)).toBe(0n);
    expect(await listFees(pool)).toEqual([]);
    expect((await readScanned(pool)).headHeight).toBe((await pool.bsc.getHead()).height);
    expect(chain.listDifferences(0).every(({ silent }) => silent[0] === 1)).toBe(true);
    expect(chain.listDifferences(0)[0]?.answers[1]).toBe('node 2: no answer (connect ECONNREFUSED)');
    network.isAway = false;
    await workOnBsc(started);
    expect(await getWalletMicro(pool, alice)).toBe(micro('7'));
    expect(await listFees(pool)).toHaveLength(1);
    // Questions that it did not answer once, and was not asked again.
    expect(chain.listDifferences(0).every(({ silent }) => silent[0] === 1)).toBe(true);
    expect(chain.listDifferences(60_000)).toEqual([]);
    expect(await verifyBooks(deps)).toEqual([]);
  });

  it('is a block behind, and a stream of dust holds up no payout', async () => {
    const behind = new Map<string, bigint>();
    const started = await startLyingPool((await open()).database, 'honest first', (honest) => ({
      getBalanceUnits: async (address: string, currency: 'BNB' | 'USDT') =>
        behind.get(`${address}${currency}`) ?? honest.getBalanceUnits(address, currency),
    }));
    const { pool, alice, deps, chain } = started;
    await requestWithdrawal(deps, {
      userId: alice,
      currency: 'USDT',
      address: OUT,
      amountMicro: micro('10'),
    });
    const hotWallet = pool.bsc.deriveAddress(0);
    for (let block = 0; block < 8; block += 1) {
      behind.set(`${hotWallet}USDT`, pool.bsc.getUnits(hotWallet, 'USDT'));
      // Pitfall: dust in each block holds up every comparison
      pool.bsc.deposit(hotWallet, 1n);
      pool.bsc.mine();
      await workOnBsc(started);
      await recordReconciliations(deps);
    }
    expect(pool.bsc.getUnits(OUT, 'USDT')).toBeGreaterThan(0n);
    expect(chain.isStopped()).toBe(false);
  });

  it('tells of what a contract paid to the hot wallet alone, and is believed as far as the chain holds it', async () => {
    const INTERNAL = 'a'.repeat(64);
    const pool = await new TestPool((await open()).database).start();
    const hotWallet = pool.tron.deriveAddress(0);
    await pool.deposit('hotWallet', 'TRX', '500');
    const { height } = await pool.tron.getHead();
    const block = await pool.tron.findBlock(height);
    const invented: IncomingTransfer = {
      txHash: 'b'.repeat(64),
      entry: INTERNAL,
      from: pool.tron.deriveAddress(99),
      to: hotWallet,
      units: 900_000_000_000n,
      blockHeight: height,
      blockHash: block?.hash ?? '',
    };
    await deposit(pool.deps, invented);
    const liar = lying(pool.tron, { listFinalTransfers: async () => [invented] });
    const deps = { ...pool.deps, chains: { ...pool.deps.chains, TRON: liar } };
    pool.tron.finalize();
    await scanChain(pool.deps, 'TRON');
    await confirmDeposits(deps, 'TRON');
    const { state } = await deps.db.read
      .selectFrom('deposit')
      .select('state')
      .where('txHash', '=', invented.txHash)
      .executeTakeFirstOrThrow();
    expect(state).toBe('confirming');
    // The chain holds it after all.
    pool.tron.deposit(hotWallet, invented.units);
    pool.tron.mine();
    await confirmDeposits(deps, 'TRON');
    expect(await verifyBooks(deps)).toEqual([]);
    const { state: now } = await deps.db.read
      .selectFrom('deposit')
      .select('state')
      .where('txHash', '=', invented.txHash)
      .executeTakeFirstOrThrow();
    expect(now).toBe('credited');
  });
});

async function deposit(deps: TestPool['deps'], transfer: IncomingTransfer): Promise<void> {
  await deps.db.transaction((tx) => storeTransfers(tx, deps, deps.chains.TRON, [transfer]));
}
