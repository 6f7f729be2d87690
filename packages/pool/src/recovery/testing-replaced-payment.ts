// A payment in a final block, and the chain that replaces this block.
import type { Currency, Network, UserId, WithdrawalId } from '@glasspool/core';
import { micro } from '@glasspool/core/testing';
import type { Database } from '@glasspool/db';
import { createAdmin } from '@glasspool/identity/accounts';
import { releaseWallet } from '../balances/index.ts';
import { resumePayouts } from '../halts/index.ts';
import { recordGasTopUp } from '../hot-wallet/index.ts';
import { type SimChain, TestPool } from '../testing/index.ts';
import { requestWithdrawal, sendWithdrawals } from '../withdrawals/index.ts';

export const ALICES = {
  USDT: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  TRX: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
} as const;
export const BOBS = {
  USDT: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  TRX: 'TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZYH',
} as const;
export const DEPTH = 6;
export const origin = { ipAddress: '10.0.0.7', requestId: 'req-1' };

export interface PaidPool {
  readonly pool: TestPool;
  readonly adminId: UserId;
  readonly alice: UserId;
  readonly bob: UserId;
  /** Alice's withdrawal. */
  readonly id: WithdrawalId;
  readonly chain: SimChain;
  readonly network: Network;
}

/** Alice was paid 40 of her 60 in a final block; bob has 60. The operator has 500 in the hot wallet. */
export async function makePaidPool(
  database: Database,
  currency: Currency,
  { fails = false } = {},
): Promise<PaidPool> {
  const pool = await new TestPool(database).start();
  const { userId: adminId } = await createAdmin(pool.deps, 'operator@example.org');
  pool.bsc.fundGas(10n ** 18n);
  await recordGasTopUp(pool.deps);
  await pool.deposit('hotWallet', currency, '500');
  const [alice, bob] = [await pool.signUp('alice'), await pool.signUp('bob')];
  for (const userId of [alice, bob]) {
    await pool.deposit(userId, currency, '60');
    await releaseWallet(pool.deps, { userId, currency });
  }
  const chain = pool.getChain(currency);
  const { network } = chain;
  chain.mine(DEPTH);
  await pool.scan();
  chain.failsTransfers = fails;
  const { id } = await ask(pool, alice, { address: ALICES[currency], currency });
  await sendWithdrawals(pool.deps, network);
  chain.finalize();
  chain.failsTransfers = false;
  await pool.settle(network);
  await pool.scan();
  return { pool, adminId, alice, bob, id, chain, network };
}

/** Asks for a withdrawal of 40. */
export function ask(
  pool: TestPool,
  userId: UserId,
  { address, currency }: { address: string; currency: Currency },
): ReturnType<typeof requestWithdrawal> {
  return requestWithdrawal(pool.deps, { userId, currency, address, amountMicro: micro('40') });
}

/** Replaces the newest blocks by ones that have nothing of what was in them. */
export async function replaceBlocks(
  { pool, chain }: Pick<PaidPool, 'pool' | 'chain'>,
  depth = DEPTH,
): Promise<void> {
  chain.reorganize(depth);
  for (let times = 0; times < 3; times += 1) await pool.scan();
}

/** Replaces the block that has the payment by one of the same height that has it too, with the fee and the result that the chain gives it now. */
export async function replaceAtSameHeight({ pool, chain, id }: PaidPool): Promise<void> {
  const { raw, blockHeight } = await pool.deps.db.read
    .selectFrom('outgoingTransaction')
    .innerJoin('networkFee', 'networkFee.txHash', 'outgoingTransaction.txHash')
    .select(['outgoingTransaction.raw', 'networkFee.blockHeight'])
    .where('outgoingTransaction.subject', '=', id)
    .executeTakeFirstOrThrow();
  const depth = (await chain.getHead()).height - blockHeight + 1;
  chain.reorganize(depth);
  await chain.broadcast(raw);
  chain.reorganize(depth);
  for (let times = 0; times < 3; times += 1) await pool.scan();
}

export function resume(pool: TestPool, adminId: UserId): Promise<void> {
  return resumePayouts(pool.deps, { adminId, origin, reason: 'Looked into it.' });
}

export function readState(pool: TestPool, id: WithdrawalId) {
  return pool.deps.db.read
    .selectFrom('withdrawal')
    .select(['state', 'waitingFor'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** State of what was signed for a withdrawal. */
export async function readOutgoing(pool: TestPool, id: WithdrawalId): Promise<string> {
  const row = pool.deps.db.read.selectFrom('outgoing').select('state').where('id', '=', id);
  return (await row.executeTakeFirstOrThrow()).state;
}
