// Goal: each snapshot is anchored once, under the nonce of its number. The anchoring address gets coins for its fees once, whatever two
// processes do at the same moment, and the fee of that transfer is booked.
// Method: a second process asks for the fee while the first one sends.
import { ANCHOR_INDEX } from '@glasspool/chains';
import { toChainUnits } from '@glasspool/core';
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { createAdmin } from '@glasspool/identity/accounts';
import { releaseWallet } from '@glasspool/pool/balances';
import { reconcile, verifyBooks } from '@glasspool/pool/books';
import { reverseDeposits } from '@glasspool/pool/deposits';
import { resumePayouts } from '@glasspool/pool/halts';
import { recordGasTopUp } from '@glasspool/pool/hot-wallet';
import { followAdopted } from '@glasspool/pool/recovery';
import { answerLate } from '@glasspool/pool/testing';
import { confirmWithdrawals, requestWithdrawal, sendWithdrawals } from '@glasspool/pool/withdrawals';
import { readAll } from '@glasspool/proof';
import { expect, it, vi } from 'vitest';
import { anchorSnapshots, listSnapshots, takeSnapshot } from './index.ts';
import { TestPoolWithSnapshots } from './testing/index.ts';

/** Coins that someone sends to the anchoring address, enough for a few fees. */
const FUNDED_UNITS = 10n ** 15n;

