// Goal: a payment that was final, in a block that the chain then replaced, is made once all the same: the same bytes are sent again, nothing is
// signed before the chain has decided, and where it fails now or can never happen any more payouts stop. Method: both databases; chains in memory, with
// and without nonces.
import { type Currency, toChainUnits, type UserId, type WithdrawalId } from '@glasspool/core';
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { createAdmin } from '@glasspool/identity';
import { expect, it, vi } from 'vitest';
import { releaseWallet } from '../balances/index.ts';
import { reconcile, verifyBooks } from '../books/index.ts';
import { reverseDeposits } from '../deposits/index.ts';
import { haltPayouts, resumePayouts } from '../halts/index.ts';
import { recordGasTopUp } from '../hot-wallet/index.ts';
import { addAdopted, findHalt } from '../outgoing/index.ts';
import { expectBalances, TestPool } from '../testing/index.ts';
import {
  confirmWithdrawals,
  getWithdrawal,
  requestWithdrawal,
  sendWithdrawals,
} from '../withdrawals/index.ts';
import { followAdopted } from './index.ts';

const ALICES = {
  USDT: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  TRX: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
} as const;
const BOBS = {
  USDT: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  TRX: 'TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZYH',
} as const;
const DEPTH = 6;
const origin = { ipAddress: '10.0.0.7', requestId: 'req-1' };

