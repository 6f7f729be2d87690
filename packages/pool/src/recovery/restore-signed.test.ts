// Goal: a restored pool has the chain decide what it does not know or what was undecided, and nothing else: what is decided stays so, and what was given back
// stays given back. Method: both databases; a backup before and after a payment is decided, and lines of the log that it lacks.
import { toChainUnits } from '@glasspool/core';
import { receivable } from '@glasspool/core/books';
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { getBalance } from '@glasspool/ledger';
import { expect, it } from 'vitest';
import { releaseWallet } from '../balances/index.ts';
import { verifyBooks } from '../books/index.ts';
import { reverseDeposits } from '../deposits/index.ts';
import {
  checkStart,
  getCommittedFees,
  isAnythingReopened,
  readNextNonce,
  toCancellationSubject,
} from '../outgoing/index.ts';
import { expectBalances, type TestPool } from '../testing/index.ts';
import { sendWithdrawals } from '../withdrawals/index.ts';
import { prepareRestored, restoreSigned } from './index.ts';
import {
  ALICES,
  ask,
  BOBS,
  DEPTH,
  makePaidPool,
  readOutgoing,
  readState,
  replaceBlocks,
  resume,
} from './testing-replaced-payment.ts';

const FORTY = toChainUnits('USDT', micro('40'));

