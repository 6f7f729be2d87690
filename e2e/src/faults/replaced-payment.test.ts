// Goal: a payment in a final block that a chain replaces, and replaces again, is made once: the same bytes are sent, and books and chain agree to
// the last unit. One that the new blocks cannot carry out is lost until an admin gives it back. Method: real nodes that give up blocks deeper than their finality;
// both databases; on BSC the tokens of the hot wallet are gone when it is sent again, on TRON it expires before.
import { mintTestToken, sendTestBnb, sendTestTrx, TEST_USDT_ADDRESS } from '@glasspool/chains/local';
import {
  CURRENCY_OF,
  MINUTE_MS,
  NETWORKS,
  type Network,
  toChainUnits,
  type UserId,
  type WithdrawalId,
} from '@glasspool/core';
import { ManualClock, micro, SeededRandom } from '@glasspool/core/testing';
import { describeEachDatabase, type TestDatabase } from '@glasspool/db/testing';
import { createAdmin } from '@glasspool/identity/accounts';
import { releaseWallet } from '@glasspool/pool/balances';
import { reconcile, verifyBooks } from '@glasspool/pool/books';
import { reverseDeposits } from '@glasspool/pool/deposits';
import { resumePayouts } from '@glasspool/pool/halts';
import { recordGasTopUp } from '@glasspool/pool/hot-wallet';
import { findHalt } from '@glasspool/pool/outgoing';
import { expectBalances, TestPool } from '@glasspool/pool/testing';
import { giveBackWithdrawal, requestWithdrawal, sendWithdrawals } from '@glasspool/pool/withdrawals';
import { JsonRpcProvider, toQuantity } from 'ethers';
import { expect, it } from 'vitest';
import { type FaultyChains, FINALITY_BLOCKS, startFaultyChains } from './faulty-chains.ts';

const PAYEES = {
  BSC: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  TRON: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
} as const;
const TO_FINAL = FINALITY_BLOCKS + 1;
/** More than a transaction of TRON lives. */
const EXPIRED_AFTER_MS = 12 * MINUTE_MS;
const origin = { ipAddress: 'test', requestId: 'replaced' };

describeEachDatabase('a payment in blocks that real nodes replace', (open) => {
  it.each(NETWORKS)('is made once on %s', async (network) => {
    const clock = new ManualClock(Date.now());
    await using faulty = await startFaultyChains(new SeededRandom(1), clock);
    const { pool, adminId, userId } = await openPool(await open(), faulty, clock);
    const chain = faulty.honest[network];
    const currency = CURRENCY_OF[network];
    const payee = PAYEES[network];
    const before = await chain.getBalanceUnits(payee, currency);
    const readPaid = async (): Promise<bigint> => (await chain.getBalanceUnits(payee, currency)) - before;
    const paidUnits = toChainUnits(currency, micro('40'));

    await pay(pool, faulty, { userId, network });
    for (let times = 0; times < 2; times += 1) {
      expect(await readPaid()).toBe(paidUnits);
      await replace(pool, faulty, { adminId, network });
      expect(await readPaid()).toBe(0n);
      expect(await pool.settle(network)).toBe(0);
      await faulty.mine(network, TO_FINAL);
      expect(await pool.settle(network)).toBe(1);
      expect(await pool.settle(network)).toBe(0);
      await reverseDeposits(pool.deps, network);
    }
    expect(await readPaid()).toBe(paidUnits);
    expect(await findHalt(pool.deps)).toBeUndefined();
    // A later block takes a lower fee on BSC, which the books follow.
    for (const one of ['USDT', 'TRX', 'BNB'] as const)
      expect(await reconcile(pool.deps, one)).toMatchObject({ currency: one, unexplainedUnits: 0n });
    expect(await verifyBooks(pool.deps)).toEqual([]);
  });

  it.each(NETWORKS)(
    'is given back by an admin on %s where the new blocks cannot carry it out',
    async (network) => {
      const clock = new ManualClock(Date.now());
      await using faulty = await startFaultyChains(new SeededRandom(1), clock);
      const { pool, adminId, userId } = await openPool(await open(), faulty, clock);
      const currency = CURRENCY_OF[network];
      const id = await pay(pool, faulty, { userId, network });
      await expectBalances(pool, userId, currency, { withdrawable: '19.500000' });
      await replace(pool, faulty, { adminId, network });
      if (network === 'TRON') {
        clock.advance(EXPIRED_AFTER_MS);
        await faulty.mine(network, TO_FINAL);
      } else await withoutTokens(faulty, () => pool.settle(network));
      await pool.scan();
      expect(await pool.settle(network)).toBe(1);
      expect(await pool.settle(network)).toBe(0);
      expect(await findHalt(pool.deps)).toContain(`replaced the block that paid withdrawal ${id}`);
      for (const one of ['USDT', 'TRX', 'BNB'] as const)
        expect(await reconcile(pool.deps, one)).toMatchObject({ currency: one, unexplainedUnits: 0n });
      await giveBackWithdrawal(pool.deps, { adminId, origin, withdrawalId: id });
      await expectBalances(pool, userId, currency, { withdrawable: '60.000000', onHold: '0.000000' });
      expect(await faulty.honest[network].getBalanceUnits(PAYEES[network], currency)).toBe(0n);
      for (const one of ['USDT', 'TRX', 'BNB'] as const)
        expect(await reconcile(pool.deps, one)).toMatchObject({ currency: one, unexplainedUnits: 0n });
    },
  );
});