describeEachDatabase('a payment in blocks that were replaced', (open) => {
  /** Alice was paid 40 in a final block, which the scanner has read or not; bob has as much. */
  async function poolWithPayment(currency: Currency, { fails = false, isRead = true } = {}) {
    const pool = await new TestPool((await open()).database).start();
    const { userId: adminId } = await createAdmin(pool.deps, 'operator@example.org');
    pool.bsc.fundGas(10n ** 18n);
    await recordGasTopUp(pool.deps);
    await pool.deposit('hotWallet', currency, '500');
    const [alice, bob] = [await pool.signUp('alice'), await pool.signUp('bob')];
    for (const userId of [alice, bob]) {
      await pool.deposit(userId, currency, '60');
      await releaseWallet(pool.deps, { userId, currency });
    }
    const chain = pool.getChain(currency);
    const { network } = chain;
    chain.mine(DEPTH);
    await pool.scan();
    chain.failsTransfers = fails;
    const { id } = await request(pool, alice, ALICES[currency], currency);
    await sendWithdrawals(pool.deps, network);
    chain.finalize();
    chain.failsTransfers = false;
    await confirmWithdrawals(pool.deps, network);
    if (isRead) await pool.scan();
    expect(await readState(pool, id)).toMatchObject({ state: fails ? 'failed' : 'confirmed' });
    return { pool, adminId, alice, bob, id, chain, network };
  }

  const request = (pool: TestPool, userId: UserId, address: string, currency: Currency) =>
    requestWithdrawal(pool.deps, { userId, currency, address, amountMicro: micro('40') });

  const countMails = async (pool: TestPool): Promise<number> =>
    (
      await pool.deps.db.read
        .selectFrom('mail')
        .select('id')
        .where('recipient', '=', 'alice@example.org')
        .where('subject', 'like', '%not paid after all%')
        .execute()
    ).length;

  const readState = (pool: TestPool, id: WithdrawalId) =>
    pool.deps.db.read
      .selectFrom('withdrawal')
      .select(['state', 'waitingFor'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();

  /** The new blocks have nothing of what was in the old ones. */
  async function replaceBlocks(pool: TestPool, currency: Currency): Promise<void> {
    pool.getChain(currency).reorganize(DEPTH);
    for (let times = 0; times < 3; times += 1) await pool.scan();
  }

  /** Follows the payment until the chain has decided, and finds it paid once. */
  async function expectPaidAgain(
    pool: TestPool,
    { id, currency }: { id: WithdrawalId; currency: Currency },
  ): Promise<void> {
    const chain = pool.getChain(currency);
    await followAdopted(pool.deps, chain.network);
    chain.finalize();
    await pool.scan();
    await followAdopted(pool.deps, chain.network);
    expect(await followAdopted(pool.deps, chain.network)).toBe(0);
    expect(chain.getUnits(ALICES[currency], currency)).toBe(toChainUnits(currency, micro('40')));
    expect(await readState(pool, id)).toMatchObject({ state: 'confirmed' });
    expect(await verifyBooks(pool.deps)).toEqual([]);
  }

  const resume = (pool: TestPool, adminId: UserId): Promise<void> =>
    resumePayouts(pool.deps, { adminId, origin, reason: 'Looked into it.' });

  it.each(['USDT', 'TRX'] as const)(
    'in %s is sent again, and paid once before any other',
    async (currency) => {
      const { pool, adminId, bob, id, chain, network } = await poolWithPayment(currency);
      await replaceBlocks(pool, currency);
      expect(chain.getUnits(ALICES[currency], currency)).toBe(0n);
      expect(await findHalt(pool.deps)).toContain('replaced blocks');
      await resume(pool, adminId);
      const bobs = await request(pool, bob, BOBS[currency], currency);
      expect(await sendWithdrawals(pool.deps, network)).toBe(0);
      expect(await readState(pool, bobs.id)).toEqual({ state: 'approved', waitingFor: 'chain' });
      await followAdopted(pool.deps, network);
      chain.finalize();
      await pool.scan();
      await reverseDeposits(pool.deps, network);
      expect(await sendWithdrawals(pool.deps, network)).toBe(0);
      await followAdopted(pool.deps, network);
      await sendWithdrawals(pool.deps, network);
      chain.finalize();
      await confirmWithdrawals(pool.deps, network);
      await pool.scan();
      expect(await readState(pool, id)).toMatchObject({ state: 'confirmed' });
      expect(await readState(pool, bobs.id)).toMatchObject({ state: 'confirmed' });
      for (const payee of [ALICES, BOBS])
        expect(chain.getUnits(payee[currency], currency)).toBe(toChainUnits(currency, micro('40')));
      expect(await findHalt(pool.deps)).toBeUndefined();
      for (const one of ['USDT', 'TRX', 'BNB'] as const)
        expect(await reconcile(pool.deps, one)).toMatchObject({ unexplainedUnits: 0n });
      expect(await verifyBooks(pool.deps)).toEqual([]);
    },
  );

  it('halts payouts, once, where it can never happen any more', async () => {
    const { pool, adminId, id, chain, network } = await poolWithPayment('TRX');
    await replaceBlocks(pool, 'TRX');
    await resume(pool, adminId);
    chain.mine(30);
    await pool.scan();
    await followAdopted(pool.deps, network);
    expect(await findHalt(pool.deps)).toContain(`replaced the block that paid withdrawal ${id}`);
    await resume(pool, adminId);
    expect(await followAdopted(pool.deps, network)).toBe(0);
    expect(await findHalt(pool.deps)).toBeUndefined();
  });

  it.each(['USDT', 'TRX'] as const)(
    'in %s is sent again each time that its block is replaced',
    async (currency) => {
      const { pool, adminId, id, chain } = await poolWithPayment(currency);
      await replaceBlocks(pool, currency);
      await resume(pool, adminId);
      // Mined further up than it was, with blocks in between.
      chain.mine(2);
      await expectPaidAgain(pool, { id, currency });
      chain.reorganize(DEPTH - 1);
      for (let times = 0; times < 3; times += 1) await pool.scan();
      expect(chain.getUnits(ALICES[currency], currency)).toBe(0n);
      await expectPaidAgain(pool, { id, currency });
    },
  );

  it.each(['USDT', 'TRX'] as const)(
    'in %s is sent again when the block was replaced before the scanner had read it',
    async (currency) => {
      const { pool, id, chain, network } = await poolWithPayment(currency, { isRead: false });
      chain.reorganize(4);
      await pool.scan();
      expect(chain.getUnits(ALICES[currency], currency)).toBe(0n);
      expect(await sendWithdrawals(pool.deps, network)).toBe(0);
      await expectPaidAgain(pool, { id, currency });
    },
  );

  it('is not followed when the scanner reads the block later and finds it there', async () => {
    const { pool, network } = await poolWithPayment('USDT', { isRead: false });
    await pool.scan();
    expect(await followAdopted(pool.deps, network)).toBe(0);
  });

  it('halts payouts where the new blocks have it as failed', async () => {
    const { pool, adminId, alice, id, chain, network } = await poolWithPayment('USDT');
    await replaceBlocks(pool, 'USDT');
    await resume(pool, adminId);
    chain.failsTransfers = true;
    await followAdopted(pool.deps, network);
    chain.finalize();
    await pool.scan();
    await followAdopted(pool.deps, network);
    expect(await findHalt(pool.deps)).toContain(
      `replaced the block that paid withdrawal ${id}, and did not carry it out in the new ones`,
    );
    expect(await countMails(pool)).toBe(1);
    expect((await getWithdrawal(pool.deps, { userId: alice, withdrawalId: id })).reason).toContain(
      'did not carry it out again',
    );
    await resume(pool, adminId);
    expect(await followAdopted(pool.deps, network)).toBe(0);
    expect(await findHalt(pool.deps)).toBeUndefined();
  });

  it('is not sent again by a later reorganization once it is known as lost', async () => {
    const { pool, adminId, chain, network } = await poolWithPayment('USDT');
    await replaceBlocks(pool, 'USDT');
    await resume(pool, adminId);
    chain.failsTransfers = true;
    await followAdopted(pool.deps, network);
    chain.finalize();
    await pool.scan();
    await followAdopted(pool.deps, network);
    chain.failsTransfers = false;
    await replaceBlocks(pool, 'USDT');
    await resume(pool, adminId);
    expect(await followAdopted(pool.deps, network)).toBe(0);
    chain.finalize();
    expect(chain.getUnits(ALICES.USDT, 'USDT')).toBe(0n);
  });

  it('is told of once, also by a process that asked the chain before an admin resumed payouts', async () => {
    const { pool, adminId, chain, network } = await poolWithPayment('TRX');
    await replaceBlocks(pool, 'TRX');
    await resume(pool, adminId);
    chain.mine(30);
    await pool.scan();
    const findProof = chain.findDropProof.bind(chain);
    vi.spyOn(chain, 'findDropProof').mockImplementationOnce(async (signed) => {
      const proof = await findProof(signed);
      await followAdopted(pool.deps, network);
      await resume(pool, adminId);
      return proof;
    });
    await followAdopted(pool.deps, network);
    expect(await findHalt(pool.deps)).toBeUndefined();
    expect(await countMails(pool)).toBe(1);
  });

  it('is told of once, also when a scanner that asked the chain before has it followed again', async () => {
    const { pool, adminId, id, chain, network } = await poolWithPayment('TRX');
    await replaceBlocks(pool, 'TRX');
    await resume(pool, adminId);
    chain.mine(30);
    await pool.scan();
    await followAdopted(pool.deps, network);
    await resume(pool, adminId);
    await pool.deps.db.transaction((tx) => addAdopted(tx, { network, subject: id }));
    expect(await followAdopted(pool.deps, network)).toBe(1);
    expect(await findHalt(pool.deps)).toBeUndefined();
    expect(await followAdopted(pool.deps, network)).toBe(0);
    expect(await countMails(pool)).toBe(1);
  });

  it('is told of once there is room for the reason', async () => {
    const { pool, adminId, id, chain, network } = await poolWithPayment('TRX');
    await replaceBlocks(pool, 'TRX');
    await resume(pool, adminId);
    for (let reason = 0; reason < 5; reason += 1)
      await haltPayouts(pool.deps, { adminId, origin, reason: `${reason}${' and so on'.repeat(45)}` });
    chain.mine(30);
    await pool.scan();
    await followAdopted(pool.deps, network);
    expect(await findHalt(pool.deps)).not.toContain(id);
    await resume(pool, adminId);
    await followAdopted(pool.deps, network);
    expect(await findHalt(pool.deps)).toContain(`replaced the block that paid withdrawal ${id}`);
  });

  it('that failed is not sent again, for its money was given back', async () => {
    const { pool, alice, chain, network } = await poolWithPayment('USDT', { fails: true });
    const sent = chain.broadcasts.length;
    await replaceBlocks(pool, 'USDT');
    expect(await followAdopted(pool.deps, network)).toBe(0);
    expect(chain.broadcasts).toHaveLength(sent);
    await expectBalances(pool, alice, 'USDT', { withdrawable: '60.000000' });
  });

  it('that the new blocks have too is not sent again', async () => {
    const { pool, chain, network } = await poolWithPayment('USDT');
    const sent = chain.broadcasts.length;
    chain.reorganize(DEPTH, () => true);
    chain.finalize();
    for (let times = 0; times < 3; times += 1) await pool.scan();
    expect(await followAdopted(pool.deps, network)).toBe(1);
    expect(await followAdopted(pool.deps, network)).toBe(0);
    expect(chain.broadcasts).toHaveLength(sent);
    expect(await verifyBooks(pool.deps)).toEqual([]);
  });
});