describeEachDatabase('the anchoring of snapshots', (open) => {
  it('is done once for each, in order, under the nonce of its number, and paid for once', async () => {
    const pool = await new TestPoolWithSnapshots((await open()).database).start();
    pool.bsc.fundGas(10n ** 18n);
    await recordGasTopUp(pool.deps);
    await pool.investor('alice', 'TRX', '250.5');
    for (let number = 0; number < 3; number += 1) await takeSnapshot(pool.deps, 'requested');
    for (let step = 0; step < 20; step += 1) {
      await anchorSnapshots(pool.deps);
      pool.bsc.finalize();
      await pool.scan();
    }
    const { snapshots } = await listSnapshots(pool.deps, { page: 1, limit: 10 });
    expect(snapshots.map(({ number, anchorTxHash }) => [number, anchorTxHash !== null])).toEqual(
      [2, 1, 0].map((number) => [number, true]),
    );
    const nonces = await pool.deps.db.read
      .selectFrom('outgoingNonce')
      .select(['nonce', 'subject'])
      .where('subject', 'like', 'snapshot/%')
      .where('sender', '=', pool.bsc.deriveAddress(2 ** 31 - 1))
      .orderBy('nonce')
      .execute();
    expect(nonces).toEqual([0, 1, 2].map((nonce) => ({ nonce, subject: `snapshot/${nonce}` })));
    expect(await verifyBooks(pool.deps)).toEqual([]);
    expect(await reconcile(pool.deps, 'BNB')).toMatchObject({ unexplainedUnits: 0n });
    const anchor = await readAll(pool.deps.snapshots.read(1, 'anchor.json'));
    expect(new TextDecoder().decode(anchor)).toContain(String(snapshots[1]?.anchorTxHash));
  });

  it('gets coins for its fee once from two processes at the same moment, and their fee is booked', async () => {
    const { database, connect } = await open();
    const pool = await new TestPoolWithSnapshots(database).start();
    pool.bsc.fundGas(10n ** 18n);
    await recordGasTopUp(pool.deps);
    await takeSnapshot(pool.deps, 'requested');
    const quote = pool.bsc.quoteSend.bind(pool.bsc);
    // The second process has seen that nothing was sent, and asks for the fee.
    vi.spyOn(pool.bsc, 'quoteSend').mockImplementationOnce(async (intent) => {
      await anchorSnapshots(pool.deps);
      return quote(intent);
    });
    await anchorSnapshots(pool.withDatabase(connect()));
    const subjects = await pool.deps.db.read
      .selectFrom('outgoingNonce')
      .select('subject')
      .where('subject', 'like', 'snapshot/0/gas/%')
      .execute();
    expect(subjects).toEqual([{ subject: 'snapshot/0/gas/0' }]);
    for (let step = 0; step < 6; step += 1) {
      pool.bsc.finalize();
      await pool.scan();
      await anchorSnapshots(pool.deps);
    }
    expect(await verifyBooks(pool.deps)).toEqual([]);
    expect(await reconcile(pool.deps, 'BNB')).toMatchObject({ unexplainedUnits: 0n });
  });

  it.each([
    ['the coins for its fee', 'getHead'],
    ['the anchor', 'quoteSend'],
  ] as const)(
    'signs nothing beside %s that another process signed meanwhile, and every fee is booked',
    async (what, question) => {
      const { database, connect } = await open();
      const pool = await new TestPoolWithSnapshots(database).start();
      pool.bsc.fundGas(10n ** 18n);
      await recordGasTopUp(pool.deps);
      await takeSnapshot(pool.deps, 'requested');
      answerLate(pool.bsc, question, async () => {
        if (what === 'the anchor') pool.bsc.fundGas(FUNDED_UNITS, ANCHOR_INDEX);
        await anchorSnapshots(pool.withDatabase(connect()));
        pool.bsc.finalize();
        await pool.scan();
      });
      await anchorSnapshots(pool.deps);
      const signed = await pool.deps.db.read.selectFrom('outgoingTransaction').select('subject').execute();
      expect(signed).toEqual([{ subject: what === 'the anchor' ? 'snapshot/0' : 'snapshot/0/gas/0' }]);
      for (let step = 0; step < 4; step += 1) {
        await anchorSnapshots(pool.deps);
        pool.bsc.finalize();
        await pool.scan();
      }
      expect(await pool.deps.db.read.selectFrom('networkFee').select('txHash').execute()).toHaveLength(
        pool.bsc.listSent().length,
      );
      const unexplainedUnits = what === 'the anchor' ? FUNDED_UNITS : 0n;
      expect(await reconcile(pool.deps, 'BNB')).toMatchObject({ unexplainedUnits });
    },
  );

  it('counts as done by no answer that the chain gave before it replaced the blocks', async () => {
    const { database, connect } = await open();
    const pool = await new TestPoolWithSnapshots(database).start();
    pool.bsc.fundGas(10n ** 18n);
    pool.bsc.fundGas(FUNDED_UNITS, ANCHOR_INDEX);
    await takeSnapshot(pool.deps, 'requested');
    await anchorSnapshots(pool.deps);
    const { height } = await pool.bsc.getHead();
    pool.bsc.finalize();
    await pool.scan();
    const other = pool.onDatabase(connect());
    answerLate(pool.bsc, 'getOutcome', async () => {
      pool.bsc.reorganize((await pool.bsc.getHead()).height - height);
      for (let times = 0; times < 3; times += 1) await other.scan();
    });
    expect(await anchorSnapshots(pool.deps)).toBe(false);
    const readAnchor = async () => (await listSnapshots(pool.deps, { page: 1, limit: 10 })).snapshots;
    expect(await readAnchor()).toMatchObject([{ anchorTxHash: null }]);
    await anchorSnapshots(pool.deps);
    pool.bsc.finalize();
    await pool.scan();
    expect(await anchorSnapshots(pool.deps)).toBe(true);
    expect(await readAnchor()).toMatchObject([{ anchorTxHash: pool.bsc.listSent().at(-1)?.txHash }]);
    expect(await verifyBooks(pool.deps)).toEqual([]);
  });

  it('has the coins for its fee sent again that a chain lost, though nothing is signed: payments wait for that nonce', async () => {
    const pool = await new TestPoolWithSnapshots((await open()).database).start();
    const { userId: adminId } = await createAdmin(pool.deps, 'operator@example.org');
    pool.bsc.fundGas(10n ** 18n);
    await recordGasTopUp(pool.deps);
    const alice = await pool.signUp('alice');
    await pool.deposit(alice, 'USDT', '60');
    await pool.deposit('hotWallet', 'USDT', '500');
    await releaseWallet(pool.deps, { userId: alice, currency: 'USDT' });
    await takeSnapshot(pool.deps, 'requested');
    await anchorSnapshots(pool.deps);
    const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
    const amountMicro = micro('40');
    await requestWithdrawal(pool.deps, { userId: alice, currency: 'USDT', address, amountMicro });
    await sendWithdrawals(pool.deps, 'BSC');
    pool.bsc.finalize();
    await confirmWithdrawals(pool.deps, 'BSC');
    await pool.scan();
    pool.bsc.reorganize(4);
    await pool.scan();
    await pool.scan();
    expect(pool.bsc.getUnits(address, 'USDT')).toBe(0n);
    const origin = { ipAddress: '10.0.0.7', requestId: 'req-1' };
    await resumePayouts(pool.deps, { adminId, origin, reason: 'Looked into it.' });
    for (let step = 0; step < 8; step += 1) {
      await followAdopted(pool.deps, 'BSC');
      await reverseDeposits(pool.deps, 'BSC');
      await anchorSnapshots(pool.deps);
      pool.bsc.finalize();
      await pool.scan();
    }
    expect(pool.bsc.getUnits(address, 'USDT')).toBe(toChainUnits('USDT', amountMicro));
    expect(await followAdopted(pool.deps, 'BSC')).toBe(0);
    const { snapshots } = await listSnapshots(pool.deps, { page: 1, limit: 10 });
    expect(snapshots).toMatchObject([{ number: 0, anchorTxHash: expect.any(String) }]);
    expect(await verifyBooks(pool.deps)).toEqual([]);
    expect(await reconcile(pool.deps, 'BNB')).toMatchObject({ unexplainedUnits: 0n });
  });
});
