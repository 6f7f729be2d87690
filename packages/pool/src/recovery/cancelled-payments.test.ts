// Goal: a payment that failed, and whose money was given back, is not carried out in the blocks that replace its own, and what is signed after it does not
// wait for its nonce: a transfer of nothing takes its place. Method: both databases; chains in memory, with and without nonces.
import { type Currency, toChainUnits } from '@glasspool/core';
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { reconcile, verifyBooks } from '../books/index.ts';
import { reverseDeposits } from '../deposits/index.ts';
import { isAnythingReopened } from '../outgoing/index.ts';
import { expectBalances } from '../testing/index.ts';
import { sendWithdrawals } from '../withdrawals/index.ts';
import {
  ALICES,
  ask,
  BOBS,
  makePaidPool,
  type PaidPool,
  readState,
  replaceBlocks,
  resume,
} from './testing-replaced-payment.ts';

/** On TRON a transaction expires after fewer blocks. */
const EXPIRED_BLOCKS = 30;

describeEachDatabase('a payment that failed in blocks that were replaced', (open) => {
  /** Alice's payment has failed, and is in no block any more; her money was given back. */
  async function makeFailed(currency: Currency): Promise<PaidPool> {
    const paid = await makePaidPool((await open()).database, currency, { fails: true });
    expect(await readState(paid.pool, paid.id)).toMatchObject({ state: 'failed' });
    await replaceBlocks(paid);
    return paid;
  }

  /** Follows, lets become final and reads, a few times over. */
  async function follow({ pool, chain, network }: PaidPool): Promise<void> {
    for (let times = 0; times < 3; times += 1) {
      await pool.settle(network);
      chain.finalize();
      await pool.scan();
      await reverseDeposits(pool.deps, network);
    }
    await pool.settle(network);
    expect(await isAnythingReopened(pool.deps.db.read, network)).toBe(false);
  }

  /** Pays bob, and finds alice unpaid and every fee booked. */
  async function expectNextPaid({ pool, bob, alice, chain, network }: PaidPool, currency: Currency) {
    const { id } = await ask(pool, bob, { address: BOBS[currency], currency });
    await sendWithdrawals(pool.deps, network);
    chain.finalize();
    await pool.settle(network);
    await pool.scan();
    expect(await readState(pool, id)).toMatchObject({ state: 'confirmed' });
    expect(chain.getUnits(BOBS[currency], currency)).toBe(toChainUnits(currency, micro('40')));
    expect(chain.getUnits(ALICES[currency], currency)).toBe(0n);
    await expectBalances(pool, alice, currency, { withdrawable: '60.000000' });
    for (const one of ['USDT', 'TRX', 'BNB'] as const)
      expect(await reconcile(pool.deps, one)).toMatchObject({ unexplainedUnits: 0n });
    expect(await verifyBooks(pool.deps)).toEqual([]);
  }

  it('is not sent again, and a transaction of nothing takes its nonce, also while payouts are off', async () => {
    const paid = await makeFailed('USDT');
    const { pool, adminId, chain, network } = paid;
    const sent = chain.broadcasts.length;
    await pool.settle(network);
    expect(await isAnythingReopened(pool.deps.db.read, network)).toBe(true);
    await follow(paid);
    await resume(pool, adminId);
    const hotWallet = chain.deriveAddress(0);
    const inPlace = chain.broadcasts.slice(sent).map((raw) => JSON.parse(raw));
    expect(new Set(inPlace.map(({ txHash }) => txHash)).size).toBe(1);
    expect(inPlace[0]).toMatchObject({ from: hotWallet, to: hotWallet, units: '0', nonce: 0 });
    await expectNextPaid(paid, 'USDT');
  });

  it('is not sent again either where its nonce is noted as used elsewhere', async () => {
    const paid = await makeFailed('USDT');
    const { pool, adminId, id } = paid;
    await pool.deps.db.transaction(async (tx) => {
      await sql`update outgoing_nonce set subject = 'elsewhere/BSC/0' where subject = ${id}`.execute(tx);
    });
    await resume(pool, adminId);
    await follow(paid);
    await expectNextPaid(paid, 'USDT');
  });

  it('is followed until it has expired where there are no nonces', async () => {
    const paid = await makeFailed('TRX');
    const { pool, adminId, chain, network } = paid;
    await resume(pool, adminId);
    const sent = chain.broadcasts.length;
    await pool.settle(network);
    expect(await isAnythingReopened(pool.deps.db.read, network)).toBe(true);
    chain.mine(EXPIRED_BLOCKS);
    await follow(paid);
    expect(chain.broadcasts).toHaveLength(sent);
    await expectNextPaid(paid, 'TRX');
  });

  it('has its fee booked where it comes into a block before the transfer in its place', async () => {
    const paid = await makeFailed('USDT');
    const { pool, adminId, chain, network } = paid;
    await resume(pool, adminId);
    await pool.settle(network);
    const failed = chain.broadcasts.find((raw) => JSON.parse(raw).to === ALICES.USDT) ?? '';
    chain.failsTransfers = true;
    await chain.broadcast(failed);
    chain.finalize();
    chain.failsTransfers = false;
    await pool.scan();
    await follow(paid);
    await expectNextPaid(paid, 'USDT');
  });

  it('is followed with the transfer in its place when their blocks are replaced as well', async () => {
    const paid = await makeFailed('USDT');
    const { pool, adminId } = paid;
    await resume(pool, adminId);
    await follow(paid);
    await replaceBlocks(paid, 20);
    await resume(pool, adminId);
    await follow(paid);
    await expectNextPaid(paid, 'USDT');
  });
});