/** Alice asks for 40, and is paid in a final block. Returns her withdrawal. */
async function pay(
  pool: TestPool,
  faulty: FaultyChains,
  { userId, network }: { userId: UserId; network: Network },
): Promise<WithdrawalId> {
  const payment = {
    userId,
    currency: CURRENCY_OF[network],
    address: PAYEES[network],
    amountMicro: micro('40'),
  };
  const { id } = await requestWithdrawal(pool.deps, payment);
  expect(await sendWithdrawals(pool.deps, network)).toBe(1);
  await faulty.mine(network, TO_FINAL);
  expect(await pool.settle(network)).toBe(1);
  await pool.scan();
  return id;
}

/** Replaces the newest blocks by empty ones, and has an admin resume payouts. */
async function replace(
  pool: TestPool,
  faulty: FaultyChains,
  { adminId, network }: { adminId: UserId; network: Network },
): Promise<void> {
  await faulty.reorganize(network, TO_FINAL, false);
  for (let step = 0; step < 3; step += 1) await pool.scan();
  expect(await findHalt(pool.deps)).toContain('replaced blocks');
  await resumePayouts(pool.deps, { adminId, origin, reason: 'Looked into it.' });
}

/** Sends while the hot wallet has no tokens, until what was sent is final, and puts them back. */
async function withoutTokens(faulty: FaultyChains, send: () => Promise<unknown>): Promise<void> {
  const { BSC } = faulty.honest;
  const node = new JsonRpcProvider(faulty.bscUrl);
  const has = await BSC.getBalanceUnits(BSC.deriveAddress(0), 'USDT');
  const setTokens = (units: bigint): Promise<unknown> =>
    node.send('anvil_dealERC20', [BSC.deriveAddress(0), TEST_USDT_ADDRESS, toQuantity(units)]);
  await setTokens(0n);
  await send();
  await faulty.mine('BSC', TO_FINAL);
  await setTokens(has);
  node.destroy();
}

/** A pool with a funded hot wallet, an admin, and alice, who may withdraw 60 of each currency. */
async function openPool({ database }: TestDatabase, faulty: FaultyChains, clock: ManualClock) {
  const { bscUrl, tronUrl, honest } = faulty;
  for (const network of NETWORKS) await faulty.mine(network, FINALITY_BLOCKS + 2);
  const pool = await new TestPool(database, {}, faulty.honest, clock).start();
  const { userId: adminId } = await createAdmin(pool.deps, 'root@example.org');
  const userId = await pool.signUp('alice');
  await sendTestBnb(bscUrl, honest.BSC.deriveAddress(0), 10n ** 18n);
  await faulty.mine('BSC', 1);
  for (const address of [honest.BSC.deriveAddress(0), await pool.deriveAddress(userId, 'USDT')]) {
    await mintTestToken(bscUrl, address, toChainUnits('USDT', micro('60')));
    await faulty.mine('BSC', 1);
  }
  for (const address of [honest.TRON.deriveAddress(0), await pool.deriveAddress(userId, 'TRX')])
    await sendTestTrx(tronUrl, address, toChainUnits('TRX', micro('60')));
  for (const network of NETWORKS) await faulty.mine(network, TO_FINAL);
  await pool.scan();
  await recordGasTopUp(pool.deps);
  for (const currency of ['USDT', 'TRX'] as const) await releaseWallet(pool.deps, { userId, currency });
  return { pool, adminId, userId };
}
