// Goal: the books have the fee that the final chain took for each of our transactions, also after it replaced the blocks that had it: more, less, or
// nothing. Method: both databases; chains in memory whose new blocks take another fee; books and chain compared to the last unit.
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { getPosition } from '@glasspool/ledger';
import { expect, it } from 'vitest';
import { reconcile, verifyBooks } from '../books/index.ts';
import { recordGasTopUp } from '../hot-wallet/index.ts';
import type { TestPool } from '../testing/index.ts';
import {
  makePaidPool,
  type PaidPool,
  readState,
  replaceAtSameHeight,
  replaceBlocks,
  resume,
} from './testing-replaced-payment.ts';

/** With a part below a micro-unit of BNB. */
const DISCOUNT_UNITS = 3_000_000_000_007n;

describeEachDatabase('the fee of a transaction in blocks that were replaced', (open) => {
  const readFees = async (pool: TestPool): Promise<bigint> =>
    (await getPosition(pool.deps.db.read, 'BNB')).networkFeesPaidMicro;

  /** Sends what stood in the replaced blocks again, until it is final. */
  async function followToEnd({ pool, chain, network }: PaidPool): Promise<void> {
    await pool.settle(network);
    chain.finalize();
    await pool.scan();
    await pool.settle(network);
    expect(await pool.settle(network)).toBe(0);
  }

  async function expectExact(pool: TestPool): Promise<void> {
    for (const currency of ['USDT', 'TRX', 'BNB'] as const)
      expect(await reconcile(pool.deps, currency)).toMatchObject({ currency, unexplainedUnits: 0n });
    expect(await verifyBooks(pool.deps)).toEqual([]);
  }

  it('follows what the chain takes, less and then more', async () => {
    const paid = await makePaidPool((await open()).database, 'USDT');
    const { pool, chain } = paid;
    const before = await readFees(pool);
    await replaceBlocks(paid);
    chain.discountUnits = DISCOUNT_UNITS;
    await followToEnd(paid);
    expect((await readFees(pool)) - before).toBe(micro('0.000003'));
    await expectExact(pool);
    await replaceBlocks(paid, 5);
    chain.discountUnits = 0n;
    await followToEnd(paid);
    expect(await readFees(pool)).toBe(before);
    await expectExact(pool);
  });

  it('follows what the chain takes at the same height of a block that was replaced', async () => {
    const paid = await makePaidPool((await open()).database, 'USDT');
    const { pool, chain } = paid;
    const before = await readFees(pool);
    chain.discountUnits = DISCOUNT_UNITS;
    await replaceAtSameHeight(paid);
    await recordGasTopUp(pool.deps);
    await followToEnd(paid);
    expect((await readFees(pool)) - before).toBe(micro('0.000003'));
    await expectExact(pool);
    expect(await pool.deps.db.read.selectFrom('gasTopUp').selectAll().execute()).toHaveLength(1);
  });

  it('follows what the chain takes for a payment that failed, and comes back where another one takes its nonce', async () => {
    const paid = await makePaidPool((await open()).database, 'USDT', { fails: true });
    const { pool, adminId, chain } = paid;
    const before = await readFees(pool);
    chain.failsTransfers = true;
    chain.discountUnits = DISCOUNT_UNITS;
    await replaceAtSameHeight(paid);
    await recordGasTopUp(pool.deps);
    await followToEnd(paid);
    expect((await readFees(pool)) - before).toBe(micro('0.000003'));
    await expectExact(pool);
    await replaceBlocks(paid, 12);
    await recordGasTopUp(pool.deps);
    await resume(pool, adminId);
    chain.failsTransfers = false;
    await followToEnd(paid);
    expect((await readFees(pool)) - before).toBe(micro('0.000003'));
    await expectExact(pool);
    expect(await pool.deps.db.read.selectFrom('gasTopUp').selectAll().execute()).toHaveLength(1);
    expect(await readState(pool, paid.id)).toMatchObject({ state: 'failed' });
  });

  it('is changed by nothing where the chain takes as much', async () => {
    const paid = await makePaidPool((await open()).database, 'USDT');
    await replaceBlocks(paid);
    await followToEnd(paid);
    expect(await paid.pool.deps.db.read.selectFrom('networkFeeChange').selectAll().execute()).toEqual([]);
    await expectExact(paid.pool);
  });

  it('comes back where another attempt at the same nonce has it now', async () => {
    const paid = await makePaidPool((await open()).database, 'USDT');
    const { pool, chain } = paid;
    const before = await readFees(pool);
    await replaceBlocks(paid);
    const sent = pool.deps.db.read
      .selectFrom('outgoingTransaction')
      .selectAll()
      .where('subject', '=', paid.id);
    const first = await sent.executeTakeFirstOrThrow();
    const raised = await chain.signReplacement(first);
    if (raised === undefined) throw new Error('The fee is at its cap.');
    await pool.deps.db.transaction(async (tx) => {
      await tx
        .insertInto('outgoingTransaction')
        .values({ ...first, txHash: raised.txHash, raw: raised.raw, createdAt: first.createdAt + 1 })
        .execute();
    });
    await chain.broadcast(raised.raw);
    await followToEnd(paid);
    expect(await readFees(pool)).toBe(before);
    await expectExact(pool);
  });

  it('comes back with a payment that no block has any more, and is not booked as coins that came for fees', async () => {
    const paid = await makePaidPool((await open()).database, 'TRX');
    const { pool, chain, network } = paid;
    await replaceBlocks(paid);
    chain.mine(30);
    await pool.scan();
    await pool.settle(network);
    await recordGasTopUp(pool.deps);
    expect((await getPosition(pool.deps.db.read, 'TRX')).networkFeesPaidMicro).toBe(0n);
    await expectExact(pool);
  });
});
