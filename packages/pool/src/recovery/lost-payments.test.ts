// Goal: a payment that was final, in a block that the chain then replaced, and that it does not carry out again, goes back to its payer: the books
// owe the money at once, its owner is told, and payouts stop for an admin to look at the chain, all of it once. Method: both databases; chains in memory,
// with and without nonces; a payment that fails in the new blocks, or can never happen any more; answers that came before.
import { type Currency, toChainUnits } from '@glasspool/core';
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { enter } from '@glasspool/identity/testing';
import { createWebhook } from '@glasspool/identity/webhooks';
import { getPosition } from '@glasspool/ledger';
import { expect, it, vi } from 'vitest';
import { reconcile } from '../books/index.ts';
import { reverseDeposits } from '../deposits/index.ts';
import { haltPayouts } from '../halts/index.ts';
import { addAdopted, findHalt } from '../outgoing/index.ts';
import { fundReserve } from '../reserve/index.ts';
import { expectBalances, type TestPool } from '../testing/index.ts';
import { getTotals } from '../totals/index.ts';
import {
  confirmWithdrawals,
  getWithdrawal,
  requestOperatorWithdrawal,
  sendWithdrawals,
} from '../withdrawals/index.ts';
import { followAdopted } from './index.ts';
import {
  ALICES,
  ask,
  DEPTH,
  makePaidPool,
  origin,
  type PaidPool,
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
    await followAdopted(pool.deps, network);
    chain.finalize();
    chain.failsTransfers = false;
    await pool.scan();
    await followAdopted(pool.deps, network);
  }

  /** TRON: the payment expires without a block that has it. */
  async function expire({ pool, chain }: PaidPool): Promise<void> {
    chain.mine(30);
    await pool.scan();
  }

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
  ] as const)('is owed to its payer again, with its fee, in %s', async (currency, lose, how) => {
    const paid = await makeReplaced(currency);
    const { pool, alice, id, network } = paid;
    await expectBalances(pool, alice, currency, { withdrawable: '19.500000' });
    await lose(paid);
    await followAdopted(pool.deps, network);
    expect(await readState(pool, id)).toMatchObject({ state: 'failed' });
    await expectBalances(pool, alice, currency, { withdrawable: '60.000000', onHold: '0.000000' });
    expect(await getTotals(pool.deps, 'withdrawal')).toMatchObject({ totalMicro: { [currency]: 0n } });
    expect(await findHalt(pool.deps)).toContain(`replaced the block that paid withdrawal ${id}, and ${how}`);
    expect(await countMails(pool)).toBe(1);
    expect((await getWithdrawal(pool.deps, { userId: alice, withdrawalId: id })).reason).toBe(
      'block-replaced',
    );
    expect(await reconcile(pool.deps, 'USDT')).toMatchObject({ unexplainedUnits: 0n });
  });

  it('is withdrawn again on request, and paid once', async () => {
    const paid = await makeReplaced('USDT');
    const { pool, adminId, alice, chain, network } = paid;
    await failInNewBlocks(paid);
    await reverseDeposits(pool.deps, network);
    await resume(pool, adminId);
    const again = await ask(pool, alice, { address: ALICES.USDT, currency: 'USDT' });
    await sendWithdrawals(pool.deps, network);
    chain.finalize();
    await confirmWithdrawals(pool.deps, network);
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
    await expectBalances(pool, alice, 'USDT', { withdrawable: left });
    expect(await readOwnFunds(pool)).toBe(0n);
    expect((await getWithdrawal(pool.deps, { userId: alice, withdrawalId: id })).reason).toBe(
      'block-replaced-fee-short',
    );
  });

  it('comes back after the fees that what is in flight may still cost: these are paid out of own funds alone', async () => {
    const paid = await makeReplaced('TRX');
    const { pool, alice } = paid;
    await pool.deps.db.transaction(async (tx) => {
      const row = { subject: 'in flight', currency: 'TRX', amountMicro: micro('500.4') } as const;
      await tx.insertInto('committedFee').values(row).execute();
    });
    await expire(paid);
    await followAdopted(pool.deps, 'TRON');
    await expectBalances(pool, alice, 'TRX', { withdrawable: '59.600000' });
  });

  it('comes back to own funds when it was the operator’s', async () => {
    const paid = await makePaidPool((await open()).database, 'USDT');
    const { pool, adminId, chain, network } = paid;
    const ownMicro = await readOwnFunds(pool);
    await requestOperatorWithdrawal(pool.deps, {
      adminId,
      origin,
      currency: 'USDT',
      address: '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
      amountMicro: micro('30'),
      idempotencyKey: 'own funds',
    });
    await sendWithdrawals(pool.deps, network);
    chain.finalize();
    await confirmWithdrawals(pool.deps, network);
    await pool.scan();
    expect(await readOwnFunds(pool)).toBe(ownMicro - micro('30'));
    await replaceBlocks(paid, DEPTH - 1);
    await failInNewBlocks(paid);
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
    const rows = await pool.deps.db.read.selectFrom('webhookDelivery').select('payload').execute();
    expect(rows.map(({ payload }) => JSON.parse(payload))).toMatchObject([
      { type: 'withdrawal.failed', data: { id: paid.id, amount: '40.000000' } },
    ]);
  });

  it('is not sent again by a later reorganization', async () => {
    const paid = await makeReplaced('USDT');
    const { pool, chain, network } = paid;
    await failInNewBlocks(paid);
    const sent = chain.broadcasts.length;
    await replaceBlocks(paid);
    for (let times = 0; times < 3; times += 1) await followAdopted(pool.deps, network);
    expect(chain.broadcasts).toHaveLength(sent);
    chain.finalize();
    expect(chain.getUnits(ALICES.USDT, 'USDT')).toBe(0n);
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
    expect(await followAdopted(pool.deps, network)).toBe(1);
    expect(await followAdopted(pool.deps, network)).toBe(0);
    expect(await readState(pool, id)).toMatchObject({ state: 'confirmed' });
    expect(chain.getUnits(ALICES.USDT, 'USDT')).toBe(units);
    await expectBalances(pool, alice, 'USDT', { withdrawable: '19.500000' });
  });

  it('is given back once, also by a process that asked the chain before an admin resumed payouts', async () => {
    const paid = await makeReplaced('TRX');
    const { pool, adminId, alice, chain, network } = paid;
    await expire(paid);
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
    await expectBalances(pool, alice, 'TRX', { withdrawable: '60.000000' });
  });

  it('is given back once, also when a scanner that asked the chain before has it followed again', async () => {
    const paid = await makeReplaced('TRX');
    const { pool, adminId, alice, id, network } = paid;
    await expire(paid);
    await followAdopted(pool.deps, network);
    await resume(pool, adminId);
    await pool.deps.db.transaction((tx) => addAdopted(tx, { network, subject: id }));
    expect(await followAdopted(pool.deps, network)).toBe(1);
    expect(await findHalt(pool.deps)).toBeUndefined();
    expect(await followAdopted(pool.deps, network)).toBe(0);
    expect(await countMails(pool)).toBe(1);
    await expectBalances(pool, alice, 'TRX', { withdrawable: '60.000000' });
  });

  it('is given back while so many reasons halt payouts that there is no room for its own', async () => {
    const paid = await makeReplaced('TRX');
    const { pool, adminId, alice, id, network } = paid;
    for (let reason = 0; reason < 5; reason += 1)
      await haltPayouts(pool.deps, { adminId, origin, reason: `${reason}${' and so on'.repeat(45)}` });
    await expire(paid);
    await followAdopted(pool.deps, network);
    expect(await findHalt(pool.deps)).not.toContain(id);
    await expectBalances(pool, alice, 'TRX', { withdrawable: '60.000000' });
  });
});
