// Goal: every difference that a comparison can show is booked to the last unit with two admins, a reason and lines in the audit log, in each
// currency and direction; the operator bears a shortage; and neither one admin alone nor a difference that changed books anything.
import {
  LEDGER_CURRENCIES,
  type LedgerCurrency,
  NETWORK_OF,
  toChainUnits,
  type UserId,
} from '@glasspool/core';
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { createAdmin } from '@glasspool/identity/accounts';
import { listAdminActions } from '@glasspool/identity/audit';
import { getPosition } from '@glasspool/ledger';
import { expect, it } from 'vitest';
import { reconcile, verifyBooks } from '../books/index.ts';
import { recordGasTopUp } from '../hot-wallet/index.ts';
import { runRewards } from '../rewards/index.ts';
import { expectBalances, expectRefusal, TestPool } from '../testing/index.ts';
import { requestWithdrawal, sendWithdrawals } from '../withdrawals/index.ts';
import { decideCorrection, listOpenCorrections, proposeCorrection } from './index.ts';

const origin = { ipAddress: '10.0.0.7', requestId: 'req-1' };

describeEachDatabase('a correction of the books', (open) => {
  async function start(): Promise<{ pool: TestPool; first: UserId; second: UserId }> {
    const pool = await new TestPool((await open()).database).start();
    const { userId: first } = await createAdmin(pool.deps, 'first@example.org');
    const { userId: second } = await createAdmin(pool.deps, 'second@example.org');
    return { pool, first, second };
  }

  /** Moves coins at our addresses past the books. */
  function shift(pool: TestPool, currency: LedgerCurrency, units: bigint): void {
    const chain = currency === 'TRX' ? pool.tron : pool.bsc;
    const { getBalanceUnits } = chain;
    const hot = chain.deriveAddress(0);
    chain.getBalanceUnits = async (address, asked) => {
      const heldUnits = await getBalanceUnits.call(chain, address, asked);
      return address === hot && asked === currency ? heldUnits + units : heldUnits;
    };
  }

  const readDecision = (pool: TestPool, id: Parameters<typeof decide>[2]) =>
    pool.deps.db.read
      .selectFrom('bookCorrection')
      .select(['state', 'decidedBy'])
      .where('id', '=', id)
      .executeTakeFirst();

  const propose = (pool: TestPool, adminId: UserId, currency: LedgerCurrency) =>
    proposeCorrection(pool.deps, { adminId, origin, currency, reason: 'Paid by an old copy.' });
  const decide = (
    pool: TestPool,
    adminId: UserId,
    id: Awaited<ReturnType<typeof propose>>['id'],
    decision: 'book' | 'reject',
  ) => decideCorrection(pool.deps, { adminId, origin, id, decision });

  it.each(
    LEDGER_CURRENCIES.flatMap((currency) =>
      [7_000_000_000_000_000_001n, -3_000_000_000_000_000_001n, 1n, -1n].map(
        (units) => [currency, currency === 'TRX' ? units / 10n ** 12n || units : units] as const,
      ),
    ),
  )('takes %s by %i units over into the books, to the last unit', async (currency, units) => {
    const { pool, first, second } = await start();
    await pool.deposit('hotWallet', 'USDT', '100');
    await pool.deposit('hotWallet', 'TRX', '100');
    shift(pool, currency, units);
    const before = await getPosition(pool.deps.db.read, currency);
    const { id } = await propose(pool, first, currency);
    expect((await reconcile(pool.deps, currency)).unexplainedUnits).toBe(units);
    await decide(pool, second, id, 'book');
    expect((await reconcile(pool.deps, currency)).unexplainedUnits).toBe(0n);
    const after = await getPosition(pool.deps.db.read, currency);
    const perMicro = currency === 'TRX' ? 1n : 10n ** 12n;
    const bookedMicro = units > 0n ? units / perMicro : -((-units + perMicro - 1n) / perMicro);
    expect(after.custodyMicro - before.custodyMicro).toBe(bookedMicro);
    expect(after.ownFundsAvailableMicro - before.ownFundsAvailableMicro).toBe(bookedMicro);
    expect(after.owedToUsersMicro).toBe(before.owedToUsersMicro);
    expect(await verifyBooks(pool.deps)).toEqual([]);
  });

  it('lets the operator bear a shortage that is larger than own funds, where everyone can see it', async () => {
    const { pool, first, second } = await start();
    const alice = await pool.signUp('alice');
    await pool.deposit(alice, 'TRX', '50');
    shift(pool, 'TRX', -20_000_000n);
    const { id } = await propose(pool, first, 'TRX');
    await decide(pool, second, id, 'book');
    const position = await getPosition(pool.deps.db.read, 'TRX');
    expect(position.ownFundsAvailableMicro).toBe(-micro('20'));
    expect(position.owedToUsersMicro).toBe(micro('50'));
    await expectBalances(pool, alice, 'TRX', { wallet: '50.000000' });
    expect(await verifyBooks(pool.deps)).toEqual([]);
  });

  it('needs a second admin, who may be any but the first, and leaves its lines in the audit log', async () => {
    const { pool, first, second } = await start();
    shift(pool, 'TRX', 5n);
    const { id, units } = await propose(pool, first, 'TRX');
    expect(units).toBe(5n);
    await expectRefusal(pool, 'FORBIDDEN', () => decide(pool, first, id, 'book'));
    expect(await listOpenCorrections(pool.deps, first)).toMatchObject([
      {
        id,
        currency: 'TRX',
        units: 5n,
        reason: 'Paid by an old copy.',
        proposedBy: 'first@example.org',
        isOwn: true,
      },
    ]);
    expect(await listOpenCorrections(pool.deps, second)).toMatchObject([{ id, isOwn: false }]);
    const told: string[] = [];
    pool.deps.events.subscribe({ userId: first, role: 'admin' }, ({ type }) => told.push(type));
    await decide(pool, second, id, 'book');
    expect(told.sort()).toEqual(['hotWallet.changed', 'notice.changed']);
    expect(await readDecision(pool, id)).toEqual({ state: 'booked', decidedBy: second });
    expect(await listOpenCorrections(pool.deps, second)).toEqual([]);
    await expectRefusal(pool, 'NOT_FOUND', () => decide(pool, second, id, 'book'));
    const { lines } = await listAdminActions(pool.deps, { page: 1, limit: 10 });
    expect(
      lines.map(({ action, subject }) => [action, subject]).filter(([, subject]) => subject === id),
    ).toEqual([
      ['books.correct', id],
      ['books.propose-correction', id],
    ]);
  });

  it('is decided once by two admins who decide at the same moment, over two connections', async () => {
    const { database, connect } = await open();
    const pool = await new TestPool(database).start();
    const { userId: first } = await createAdmin(pool.deps, 'first@example.org');
    const { userId: second } = await createAdmin(pool.deps, 'second@example.org');
    const { userId: third } = await createAdmin(pool.deps, 'third@example.org');
    const other = pool.withDatabase(connect());
    await pool.deposit('hotWallet', 'TRX', '100');
    for (let round = 1; round <= 8; round += 1) {
      const before = await getPosition(pool.deps.db.read, 'TRX');
      shift(pool, 'TRX', -1_000_000n);
      const { id } = await propose(pool, first, 'TRX');
      const decided = await Promise.allSettled([
        decide(pool, second, id, 'book'),
        decideCorrection(other, { adminId: third, origin, id, decision: 'book' }),
        decideCorrection(other, { adminId: first, origin, id, decision: 'reject' }),
      ]);
      expect(decided.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const outcome of decided)
        if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'NOT_FOUND' });
      const after = await getPosition(pool.deps.db.read, 'TRX');
      const isRejected = decided[2]?.status === 'fulfilled';
      expect(before.custodyMicro - after.custodyMicro).toBe(isRejected ? 0n : micro('1'));
      // A rejected difference is put back, so that each round begins without one.
      if (isRejected) shift(pool, 'TRX', 1_000_000n);
      expect((await reconcile(pool.deps, 'TRX')).unexplainedUnits).toBe(0n);
    }
    const { lines } = await listAdminActions(pool.deps, { page: 1, limit: 50 });
    expect(lines.filter(({ action }) => /^books[.](correct|reject-correction)$/.test(action))).toHaveLength(
      8,
    );
  });

  it('books nothing when it is rejected, which its own admin may do, or when the difference has changed', async () => {
    const { pool, first, second } = await start();
    shift(pool, 'TRX', 5n);
    const { id } = await propose(pool, first, 'TRX');
    await expectRefusal(pool, 'CORRECTION_OPEN', () => propose(pool, second, 'TRX'));
    shift(pool, 'TRX', 1n);
    await expectRefusal(pool, 'DIFFERENCE_CHANGED', () => decide(pool, second, id, 'book'));
    await decide(pool, first, id, 'reject');
    expect(await readDecision(pool, id)).toEqual({ state: 'rejected', decidedBy: first });
    const { lines } = await listAdminActions(pool.deps, { page: 1, limit: 1, subject: id });
    expect(lines.map(({ action }) => action)).toEqual(['books.reject-correction']);
    expect((await reconcile(pool.deps, 'TRX')).unexplainedUnits).toBe(6n);
    expect((await propose(pool, second, 'TRX')).units).toBe(6n);
  });

  it.each([
    ['USDT', 'USDT', '1'],
    ['BNB', 'USDT', '1'],
    ['TRX', 'TRX', '15'],
  ] as const)(
    'is refused for %s while there is no difference, and while a payout of %s is on its way',
    async (currency, paid, amount) => {
      const { pool, first } = await start();
      await expectRefusal(pool, 'NO_DIFFERENCE', () => propose(pool, first, currency));
      const { deps } = pool;
      const network = NETWORK_OF[paid];
      const alice = await pool.investor('alice', paid, '1000');
      pool.bsc.fundGas(10n ** 18n);
      await recordGasTopUp(deps);
      await pool.deposit('hotWallet', paid, '1000');
      await pool.fundReserve(paid, '500');
      pool.advanceHours(24);
      await runRewards(deps);
      const address = pool.getChain(paid).deriveAddress(10_000);
      await requestWithdrawal(deps, { userId: alice, currency: paid, address, amountMicro: micro(amount) });
      await pool.scan();
      await sendWithdrawals(deps, network);
      // More is gone than is paid, which may still be there or have left: the difference is not known yet.
      const missingUnits = toChainUnits(currency, micro('0.5')) + toChainUnits(currency, micro(amount));
      shift(pool, currency, -missingUnits);
      expect((await reconcile(deps, currency)).unexplainedUnits).not.toBe(0n);
      await expectRefusal(pool, 'NO_DIFFERENCE', () => propose(pool, first, currency));
      pool.getChain(paid).finalize();
      await pool.scan();
      await pool.settle(network, deps);
      expect((await propose(pool, first, currency)).units).toBe(-missingUnits);
    },
  );

  it('is not booked by one admin even past the code: the database refuses it', async () => {
    const { pool, first } = await start();
    shift(pool, 'TRX', 5n);
    const { id } = await propose(pool, first, 'TRX');
    const update = pool.deps.db.transaction((tx) =>
      tx
        .updateTable('bookCorrection')
        .set({ state: 'booked', decidedBy: first })
        .where('id', '=', id)
        .execute(),
    );
    await expect(update).rejects.toThrow('book_correction_second_admin');
  });
});
