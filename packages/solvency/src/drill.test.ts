// Goal: a pool that is restored from a backup of any moment, with the signed log, pays nothing twice, hands out no address twice and
// anchors no number twice. After withdrawals, sweeps, anchors and the coins for their fees, its books agree with the chains.
// Method: seeded stories on both databases; a backup at a random step, the story goes on, the database is lost. DRILLS=100 runs 100 of
// them.
import { DAY_MS, type UserId } from '@glasspool/core';
import { micro, SeededRandom } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { countUsers, createAdmin } from '@glasspool/identity/accounts';
import { authenticate, logIn } from '@glasspool/identity/sessions';
import { reconcile, verifyBooks } from '@glasspool/pool/books';
import { resumePayouts } from '@glasspool/pool/halts';
import { recordGasTopUp } from '@glasspool/pool/hot-wallet';
import { invest } from '@glasspool/pool/investments';
import { checkStart, findHalt } from '@glasspool/pool/outgoing';
import { prepareRestored, restoreSigned } from '@glasspool/pool/recovery';
import { runRewards } from '@glasspool/pool/rewards';
import { startSweep } from '@glasspool/pool/sweeps';
import { requestOperatorWithdrawal, requestWithdrawal, sendWithdrawals } from '@glasspool/pool/withdrawals';
import { expect, it } from 'vitest';
import { takeSnapshot } from './index.ts';
import { TestPoolWithSnapshots } from './testing/index.ts';

const origin = { ipAddress: '', requestId: '' };
const DRILLS = Number(process.env['DRILLS'] ?? 4);
const STEPS = 24;
/** Enough rounds for a sweep or an anchor to end: coins for the fee, the transfer, coins back. */
const ROUNDS = 6;
const OUTSIDE = {
  USDT: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  TRX: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
};
const CURRENCIES = ['USDT', 'TRX'] as const;

