// Goal: one lying node of two, or of three, moves no money: nothing is credited that is not there, given back that was paid, or booked as a fee that no one took.
// While the other node is silent nothing is decided.
// Method: both databases; a chain in memory, asked through two nodes of which one lies, in each method, in either place, and beside a silent one.
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { createAdmin } from '@glasspool/identity/accounts';
import { describe, expect, it } from 'vitest';
import { verifyBooks } from './books/index.ts';
import { resumePayouts } from './halts/index.ts';
import { findHalt, recordHaltNow } from './outgoing/index.ts';
import {
  getWalletMicro,
  LIES,
  leavesOut,
  listFees,
  lying,
  ONE,
  OUT,
  offHead,
  outcome,
  startLyingPool,
  workOnBsc,
} from './testing-lying-nodes.ts';
import { getWallets } from './wallets/index.ts';
import { requestWithdrawal } from './withdrawals/index.ts';

const origin = { ipAddress: '10.0.0.7', requestId: 'req-1' };

const CASES = Object.entries(LIES).flatMap(([method, lies]) =>
  Object.entries(lies ?? {}).flatMap(([what, lie]) =>
    ['lying first', 'honest first', 'the honest one silent', 'one of three'].map(
      (order) => [method, what, order, lie] as const,
    ),
  ),
);

describeEachDatabase('one lying node', (open) => {
  describe.each(CASES)('that lies in %s: %s, %s', (_method, _what, order, lie) => {
    it('moves no money', async () => {
      const started = await startLyingPool((await open()).database, order, lie);
      const { pool, alice, deps } = started;
      const withdrawn = { userId: alice, currency: 'USDT', address: OUT, amountMicro: micro('10') } as const;
      await requestWithdrawal(deps, withdrawn).catch(() => undefined);
      await workOnBsc(started);
      pool.bsc.deposit(await pool.deriveAddress(alice, 'USDT'), 7n * ONE);
      pool.bsc.finalize();
      await workOnBsc(started);
      const [wallet] = (await getWallets(deps, alice)).filter(({ currency }) => currency === 'USDT');
      const paidUnits = pool.bsc.getUnits(OUT, 'USDT');
      const withdrawals = await deps.db.read.selectFrom('withdrawal').select('state').execute();
      const hasFailed = withdrawals.some(({ state }) => state === 'failed');
      const hersMicro = (wallet?.walletMicro ?? 0n) + (wallet?.withdrawableMicro ?? 0n);
      if (started.network.isAway) {
        expect(wallet?.walletMicro).toBe(0n);
        expect(await listFees(pool)).toEqual([]);
      }
      // Two that agree decide; the third one is named.
      if (order === 'one of three') expect(wallet?.walletMicro).toBe(micro('7'));
      // She has what she sent, less what she took out with its fee; never what she took out as well.
      expect(hersMicro).toBeLessThanOrEqual(micro('107') - (paidUnits > 0n ? micro('10') : 0n));
      expect(hasFailed && paidUnits > 0n).toBe(false);
      for (const { amountMicro } of await listFees(pool)) expect(amountMicro).toBeLessThan(micro('0.01'));
      const topUps = await deps.db.read.selectFrom('gasTopUp').select('amountMicro').execute();
      expect(topUps.map(({ amountMicro }) => amountMicro)).toEqual([micro('1')]);
      expect(await verifyBooks(deps)).toEqual([]);
    });
  });

  it.each([
    ['lying first', 1_000_000],
    ['honest first', 1_000_000],
    ['one of three', 1_000_000],
    // Of two, one that calls hardly anything final is waited for: nothing is final by the word of the other.
    ['one of three', -1_000_000],
  ] as const)('holds up no honest deposit by its head: %s, %d', async (order, by) => {
    const started = await startLyingPool((await open()).database, order, offHead(by));
    const { pool, alice } = started;
    pool.bsc.deposit(await pool.deriveAddress(alice, 'USDT'), 7n * ONE);
    pool.bsc.finalize();
    await workOnBsc(started);
    expect(await getWalletMicro(pool, alice)).toBe(micro('7'));
  });

  it('calls no block final by a head that it tells late, when the other node has the block by then', async () => {
    let height = 0;
    const started = await startLyingPool((await open()).database, 'honest first', (honest) => ({
      getHead: async () => {
        const head = await honest.getHead();
        return { ...head, height: head.height + height, finalizedHeight: head.height + height };
      },
    }));
    const { pool, alice, chain } = started;
    const { finalizedHeight } = await pool.bsc.getHead();
    pool.bsc.deposit(await pool.deriveAddress(alice, 'USDT'), 7n * ONE);
    pool.bsc.mine();
    height = 1;
    expect((await chain.getHead()).finalizedHeight).toBeLessThanOrEqual(finalizedHeight + 2);
    await workOnBsc(started);
    expect(await getWalletMicro(pool, alice)).toBe(0n);
  });

  it('is told with both answers', async () => {
    const started = await startLyingPool(
      (await open()).database,
      'honest first',
      outcome({ succeeded: false }),
    );
    const { deps, alice, chain, pool } = started;
    await requestWithdrawal(deps, {
      userId: alice,
      currency: 'USDT',
      address: OUT,
      amountMicro: micro('10'),
    });
    await workOnBsc(started);
    pool.bsc.finalize();
    await workOnBsc(started);
    const [difference] = chain.listDifferences(0);
    expect(difference?.question).toMatch(/^the outcome of /);
    expect(difference?.answers.map((answer) => answer.includes('"succeeded":true'))).toEqual([true, false]);
    expect(chain.listDifferences(60_000)).toEqual([]);
  });

  it('is named, where two others agree', async () => {
    const started = await startLyingPool((await open()).database, 'one of three', leavesOut);
    started.pool.bsc.deposit(await started.pool.deriveAddress(started.alice, 'USDT'), 7n * ONE);
    started.pool.bsc.finalize();
    await workOnBsc(started);
    expect(await getWalletMicro(started.pool, started.alice)).toBe(micro('7'));
    expect(started.chain.listDifferences(0)).toMatchObject([
      { question: expect.stringContaining('the transfers from block'), outvoted: [0], silent: [] },
    ]);
  });

  it('leaves no nonce used that the chain has not used, when an admin resumes', async () => {
    const { pool, deps } = await startLyingPool((await open()).database, 'lying first', () => ({
      getNonce: async () => 200_000,
    }));
    const { userId: adminId } = await createAdmin(deps, 'root@example.org');
    await recordHaltNow(deps, 'An admin looks.');
    for (const chains of [
      deps.chains,
      { ...deps.chains, BSC: lying(pool.bsc, { getNonce: async () => 200_000 }) },
    ])
      await resumePayouts({ ...deps, chains }, { adminId, origin, reason: 'Looked.' });
    expect(await findHalt(deps)).toBeUndefined();
    const used = await deps.db.read.selectFrom('outgoingNonce').select('nonce').execute();
    expect(used).toEqual([]);
  });
});
