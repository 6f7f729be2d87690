// Goal: a payment that was final, in a block that the chain then replaced, and that it does not carry out again, is lost until a person gives it
// back: payouts stop for an admin to look at the chain, and its owner has the money again once, and is told. Method: both databases; chains in memory,
// with and without nonces; a payment that fails in the new blocks, or can never happen any more; answers that came before.
import { type Currency, toChainUnits } from '@glasspool/core';
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { enter } from '@glasspool/identity/testing';
import { createWebhook } from '@glasspool/identity/webhooks';
import { getPosition } from '@glasspool/ledger';
import { expect, it, vi } from 'vitest';
import { reconcile, verifyBooks } from '../books/index.ts';
import { reverseDeposits } from '../deposits/index.ts';
import { haltPayouts } from '../halts/index.ts';
import { listNotices, refreshNotices } from '../notices/index.ts';
import { findHalt, listReopened, settle } from '../outgoing/index.ts';
import { fundReserve } from '../reserve/index.ts';
import { expectBalances, expectRefusal, type TestPool } from '../testing/index.ts';
import { getTotals } from '../totals/index.ts';
import {
  getWithdrawal,
  giveBackWithdrawal,
  requestOperatorWithdrawal,
  sendWithdrawals,
} from '../withdrawals/index.ts';
import {
  ALICES,
  ask,
  DEPTH,
  makePaidPool,
  origin,
  type PaidPool,
  readOutgoing,
  readState,
  replaceBlocks,
  resume,
} from './testing-replaced-payment.ts';

const PASSWORD = 'correct horse';