describeEachDatabase('a restored pool', (open) => {
  async function restoreFrom(pool: TestPool, lines: readonly string[]) {
    const restored = await pool.restoreInto((await open()).database, lines);
    await prepareRestored(restored.deps, { takenAt: 0 });
    return { restored, result: await restoreSigned(restored.deps, pool.signedLog) };
  }

  it('leaves what was decided before the backup as it is', async () => {
    const { pool, id, network } = await makePaidPool((await open()).database, 'USDT');
    const { restored, result } = await restoreFrom(pool, await pool.backUp());
    expect(result).toEqual({ restored: 0, unmatched: [] });
    expect(await readOutgoing(restored, id)).toBe('paid');
    expect(await isAnythingReopened(restored.deps.db.read, network)).toBe(false);
  });

  it('signs nothing before what was on its way at the backup is decided', async () => {
    const { pool, adminId, alice, bob, chain, network } = await makePaidPool((await open()).database, 'USDT');
    const { id } = await ask(pool, bob, { address: BOBS.USDT, currency: 'USDT' });
    await sendWithdrawals(pool.deps, network);
    const { restored } = await restoreFrom(pool, await pool.backUp());
    await resume(restored, adminId);
    expect(await isAnythingReopened(restored.deps.db.read, network)).toBe(true);
    await ask(restored, alice, { address: ALICES.USDT, currency: 'USDT' }).catch(() => undefined);
    expect(await sendWithdrawals(restored.deps, network)).toBe(0);
    chain.finalize();
    expect(await restored.settle(network)).toBe(1);
    expect(await readState(restored, id)).toMatchObject({ state: 'confirmed' });
    expect(await isAnythingReopened(restored.deps.db.read, network)).toBe(false);
    expect(chain.getUnits(BOBS.USDT, 'USDT')).toBe(FORTY);
  });

  it('commits own funds to the fees of what it took over, from its first start on', async () => {
    const { pool, bob, network } = await makePaidPool((await open()).database, 'TRX');
    const lines = await pool.backUp();
    await ask(pool, bob, { address: BOBS.TRX, currency: 'TRX' });
    await sendWithdrawals(pool.deps, network);
    const committedMicro = await getCommittedFees(pool.deps.db.read, 'TRX');
    expect(committedMicro).toBeGreaterThan(0n);
    const { restored } = await restoreFrom(pool, lines);
    await checkStart(restored.deps);
    expect(await getCommittedFees(restored.deps.db.read, 'TRX')).toBe(committedMicro);
  });

  it('takes no nonce again that only a line of the log has', async () => {
    const { pool, bob, chain, network } = await makePaidPool((await open()).database, 'USDT');
    const lines = await pool.backUp();
    const { id } = await ask(pool, bob, { address: BOBS.USDT, currency: 'USDT' });
    chain.dropsBroadcasts = true;
    await sendWithdrawals(pool.deps, network);
    chain.dropsBroadcasts = false;
    const { restored } = await restoreFrom(pool, lines);
    const sender = chain.deriveAddress(0);
    expect(await readNextNonce(restored.deps.db.read, { network, sender })).toBe(2);
    await restored.settle(network);
    chain.finalize();
    expect(await restored.settle(network)).toBe(1);
    expect(await readState(restored, id)).toMatchObject({ state: 'confirmed' });
    expect(chain.getUnits(BOBS.USDT, 'USDT')).toBe(FORTY);
  });

  it('has its owner owe what a payment took that they did not have at the backup, until their deposit is read', async () => {
    const { pool, bob, network } = await makePaidPool((await open()).database, 'USDT');
    const lines = await pool.backUp();
    await pool.deposit(bob, 'USDT', '60');
    await releaseWallet(pool.deps, { userId: bob, currency: 'USDT' });
    for (const address of [BOBS.USDT, ALICES.USDT]) await ask(pool, bob, { address, currency: 'USDT' });
    expect(await sendWithdrawals(pool.deps, network)).toBe(2);
    const { restored, result } = await restoreFrom(pool, lines);
    expect(result).toEqual({ restored: 2, unmatched: [] });
    const owed = () => getBalance(restored.deps.db.read, receivable(bob, 'USDT'));
    // Two payments of 40 with their fees, out of 60.
    expect(await owed()).toBe(-micro('21'));
    await restored.scan();
    expect(await owed()).toBe(0n);
    await expectBalances(restored, bob, 'USDT', { wallet: '39.000000', withdrawable: '0.000000' });
  });

  it('watches a payment that was given back before the backup, and whose nonce was taken after it', async () => {
    const failed = await makePaidPool((await open()).database, 'USDT', { fails: true });
    const { pool, adminId, alice, bob, id, chain, network } = failed;
    const lines = await pool.backUp();
    await replaceBlocks(failed);
    await pool.settle(network);
    expect(pool.signedLog.at(-1)).toMatchObject({ subject: toCancellationSubject(id) });
    const { restored, result } = await restoreFrom(pool, lines);
    expect(result).toEqual({ restored: 1, unmatched: [] });
    expect(await readOutgoing(restored, id)).toBe('watched');
    await resume(restored, adminId);
    for (let times = 0; times < 3; times += 1) {
      await restored.scan();
      await restored.settle(network);
      await reverseDeposits(restored.deps, network);
      chain.finalize();
    }
    expect(await readOutgoing(restored, id)).toBe('dropped');
    await expectBalances(restored, alice, 'USDT', { withdrawable: '60.000000' });
    await resume(restored, adminId);
    await ask(restored, bob, { address: BOBS.USDT, currency: 'USDT' });
    await sendWithdrawals(restored.deps, network);
    chain.finalize();
    await restored.settle(network);
    expect(chain.getUnits(BOBS.USDT, 'USDT')).toBe(FORTY);
    expect(chain.getUnits(ALICES.USDT, 'USDT')).toBe(0n);
    expect(await verifyBooks(restored.deps)).toEqual([]);
  });

  it('books once what was paid late before the backup, although a line of its log is younger', async () => {
    const failed = await makePaidPool((await open()).database, 'USDT', { fails: true });
    const { pool, alice, id, chain, network } = failed;
    const payment = chain.broadcasts.find((raw) => JSON.parse(raw).to === ALICES.USDT) ?? '';
    const payLate = async () => {
      await chain.broadcast(payment);
      chain.finalize();
    };
    await replaceBlocks(failed);
    await payLate();
    await pool.settle(network);
    const lines = await pool.backUp();
    await replaceBlocks(failed, 2 * DEPTH);
    chain.dropsBroadcasts = true;
    await pool.settle(network);
    chain.dropsBroadcasts = false;
    expect(pool.signedLog.at(-1)).toMatchObject({ subject: toCancellationSubject(id) });
    await payLate();
    const { restored } = await restoreFrom(pool, lines);
    expect(await readOutgoing(restored, id)).toBe('watched');
    await restored.settle(network);
    expect(await readOutgoing(restored, id)).toBe('late');
    expect(await getBalance(restored.deps.db.read, receivable(alice, 'USDT'))).toBe(-micro('40'));
  });
});