describeEachDatabase('a restored pool', (open) => {
  async function story(
    pool: TestPoolWithSnapshots,
    users: readonly UserId[],
    random: SeededRandom,
  ): Promise<void> {
    const userId = users[random.integer(users.length)];
    const currency = CURRENCIES[random.integer(2)];
    if (userId === undefined || currency === undefined) return;
    const withdraw = (): Promise<unknown> =>
      requestWithdrawal(pool.deps, {
        userId,
        currency,
        address: OUTSIDE[currency],
        amountMicro: micro(String(10 + random.integer(5))),
        idempotencyKey: String(random.integer(2 ** 31)),
      });
    const moves = [
      async () => pool.deposit(userId, currency, String(300 + random.integer(100))),
      async () => invest(pool.deps, { userId, currency }),
      async () => {
        pool.clock.advance(DAY_MS);
        await runRewards(pool.deps);
      },
      withdraw,
      withdraw,
      async () => settle(pool),
      async () => takeOut(pool, currency, random),
      async () => startSweep(pool.deps, { adminId: await findAdmin(pool), origin }),
      async () => takeSnapshot(pool.deps, 'daily'),
    ];
    // An impossible action, such as a withdrawal of more than there is, is refused.
    await moves[random.integer(moves.length)]?.().catch(() => undefined);
  }

  /** Withdraws own funds of the operator from the hot wallet. */
  async function takeOut(
    pool: TestPoolWithSnapshots,
    currency: (typeof CURRENCIES)[number],
    random: SeededRandom,
  ): Promise<void> {
    await requestOperatorWithdrawal(pool.deps, {
      adminId: await findAdmin(pool),
      origin,
      currency,
      address: OUTSIDE[currency],
      amountMicro: micro(String(5 + random.integer(5))),
      idempotencyKey: `${currency}-${random.integer(2 ** 31)}`,
    });
  }

  async function findAdmin(pool: TestPoolWithSnapshots): Promise<UserId> {
    const query = pool.deps.db.read.selectFrom('user').select('id').where('role', '=', 'admin');
    return (await query.orderBy('id').executeTakeFirstOrThrow()).id;
  }

  /** Makes a withdrawal of a user, one of the operator, a sweep and an anchor after the backup, all final on chain. */
  async function payAfterBackup(pool: TestPoolWithSnapshots, [userId]: readonly UserId[]): Promise<void> {
    if (userId === undefined) throw new Error('The drill has users.');
    pool.clock.advance(DAY_MS);
    await runRewards(pool.deps);
    await askAfterBackup(pool, userId);
    for (const currency of CURRENCIES) await takeOut(pool, currency, new SeededRandom(1));
    // Transactions under way are completed, so that no backup knows the sweep below.
    for (let round = 0; round < ROUNDS; round += 1) await settle(pool);
    for (const currency of CURRENCIES) await pool.deposit(userId, currency, '40');
    await startSweep(pool.deps, { adminId: await findAdmin(pool), origin });
    await takeSnapshot(pool.deps, 'daily');
    for (let round = 0; round < ROUNDS; round += 1) await settle(pool);
    await anchorAll(pool);
  }

  /** Anchors all snapshots, one after the other. */
  async function anchorAll(pool: TestPoolWithSnapshots): Promise<void> {
    const query = pool.deps.db.read.selectFrom('snapshot').select('number').where('anchoredAt', 'is', null);
    for (let round = 0; round < 10 * ROUNDS; round += 1) {
      if ((await query.executeTakeFirst()) === undefined) return;
      await settle(pool);
    }
    throw new Error('A snapshot is not anchored.');
  }

  async function askAfterBackup(pool: TestPoolWithSnapshots, userId: UserId | undefined): Promise<string> {
    if (userId === undefined) throw new Error('The drill has users.');
    const request = { userId, currency: 'USDT', address: OUTSIDE.USDT, amountMicro: micro('10') } as const;
    return (await requestWithdrawal(pool.deps, { ...request, idempotencyKey: 'after the backup' })).id;
  }

  async function settle(pool: TestPoolWithSnapshots): Promise<void> {
    for (const network of ['BSC', 'TRON'] as const) {
      await pool.scan();
      await sendWithdrawals(pool.deps, network);
      (network === 'BSC' ? pool.bsc : pool.tron).finalize();
      await pool.scan();
      await pool.settle(network);
      await pool.sweep(network);
      await pool.settle(network);
    }
    await pool.anchor();
    pool.bsc.finalize();
    await recordGasTopUp(pool.deps);
  }

  it.each(Array.from({ length: DRILLS }, (_, index) => [index + 1]))(
    'pays nothing twice: drill %i',
    async (seed) => {
      const random = new SeededRandom(seed);
      const pool = await new TestPoolWithSnapshots((await open()).database).start();
      pool.bsc.fundGas(10n ** 18n);
      await pool.fundReserve('USDT', '10000');
      await pool.fundReserve('TRX', '10000');
      await pool.deposit('hotWallet', 'TRX', '1000');
      await pool.deposit('hotWallet', 'USDT', '1000');
      await createAdmin(pool.deps, 'operator@example.org');
      const users = [await pool.investor('alice', 'USDT', '5000'), await pool.investor('bob', 'TRX', '5000')];
      const { token } = await logIn(pool.deps, { email: 'alice@example.org', password: 'correct horse' });
      const backupAt = random.integer(STEPS);
      let lines: string[] = [];
      for (let step = 0; step < STEPS; step += 1) {
        if (step === backupAt) lines = await pool.backUp();
        await story(pool, users, random);
      }
      await payAfterBackup(pool, users);
      const addresses = await pool.deps.db.read.selectFrom('wallet').select('address').execute();

      const { database } = await open();
      const restored = await pool.restoreInto(database, lines);
      await prepareRestored(restored.deps, { takenAt: 0 });
      expect(await authenticate(restored.deps, token)).toBeUndefined();
      const { restored: taken, unmatched } = await restoreSigned(restored.deps, pool.signedLog);
      expect(taken).toBeGreaterThan(0);
      expect(unmatched).toEqual([]);
      await checkStart(restored.deps);
      await settle(restored);
      const sentBefore = pool.bsc.broadcasts.length + pool.tron.broadcasts.length;
      expect(await findHalt(restored.deps)).toContain('restored from the backup');
      expect(pool.bsc.broadcasts.length + pool.tron.broadcasts.length).toBe(sentBefore);

      const { userId: adminId } = await createAdmin(restored.deps, 'root@example.org');
      await resumePayouts(restored.deps, { adminId, origin, reason: 'Compared.' });
      for (let round = 0; round < ROUNDS; round += 1) await settle(restored);
      await expectNewAnchor(restored, pool);
      // A client without an answer sends its request again, with the same idempotency key.
      const before = await listIds(restored);
      expect(before).toContain(await askAfterBackup(restored, users[0]));
      expect(await listIds(restored)).toEqual(before);
      const carol = await restored.signUp('carol');
      const hers = await restored.deps.db.read
        .selectFrom('wallet')
        .select('address')
        .where('userId', '=', carol)
        .execute();
      expect(await countUsers(restored.deps)).toBe(users.length + 1);
      for (const { address } of hers) expect(addresses.map((one) => one.address)).not.toContain(address);

      // Each withdrawal was paid once, and nothing else was paid.
      for (const currency of CURRENCIES) {
        const paid = await restored.deps.db.read
          .selectFrom('withdrawal')
          .select(['amountMicro', 'state'])
          .where('currency', '=', currency)
          .where('state', '=', 'confirmed')
          .execute();
        const paidMicro = paid.reduce((sum, { amountMicro }) => sum + amountMicro, 0n);
        const held = await restored.getChain(currency).getBalanceUnits(OUTSIDE[currency], currency);
        // Pitfall: a restored database pays again what it does not know was paid
        expect(held).toBe(currency === 'USDT' ? paidMicro * 10n ** 12n : paidMicro);
        expect(await reconcile(restored.deps, currency)).toMatchObject({ unexplainedUnits: 0n });
      }
      expect(await reconcile(restored.deps, 'BNB')).toMatchObject({ unexplainedUnits: 0n });
      expect(await verifyBooks(restored.deps)).toEqual([]);
    },
  );

  /** Fails unless the next snapshot has a number that was never anchored, and an anchor that no other snapshot had. */
  async function expectNewAnchor(
    restored: TestPoolWithSnapshots,
    lost: TestPoolWithSnapshots,
  ): Promise<void> {
    const number = await takeSnapshot(restored.deps, 'daily');
    await anchorAll(restored);
    const getAnchor = (pool: TestPoolWithSnapshots) =>
      pool.deps.db.read
        .selectFrom('snapshot')
        .select(['number', 'anchorTxHash'])
        .where('anchorTxHash', 'is not', null)
        .orderBy('number', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow();
    const before = await getAnchor(lost);
    const now = await getAnchor(restored);
    expect(now.number).toBe(number);
    expect(number).toBe(before.number + 1);
    expect(now.anchorTxHash).not.toBe(before.anchorTxHash);
  }

  it('lists an operator withdrawal of coins that came in after the backup, and books nothing for it', async () => {
    const pool = await new TestPoolWithSnapshots((await open()).database).start();
    pool.bsc.fundGas(10n ** 18n);
    await createAdmin(pool.deps, 'operator@example.org');
    const lines = await pool.backUp();
    await pool.deposit('hotWallet', 'USDT', '100');
    await takeOut(pool, 'USDT', new SeededRandom(1));
    await settle(pool);
    const { database } = await open();
    const restored = await pool.restoreInto(database, lines);
    await prepareRestored(restored.deps, { takenAt: 0 });
    const { unmatched } = await restoreSigned(restored.deps, pool.signedLog);
    expect(unmatched).toEqual([{ txHash: expect.any(String), reason: 'own-funds' }]);
    expect(await listIds(restored)).toEqual([]);
    expect(await verifyBooks(restored.deps)).toEqual([]);
  });
});

async function listIds(pool: TestPoolWithSnapshots): Promise<string[]> {
  const rows = await pool.deps.db.read.selectFrom('withdrawal').select('id').orderBy('id').execute();
  return rows.map(({ id }) => id);
}
