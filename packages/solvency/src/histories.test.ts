// Goal: in every state that the pool can reach, assets cover the liabilities to users and the reserve. The operator can take only own
// funds, and rewards are paid from the reserve alone. When an asset leaves the chain without the pool, the figures show it, payouts stop
// and an admin is told.
// Method: random histories, each from a seed that a failure names; the rules after every step, and at the end the published journal.
import { type Currency, PoolError, USER_CURRENCIES, type UserId } from '@glasspool/core';
import { imbalance } from '@glasspool/core/books';
import { micro, SeededRandom } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { createAdmin } from '@glasspool/identity/accounts';
import { recordReconciliations, verifyBooks } from '@glasspool/pool/books';
import { recordGasTopUp } from '@glasspool/pool/hot-wallet';
import { invest } from '@glasspool/pool/investments';
import { listNotices, refreshNotices } from '@glasspool/pool/notices';
import { findHalt } from '@glasspool/pool/outgoing';
import { fundReserve, getPoolFigures } from '@glasspool/pool/reserve';
import { runRewards } from '@glasspool/pool/rewards';
import { requestOperatorWithdrawal, requestWithdrawal, sendWithdrawals } from '@glasspool/pool/withdrawals';
import { expect, it } from 'vitest';
import { takeSnapshot } from './index.ts';
import { listFailedBookChecks, TestPoolWithSnapshots } from './testing/index.ts';

const SEEDS = [1, 2, 3, 4, 5, 6];
const STEPS = 45;
const OUTSIDE = {
  USDT: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  TRX: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
};
const origin = { ipAddress: 'test', requestId: 'histories' };

describeEachDatabase('a random history', (open) => {
  async function newHistory(seed: number) {
    const pool = await new TestPoolWithSnapshots((await open()).database).start();
    const { userId: adminId } = await createAdmin(pool.deps, 'operator@example.org');
    pool.bsc.fundGas(10n ** 18n);
    await recordGasTopUp(pool.deps);
    await pool.deposit('hotWallet', 'TRX', '50');
    const users = [await pool.signUp('alice'), await pool.signUp('bob')];
    return { pool, adminId, users, random: new SeededRandom(seed) };
  }
  type History = Awaited<ReturnType<typeof newHistory>>;

  const pick = <Item>({ random }: History, items: readonly Item[]): Item => {
    const item = items[random.integer(items.length)];
    if (item === undefined) throw new Error('There is nothing to choose from.');
    return item;
  };
  const amount = ({ random }: History): bigint =>
    micro(`${1 + random.integer(900)}.${random.integer(1_000_000)}`.slice(0, 9));

  /** Lets a random person take a random action. A refusal is a valid answer; any other error fails the test. */
  async function act(history: History): Promise<void> {
    const { pool, adminId, random } = history;
    const { deps } = pool;
    const userId: UserId = pick(history, history.users);
    const currency: Currency = pick(history, USER_CURRENCIES);
    const amountMicro = amount(history);
    const request = { currency, amountMicro, address: OUTSIDE[currency] };
    const acts: readonly (() => Promise<unknown>)[] = [
      () => pool.depositUnits(userId, currency, amountMicro * (currency === 'USDT' ? 10n ** 12n : 1n)),
      () => pool.depositUnits('hotWallet', currency, amountMicro * (currency === 'USDT' ? 10n ** 12n : 1n)),
      () => invest(deps, { userId, currency }),
      () => fundReserve(deps, { currency, amountMicro }),
      () => requestWithdrawal(deps, { userId, ...request }),
      () => requestOperatorWithdrawal(deps, { adminId, origin, ...request }),
      async () => {
        pool.advanceHours(12 + random.integer(30));
        await runRewards(deps);
      },
      async () => {
        for (const network of ['BSC', 'TRON'] as const) await sendWithdrawals(deps, network);
      },
      async () => {
        pool.bsc.finalize();
        pool.tron.finalize();
        await pool.scan();
        for (const network of ['BSC', 'TRON'] as const) await pool.settle(network, deps);
      },
    ];
    try {
      await pick(history, acts)();
    } catch (error) {
      if (!(error instanceof PoolError)) throw error;
    }
  }

  async function expectCovered({ pool }: History, when: string): Promise<void> {
    for (const figures of (await getPoolFigures(pool.deps)).currencies) {
      const { currency, custodyMicro, missingMicro, inFlightMicro, ownFundsMicro } = figures;
      const heldMicro = custodyMicro - missingMicro + inFlightMicro;
      const claimsMicro = figures.owedToUsersMicro + figures.rewardReserveMicro + figures.rewardsPayableMicro;
      expect([when, currency, heldMicro >= claimsMicro]).toEqual([when, currency, true]);
      expect([when, currency, imbalance(figures)]).toEqual([when, currency, 0n]);
      expect([when, currency, ownFundsMicro >= 0n]).toEqual([when, currency, true]);
    }
  }

  it.each(SEEDS)(
    'covers everyone after every step with seed %d, and its journal says the same',
    async (seed) => {
      const history = await newHistory(seed);
      const { pool } = history;
      for (let step = 0; step < STEPS; step += 1) {
        await act(history);
        if (step === STEPS / 3) await takeSnapshot(pool.deps, 'requested');
        await expectCovered(history, `seed ${seed}, step ${step}`);
      }
      expect(await verifyBooks(pool.deps)).toEqual([]);
      await takeSnapshot(pool.deps, 'requested');
      // Every rule over the journal holds: kinds, times, fees, bounds, runs and terms, and the balance sheet that follows.
      expect(await listFailedBookChecks(pool.deps.snapshots, 1)).toEqual([]);
    },
  );

  it.each(USER_CURRENCIES)(
    'says so when %s leaves the chain without us, stops payouts, and tells an admin',
    async (currency) => {
      const history = await newHistory(9);
      const { pool, adminId } = history;
      const [alice] = history.users;
      if (alice === undefined) throw new Error('No one signed up.');
      await pool.deposit(alice, currency, '500');
      await recordReconciliations(pool.deps);
      await expectCovered(history, 'before');
      const chain = pool.getChain(currency);
      const units = currency === 'USDT' ? 450n * 10n ** 18n : 450n * 10n ** 6n;
      const address = [1, 2, 3].map((index) => chain.deriveAddress(index));
      for (const one of address)
        if ((await chain.getBalanceUnits(one, currency)) >= units) chain.lose(one, currency, units);
      for (let time = 0; time < 2; time += 1) {
        await recordReconciliations(pool.deps);
        pool.clock.advance(31_000);
      }
      await recordReconciliations(pool.deps);
      const figures = (await getPoolFigures(pool.deps)).currencies.find((one) => one.currency === currency);
      expect(figures?.missingMicro).toBe(micro('450'));
      const heldMicro = (figures?.custodyMicro ?? 0n) - (figures?.missingMicro ?? 0n);
      expect(heldMicro < (figures?.owedToUsersMicro ?? 0n)).toBe(true);
      expect(await findHalt(pool.deps)).toContain('less than the books say');
      await refreshNotices(pool.deps);
      const { notices } = await listNotices(pool.deps, adminId);
      expect(notices.map(({ kind }) => kind)).toEqual(
        expect.arrayContaining(['payouts-frozen', 'reconciliation-difference']),
      );
    },
  );
});