describeEachDatabase('a payment that its chain has lost', (open) => {
  /** Alice's payment of 40 with a fee of 0.5 was final; the new blocks do not have it, and an admin resumed payouts. */
  async function makeReplaced(currency: Currency): Promise<PaidPool> {
    const paid = await makePaidPool((await open()).database, currency);
    expect(await readState(paid.pool, paid.id)).toMatchObject({ state: 'confirmed' });
    await replaceBlocks(paid);
    await resume(paid.pool, paid.adminId);
    return paid;
  }

  /** BSC: the payment is sent again, and fails. */
  async function failInNewBlocks({ pool, chain, network }: PaidPool): Promise<void> {
    chain.failsTransfers = true;
    await pool.settle(network);
    chain.finalize();
    chain.failsTransfers = false;
    await pool.scan();
    await pool.settle(network);
  }

  /** TRON: the payment expires without a block that has it. */
  async function expire({ pool, chain }: PaidPool): Promise<void> {
    chain.mine(30);
    await pool.scan();
  }

  const giveBack = ({ pool, adminId, id: withdrawalId }: PaidPool): Promise<void> =>
    giveBackWithdrawal(pool.deps, { adminId, origin, withdrawalId });

  const countMails = async (pool: TestPool, email = 'alice@example.org'): Promise<number> =>
    (
      await pool.deps.db.read
        .selectFrom('mail')
        .select('id')
        .where('recipient', '=', email)
        .where('subject', '=', 'Your withdrawal failed')
        .execute()
    ).length;

  const readOwnFunds = async (pool: TestPool): Promise<bigint> =>
    (await getPosition(pool.deps.db.read, 'USDT')).ownFundsAvailableMicro;

  it.each([
    ['USDT', failInNewBlocks, 'did not carry it out in the new ones'],
    ['TRX', expire, 'can never pay it again'],
  ] as const)('is given back by an admin, with its fee, in %s', async (currency, lose, how) => {
    const paid = await makeReplaced(currency);
    const { pool, alice, id, network } = paid;
    await expectBalances(pool, alice, currency, { withdrawable: '19.500000' });
    await lose(paid);
    await pool.settle(network);
    expect(await readOutgoing(pool, id)).toBe('lost');
    expect(await readState(pool, id)).toMatchObject({ state: 'confirmed' });
    await expectBalances(pool, alice, currency, { withdrawable: '19.500000' });
    expect(await findHalt(pool.deps)).toContain(`replaced the block that paid withdrawal ${id}, and ${how}`);
    expect(await verifyBooks(pool.deps)).toEqual([]);
    const findReason = async () =>
      (await getWithdrawal(pool.deps, { userId: alice, withdrawalId: id })).reason;
    expect(await findReason()).toBe('payment-lost');
    await giveBack(paid);
    expect(await readOutgoing(pool, id)).toBe('returned');
    expect(await readState(pool, id)).toMatchObject({ state: 'failed' });
    await expectBalances(pool, alice, currency, { withdrawable: '60.000000', onHold: '0.000000' });
    expect(await getTotals(pool.deps, 'withdrawal')).toMatchObject({ totalMicro: { [currency]: 0n } });
    expect(await verifyBooks(pool.deps)).toEqual([]);
    expect(await countMails(pool)).toBe(1);
    expect(await findReason()).toBe('block-replaced');
    expect(await reconcile(pool.deps, 'USDT')).toMatchObject({ unexplainedUnits: 0n });
  });

  it('has a notice of its network, also once payouts were resumed, until it is given back', async () => {
    const paid = await makeReplaced('USDT');
    const { pool, adminId } = paid;
    const listOpen = async (): Promise<unknown[]> => {
      await refreshNotices(pool.deps);
      const { notices } = await listNotices(pool.deps, adminId);
      const open = notices.filter(({ kind, resolvedAt }) => kind === 'payment-lost' && resolvedAt === null);
      return open.map(({ subject, details }) => [subject, details]);
    };
    expect(await listOpen()).toEqual([]);
    await failInNewBlocks(paid);
    expect(await listOpen()).toEqual([['BSC', { network: 'BSC', count: '1' }]]);
    await resume(pool, adminId);
    expect(await listOpen()).toEqual([['BSC', { network: 'BSC', count: '1' }]]);
    await giveBack(paid);
    expect(await listOpen()).toEqual([]);
  });

  it('is withdrawn again on request, and paid once', async () => {
    const paid = await makeReplaced('USDT');
    const { pool, adminId, alice, chain, network } = paid;
    await failInNewBlocks(paid);
    await giveBack(paid);
    await reverseDeposits(pool.deps, network);
    await resume(pool, adminId);
    const again = await ask(pool, alice, { address: ALICES.USDT, currency: 'USDT' });
    await sendWithdrawals(pool.deps, network);
    chain.finalize();
    await pool.settle(network);
    await pool.scan();
    expect(await readState(pool, again.id)).toMatchObject({ state: 'confirmed' });
    expect(chain.getUnits(ALICES.USDT, 'USDT')).toBe(toChainUnits('USDT', micro('40')));
    await expectBalances(pool, alice, 'USDT', { withdrawable: '19.500000' });
    expect(await reconcile(pool.deps, 'USDT')).toMatchObject({ unexplainedUnits: 0n });
  });

  it.each([
    ['500.300000', '59.700000'],
    ['500.500000', '59.500000'],
  ])('comes back with as much of its fee as own funds have: %s of 500.5 are spent', async (spent, left) => {
    const paid = await makeReplaced('USDT');
    const { pool, alice, id } = paid;
    await fundReserve(pool.deps, { currency: 'USDT', amountMicro: micro(spent) });
    await failInNewBlocks(paid);
    await giveBack(paid);
    await expectBalances(pool, alice, 'USDT', { withdrawable: left });
    expect(await readOwnFunds(pool)).toBe(0n);
    expect((await getWithdrawal(pool.deps, { userId: alice, withdrawalId: id })).reason).toBe(
      'block-replaced-fee-short',
    );
  });

  it('comes back after the fees that what is in flight may still cost: these are paid out of own funds alone', async () => {
    const paid = await makeReplaced('TRX');
    const { pool, alice } = paid;
    await expire(paid);
    await pool.settle('TRON');
    await pool.deps.db.transaction(async (tx) => {
      const row = { id: 'in flight', network: 'TRON', purpose: 'sweep', state: 'open' } as const;
      await tx
        .insertInto('outgoing')
        .values({ ...row, feeMicro: micro('500.4'), createdAt: 0 })
        .execute();
    });
    await giveBack(paid);
    await expectBalances(pool, alice, 'TRX', { withdrawable: '59.600000' });
  });

  it('comes back to own funds when it was the operator’s', async () => {
    const paid = await makePaidPool((await open()).database, 'USDT');
    const { pool, adminId, chain, network } = paid;
    const ownMicro = await readOwnFunds(pool);
    const { id } = await requestOperatorWithdrawal(pool.deps, {
      adminId,
      origin,
      currency: 'USDT',
      address: '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
      amountMicro: micro('30'),
      idempotencyKey: 'own funds',
    });
    await sendWithdrawals(pool.deps, network);
    chain.finalize();
    await pool.settle(network);
    await pool.scan();
    expect(await readOwnFunds(pool)).toBe(ownMicro - micro('30'));
    await replaceBlocks(paid, DEPTH - 1);
    await failInNewBlocks(paid);
    const { rows } = await listReopened(pool.deps, { page: 1, limit: 9 });
    expect(rows.map((row) => row.withdrawal?.source)).toEqual(['operator']);
    await giveBack({ ...paid, id });
    expect(await readOwnFunds(pool)).toBe(ownMicro);
    expect(await countMails(pool, 'operator@example.org')).toBe(1);
    await expectBalances(pool, paid.alice, 'USDT', { withdrawable: '19.500000' });
  });

  it('is told to its owner’s programs', async () => {
    const paid = await makePaidPool((await open()).database, 'USDT');
    const { pool } = paid;
    const actor = await enter(pool.deps, { email: 'alice@example.org', password: PASSWORD });
    await createWebhook(pool.deps, { actor, url: 'https://alice.example.org/', password: PASSWORD });
    await replaceBlocks(paid);
    await failInNewBlocks(paid);
    await giveBack(paid);
    const rows = await pool.deps.db.read.selectFrom('webhookDelivery').select('payload').execute();
    expect(rows.map(({ payload }) => JSON.parse(payload))).toMatchObject([
      { type: 'withdrawal.failed', data: { id: paid.id, amount: '40.000000' } },
    ]);
  });

  it.each([
    ['is sent again while it is lost', false],
    ['is not sent again once it was given back', true],
  ])('%s, when its blocks are replaced once more', async (_which, isGivenBack) => {
    const paid = await makeReplaced('USDT');
    const { pool, chain, network, id } = paid;
    await failInNewBlocks(paid);
    if (isGivenBack) await giveBack(paid);
    await replaceBlocks(paid);
    expect(await readOutgoing(pool, id)).toBe(isGivenBack ? 'watched' : 'open');
    const sent = chain.broadcasts.length;
    for (let times = 0; times < 3; times += 1) await pool.settle(network);
    const payee = new Set(chain.broadcasts.slice(sent).map((raw) => JSON.parse(raw).to));
    expect(payee).toEqual(new Set([isGivenBack ? chain.deriveAddress(0) : ALICES.USDT]));
    chain.finalize();
    await pool.settle(network);
    expect(await readOutgoing(pool, id)).toBe(isGivenBack ? 'dropped' : 'paid');
    const paidUnits = isGivenBack ? 0n : toChainUnits('USDT', micro('40'));
    expect(chain.getUnits(ALICES.USDT, 'USDT')).toBe(paidUnits);
    expect(await verifyBooks(pool.deps)).toEqual([]);
    expect(await reconcile(pool.deps, 'USDT')).toMatchObject({ unexplainedUnits: 0n });
  });

  it('is not given back by its own owner, nor while the chain may pay it', async () => {
    const paid = await makeReplaced('USDT');
    const { pool, id } = paid;
    await expectRefusal(pool, 'WITHDRAWAL_NOT_LOST', () => giveBack(paid));
    await failInNewBlocks(paid);
    await expectRefusal(pool, 'FORBIDDEN', () => giveBack({ ...paid, adminId: paid.alice }));
    await giveBack(paid);
    await expectRefusal(pool, 'WITHDRAWAL_NOT_LOST', () => giveBack(paid));
    expect(await readOutgoing(pool, id)).toBe('returned');
  });

  it('is not given back where a transaction that the database does not know pays it in the new blocks', async () => {
    const { pool, alice, id, chain, network } = await makeReplaced('USDT');
    const { nonce } = await pool.deps.db.read
      .selectFrom('outgoingTransaction')
      .select('nonce')
      .where('subject', '=', id)
      .executeTakeFirstOrThrow();
    const units = toChainUnits('USDT', micro('40'));
    const other = { fromIndex: 0, currency: 'USDT', to: ALICES.USDT, units, nonce: nonce ?? -1 } as const;
    await chain.broadcast((await chain.signTransfer(other)).raw);
    chain.finalize();
    expect(await pool.settle(network)).toBe(1);
    expect(await pool.settle(network)).toBe(0);
    expect(await readOutgoing(pool, id)).toBe('paid');
    expect(await readState(pool, id)).toMatchObject({ state: 'confirmed' });
    expect(chain.getUnits(ALICES.USDT, 'USDT')).toBe(units);
    await expectBalances(pool, alice, 'USDT', { withdrawable: '19.500000' });
  });

  it('is lost once, also by a process that asked the chain before an admin resumed payouts', async () => {
    const paid = await makeReplaced('TRX');
    const { pool, adminId, alice, chain, network } = paid;
    await expire(paid);
    const findProof = chain.findDropProof.bind(chain);
    vi.spyOn(chain, 'findDropProof').mockImplementationOnce(async (signed) => {
      const proof = await findProof(signed);
      await settle(pool.deps, network);
      await resume(pool, adminId);
      return proof;
    });
    await pool.settle(network);
    expect(await findHalt(pool.deps)).toBeUndefined();
    await giveBack(paid);
    expect(await countMails(pool)).toBe(1);
    await expectBalances(pool, alice, 'TRX', { withdrawable: '60.000000' });
  });

  it('is named on its network, however many reasons halt payouts on all of them', async () => {
    const paid = await makeReplaced('TRX');
    const { pool, adminId, id, network } = paid;
    for (let reason = 0; reason < 5; reason += 1)
      await haltPayouts(pool.deps, { adminId, origin, reason: `${reason}${' and so on'.repeat(45)}` });
    await expire(paid);
    await pool.settle(network);
    expect(await findHalt(pool.deps)).toContain(id);
    expect(await readOutgoing(pool, id)).toBe('lost');
  });
});
