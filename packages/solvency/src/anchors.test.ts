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
import { answerLate } from '@glasspool/pool/testing';
import { requestWithdrawal, sendWithdrawals } from '@glasspool/pool/withdrawals';
import { readAll } from '@glasspool/proof';
import { expect, it, vi } from 'vitest';
import { listSnapshots, takeSnapshot } from './index.ts';
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
      await pool.anchor();
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
      await pool.anchor();
      return quote(intent);
    });
    await pool.anchor(pool.withDatabase(connect()));
    const subjects = await pool.deps.db.read
      .selectFrom('outgoingNonce')
      .select('subject')
      .where('subject', 'like', 'snapshot/0/gas/%')
      .execute();
    expect(subjects).toEqual([{ subject: 'snapshot/0/gas/0' }]);
    for (let step = 0; step < 6; step += 1) {
      pool.bsc.finalize();
      await pool.scan();
      await pool.anchor();
    }
    expect(await verifyBooks(pool.deps)).toEqual([]);
    expect(await reconcile(pool.deps, 'BNB')).toMatchObject({ unexplainedUnits: 0n });
  });

  it('waits for the coins for its fee while they are on their way', async () => {
    const pool = await new TestPoolWithSnapshots((await open()).database).start();
    pool.bsc.fundGas(10n ** 18n);
    await takeSnapshot(pool.deps, 'requested');
    expect(await pool.anchor()).toBe(true);
    expect(await pool.anchor()).toBe(false);
    const signed = await pool.deps.db.read.selectFrom('outgoing').select('id').execute();
    expect(signed).toEqual([{ id: 'snapshot/0/gas/0' }]);
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
        await pool.anchor(pool.withDatabase(connect()));
        pool.bsc.finalize();
        await pool.scan();
      });
      await pool.anchor();
      const signed = await pool.deps.db.read.selectFrom('outgoingTransaction').select('subject').execute();
      expect(signed).toEqual([{ subject: what === 'the anchor' ? 'snapshot/0' : 'snapshot/0/gas/0' }]);
      for (let step = 0; step < 4; step += 1) {
        await pool.anchor();
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

  it('is not done under any other nonce than the number of its snapshot', async () => {
    const pool = await new TestPoolWithSnapshots((await open()).database).start();
    pool.bsc.fundGas(FUNDED_UNITS, ANCHOR_INDEX);
    await takeSnapshot(pool.deps, 'requested');
    const sender = pool.bsc.deriveAddress(ANCHOR_INDEX);
    const intent = {
      fromIndex: ANCHOR_INDEX,
      currency: 'BNB',
      to: sender,
      units: 0n,
      data: '0x00',
      nonce: 0,
    } as const;
    await pool.bsc.broadcast((await pool.bsc.signTransfer(intent)).raw);
    pool.bsc.finalize();
    const sent = pool.bsc.broadcasts.length;
    await pool.deps.db.transaction(async (tx) => {
      const subject = `elsewhere/BSC/${sender}/0`;
      await tx.insertInto('outgoingNonce').values({ network: 'BSC', sender, nonce: 0, subject }).execute();
    });
    expect(await pool.anchor()).toBe(false);
    expect(pool.bsc.broadcasts).toHaveLength(sent);
  });

  it('counts as done only once its file is written', async () => {
    const pool = await new TestPoolWithSnapshots((await open()).database).start();
    pool.bsc.fundGas(FUNDED_UNITS, ANCHOR_INDEX);
    await takeSnapshot(pool.deps, 'requested');
    await pool.anchor();
    pool.bsc.finalize();
    vi.spyOn(pool.deps.snapshots, 'write').mockRejectedValueOnce(new Error('The disk is full.'));
    await expect(pool.settle('BSC')).rejects.toThrow();
    const readAnchor = async () => (await listSnapshots(pool.deps, { page: 1, limit: 10 })).snapshots;
    expect(await readAnchor()).toMatchObject([{ anchorTxHash: null }]);
    expect(await pool.settle('BSC')).toBe(1);
    expect(await readAnchor()).toMatchObject([{ anchorTxHash: pool.bsc.listSent().at(-1)?.txHash }]);
  });

  it('goes on with the next one where the transaction of one failed: its bytes are on chain all the same', async () => {
    const pool = await new TestPoolWithSnapshots((await open()).database).start();
    pool.bsc.fundGas(FUNDED_UNITS, ANCHOR_INDEX);
    for (let number = 0; number < 2; number += 1) await takeSnapshot(pool.deps, 'requested');
    pool.bsc.failsTransfers = true;
    for (let step = 0; step < 3; step += 1) {
      await pool.anchor();
      pool.bsc.finalize();
      await pool.scan();
    }
    const { snapshots } = await listSnapshots(pool.deps, { page: 1, limit: 10 });
    const hashes = pool.bsc.listSent(false).map(({ txHash }) => txHash);
    expect(snapshots.map(({ anchorTxHash }) => anchorTxHash)).toEqual(hashes.toReversed());
    expect(hashes).toHaveLength(2);
  });

  it('counts as done by no answer that the chain gave before it replaced the blocks', async () => {
    const { database, connect } = await open();
    const pool = await new TestPoolWithSnapshots(database).start();
    pool.bsc.fundGas(10n ** 18n);
    pool.bsc.fundGas(FUNDED_UNITS, ANCHOR_INDEX);
    await takeSnapshot(pool.deps, 'requested');
    await pool.anchor();
    const { height } = await pool.bsc.getHead();
    pool.bsc.finalize();
    await pool.scan();
    const other = pool.onDatabase(connect());
    answerLate(pool.bsc, 'getOutcome', async () => {
      pool.bsc.reorganize((await pool.bsc.getHead()).height - height);
      for (let times = 0; times < 3; times += 1) await other.scan();
    });
    expect(await pool.anchor()).toBe(false);
    const readAnchor = async () => (await listSnapshots(pool.deps, { page: 1, limit: 10 })).snapshots;
    expect(await readAnchor()).toMatchObject([{ anchorTxHash: null }]);
    await pool.anchor();
    pool.bsc.finalize();
    await pool.scan();
    await pool.anchor();
    expect(await readAnchor()).toMatchObject([{ anchorTxHash: pool.bsc.listSent().at(-1)?.txHash }]);
    expect(await verifyBooks(pool.deps)).toEqual([]);
  });

  it('names the transaction that has it now where the chain replaced its block', async () => {
    const pool = await new TestPoolWithSnapshots((await open()).database).start();
    pool.bsc.fundGas(FUNDED_UNITS, ANCHOR_INDEX);
    await takeSnapshot(pool.deps, 'requested');
    await pool.anchor();
    pool.bsc.finalize();
    await pool.settle('BSC');
    pool.bsc.reorganize(4);
    await pool.scan();
    const first = await pool.deps.db.read
      .selectFrom('outgoingTransaction')
      .selectAll()
      .executeTakeFirstOrThrow();
    const raised = await pool.bsc.signReplacement(first);
    if (raised === undefined) throw new Error('The fee is at its cap.');
    const { txHash, raw } = raised;
    await pool.deps.db.transaction(async (tx) => {
      const second = { ...first, txHash, raw, createdAt: first.createdAt + 1 };
      await tx.insertInto('outgoingTransaction').values(second).execute();
    });
    await pool.settle('BSC');
    pool.bsc.finalize();
    expect(await pool.settle('BSC')).toBe(1);
    const { snapshots } = await listSnapshots(pool.deps, { page: 1, limit: 10 });
    expect(snapshots).toMatchObject([{ anchorTxHash: txHash }]);
    const anchor = await readAll(pool.deps.snapshots.read(0, 'anchor.json'));
    expect(new TextDecoder().decode(anchor)).toContain(txHash);
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
    await pool.anchor();
    const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
    const amountMicro = micro('40');
    await requestWithdrawal(pool.deps, { userId: alice, currency: 'USDT', address, amountMicro });
    await sendWithdrawals(pool.deps, 'BSC');
    pool.bsc.finalize();
    await pool.settle('BSC');
    await pool.scan();
    pool.bsc.reorganize(4);
    await pool.scan();
    await pool.scan();
    expect(pool.bsc.getUnits(address, 'USDT')).toBe(0n);
    const origin = { ipAddress: '10.0.0.7', requestId: 'req-1' };
    await resumePayouts(pool.deps, { adminId, origin, reason: 'Looked into it.' });
    for (let step = 0; step < 8; step += 1) {
      await pool.settle('BSC');
      await reverseDeposits(pool.deps, 'BSC');
      await pool.anchor();
      pool.bsc.finalize();
      await pool.scan();
    }
    expect(pool.bsc.getUnits(address, 'USDT')).toBe(toChainUnits('USDT', amountMicro));
    expect(await pool.settle('BSC')).toBe(0);
    const { snapshots } = await listSnapshots(pool.deps, { page: 1, limit: 10 });
    expect(snapshots).toMatchObject([{ number: 0, anchorTxHash: expect.any(String) }]);
    expect(await verifyBooks(pool.deps)).toEqual([]);
    expect(await reconcile(pool.deps, 'BNB')).toMatchObject({ unexplainedUnits: 0n });
  });
});
