// Goal: one lying node of two moves no money: nothing is credited that is not there, given back that was paid, or booked as a fee that no one took.
// Method: both databases; a chain in memory, asked through two nodes of which one lies, in each method and in either place.
import { type Chain, FailoverChain } from '@glasspool/chains';
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { createAdmin } from '@glasspool/identity';
import { describe, expect, it } from 'vitest';
import { releaseWallet } from './balances/index.ts';
import { verifyBooks } from './books/index.ts';
import { confirmDeposits, reverseDeposits, scanChain } from './deposits/index.ts';
import { resumePayouts } from './halts/index.ts';
import { recordGasTopUp } from './hot-wallet/index.ts';
import { findHalt, tripCircuitBreakerNow } from './outgoing/index.ts';
import { TestPool } from './testing/index.ts';
import { getWallets } from './wallets/index.ts';
import { confirmWithdrawals, requestWithdrawal, sendWithdrawals } from './withdrawals/index.ts';

const OUT = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const ONE = 10n ** 18n;
const origin = { ipAddress: '10.0.0.7', requestId: 'req-1' };
const FAKE_HASH = `0x${'e'.repeat(64)}`;

type Lies = Partial<Record<keyof Chain, unknown>>;
/** Lies in one method, made for a pool whose user Alice has an address. */
type Lie = (honest: Chain, alicesAddress: string) => Lies | Promise<Lies>;

const offHead =
  (by: number): Lie =>
  (honest) => ({
    getHead: async () => {
      const head = await honest.getHead();
      const [height, finalizedHeight] = [head.height + by, head.finalizedHeight + by].map((at) =>
        Math.max(0, at),
      );
      return { ...head, height, finalizedHeight };
    },
  });
const outcome =
  (change: object): Lie =>
  (honest) => ({
    getOutcome: async (txHash: string) => {
      const told = await honest.getOutcome(txHash);
      const invented = {
        status: 'mined',
        blockHeight: 1,
        isFinal: true,
        succeeded: true,
        feeCurrency: 'BNB',
        feeUnits: 1n,
      };
      return { ...invented, ...(told.status === 'mined' ? told : {}), ...change };
    },
  });
const fake = (to: string, block: { height: number; hash: string }) => ({
  txHash: FAKE_HASH,
  logIndex: 0,
  from: OUT,
  to,
  units: 900n * ONE,
  blockHeight: block.height,
  blockHash: block.hash,
});

/** A block ahead of the other, in which Alice was paid: consistent in all that it is asked. */
const inventsBlock: Lie = async (honest, to) => {
  const { height } = await honest.getHead();
  const parent = await honest.findBlock(height);
  const block = { height: height + 1, hash: `0x${'f'.repeat(64)}`, parentHash: parent?.hash ?? '' };
  const transfer = fake(to, block);
  return {
    getHead: async () => ({
      ...(await honest.getHead()),
      height: block.height,
      finalizedHeight: block.height,
    }),
    findBlock: async (at: number) => (at === block.height ? block : honest.findBlock(at)),
    readBlocks: async (range: { from: number; to: number }) =>
      range.from === block.height && range.to === block.height
        ? { first: block, last: block, transfers: [transfer], unreadable: [] }
        : honest.readBlocks(range),
    findFinalTransfer: async (event: { txHash: string; logIndex: number }) =>
      event.txHash === FAKE_HASH ? transfer : honest.findFinalTransfer(event),
    readSettledBalances: async () => [{ height: block.height, units: 10_000n * ONE }],
  };
};

/** A transfer to Alice in a block that is really there. */
const inventsTransfer: Lie = (honest, to) => {
  let transfer: ReturnType<typeof fake> | undefined;
  return {
    readBlocks: async (range: { from: number; to: number }) => {
      const page = await honest.readBlocks(range);
      if (page === undefined) return page;
      transfer ??= fake(to, page.last);
      return { ...page, transfers: [...page.transfers, transfer] };
    },
    findFinalTransfer: async (event: { txHash: string; logIndex: number }) =>
      event.txHash === FAKE_HASH ? transfer : honest.findFinalTransfer(event),
    readSettledBalances: async () => [{ height: 1_000_000, units: 10_000n * ONE }],
  };
};

/**
 * One or more lies for each method that asks a node; null for what asks none, or tells what is published and moves nothing. A new method of
 * a chain needs its line here.
 */
const LIES: Readonly<Record<keyof Chain, Readonly<Record<string, Lie>> | null>> = {
  network: null,
  currency: null,
  payment: null,
  forbiddenPayees: null,
  blockAgeMaxMs: null,
  signedForMs: null,
  [Symbol.dispose]: null,
  deriveAddress: null,
  readSigned: null,
  signStatement: null,
  getChainId: null,
  findRawTransaction: null,
  proveBalances: null,
  assertAllowedNetwork: { nothing: () => ({ assertAllowedNetwork: async () => undefined }) },
  getHead: {
    'a million ahead': offHead(1_000_000),
    'a million behind': offHead(-1_000_000),
    'one ahead': offHead(1),
  },
  findBlock: {
    'another block': (honest) => ({
      findBlock: async (at: number) => ({
        ...(await honest.findBlock(at)),
        height: at,
        hash: `0x${'d'.repeat(64)}`,
      }),
    }),
  },
  readBlocks: { 'a block that is not there': inventsBlock, 'a transfer that was not made': inventsTransfer },
  findFinalTransfer: {
    'what is asked for': (_honest, to) => ({
      findFinalTransfer: async () => fake(to, { height: 1, hash: '0x' }),
    }),
    nothing: () => ({ findFinalTransfer: async () => undefined }),
  },
  getBalanceUnits: {
    more: (honest) => ({
      getBalanceUnits: async (address: string, currency: 'BNB' | 'USDT') =>
        (await honest.getBalanceUnits(address, currency)) + ONE,
    }),
    nothing: () => ({ getBalanceUnits: async () => 0n }),
  },
  readSettledBalances: {
    more: () => ({ readSettledBalances: async () => [{ height: 1_000_000, units: 10n ** 30n }] }),
  },
  getOutcome: {
    'a failure': outcome({ succeeded: false }),
    'a fee of 1,000 coins': outcome({ feeUnits: 1_000n * ONE }),
    'a fee beyond 64 bits': outcome({ feeUnits: 10n ** 40n }),
    'finality ahead of time': outcome({ isFinal: true }),
    nothing: () => ({ getOutcome: async () => ({ status: 'unknown' }) }),
  },
  reportTransaction: { nothing: () => ({ reportTransaction: async () => ({ status: 'unknown' }) }) },
  findDropProof: {
    'a proof': () => ({ findDropProof: async () => ({ reason: 'expired', solidHeight: 1 }) }),
  },
  quoteSend: {
    'no fee': (honest) => ({
      quoteSend: async (intent: never) => ({ ...(await honest.quoteSend(intent)), feeMaxUnits: 0n }),
    }),
  },
  getNonce: {
    'a thousand': () => ({ getNonce: async () => 1_000 }),
    none: () => ({ getNonce: async () => 0 }),
  },
  signTransfer: { refused: () => ({ signTransfer: () => Promise.reject(new Error('away')) }) },
  signReplacement: { none: () => ({ signReplacement: async () => undefined }) },
  signVoid: { none: () => ({ signVoid: async () => undefined }) },
  broadcast: { 'that it was taken': () => ({ broadcast: async () => FAKE_HASH }) },
};

const CASES = Object.entries(LIES).flatMap(([method, lies]) =>
  Object.entries(lies ?? {}).flatMap(([what, lie]) =>
    ['lying first', 'honest first'].map((order) => [method, what, order, lie] as const),
  ),
);

function lying(honest: Chain, lies: Lies): Chain {
  return new Proxy(honest, {
    get: (target, name) => {
      // The keys of the lies are methods of a chain.
      const lie = lies[name as keyof Chain];
      if (lie !== undefined) return lie;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

describeEachDatabase('one lying node of two', (open) => {
  /** A pool whose hot wallet has 5,000 USDT of the operator, and Alice 100. */
  async function start(order: string, lie: Lie) {
    const pool = await new TestPool((await open()).database).start();
    pool.bsc.fundGas(ONE);
    await recordGasTopUp(pool.deps);
    await pool.fundReserve('USDT', '5000');
    const alice = await pool.signUp('alice');
    await pool.deposit(alice, 'USDT', '100');
    await releaseWallet(pool.deps, { userId: alice, currency: 'USDT' });
    const liar = lying(pool.bsc, await lie(pool.bsc, await pool.deriveAddress(alice, 'USDT')));
    const chain = new FailoverChain(order === 'lying first' ? [liar, pool.bsc] : [pool.bsc, liar]);
    const deps = { ...pool.deps, chains: { ...pool.deps.chains, BSC: chain } };
    return { pool, alice, deps, chain };
  }
  type Started = Awaited<ReturnType<typeof start>>;

  /** The work of a pool. What nodes that differ do not allow is tried again. */
  async function work({ deps }: Started): Promise<void> {
    for (let round = 0; round < 3; round += 1)
      for (const step of [
        () => scanChain(deps, 'BSC'),
        () => confirmDeposits(deps, 'BSC'),
        () => reverseDeposits(deps, 'BSC'),
        () => sendWithdrawals(deps, 'BSC'),
        () => confirmWithdrawals(deps, 'BSC'),
        () => recordGasTopUp(deps),
      ])
        await step().catch(() => undefined);
  }

  describe.each(CASES)('that lies in %s: %s, %s', (_method, _what, order, lie) => {
    it('moves no money', async () => {
      const started = await start(order, lie);
      const { pool, alice, deps } = started;
      const withdrawn = { userId: alice, currency: 'USDT', address: OUT, amountMicro: micro('10') } as const;
      await requestWithdrawal(deps, withdrawn).catch(() => undefined);
      await work(started);
      pool.bsc.deposit(await pool.deriveAddress(alice, 'USDT'), 7n * ONE);
      pool.bsc.finalize();
      await work(started);
      const [wallet] = (await getWallets(deps, alice)).filter(({ currency }) => currency === 'USDT');
      const paidUnits = pool.bsc.getUnits(OUT, 'USDT');
      const withdrawals = await deps.db.read.selectFrom('withdrawal').select('state').execute();
      const hasFailed = withdrawals.some(({ state }) => state === 'failed');
      const hersMicro = (wallet?.walletMicro ?? 0n) + (wallet?.withdrawableMicro ?? 0n);
      // She has what she sent, less what she took out with its fee; never what she took out as well.
      expect(hersMicro).toBeLessThanOrEqual(micro('107') - (paidUnits > 0n ? micro('10') : 0n));
      expect(hasFailed && paidUnits > 0n).toBe(false);
      const fees = await deps.db.read.selectFrom('networkFee').select('amountMicro').execute();
      for (const { amountMicro } of fees) expect(amountMicro).toBeLessThan(micro('0.01'));
      const topUps = await deps.db.read.selectFrom('gasTopUp').select('amountMicro').execute();
      expect(topUps.map(({ amountMicro }) => amountMicro)).toEqual([micro('1')]);
      expect(await verifyBooks(deps)).toEqual([]);
    });
  });

  it.each(['lying first', 'honest first'])('holds up no honest deposit by its head: %s', async (order) => {
    for (const by of [1_000_000, -1_000_000]) {
      const started = await start(order, offHead(by));
      const { pool, alice } = started;
      pool.bsc.deposit(await pool.deriveAddress(alice, 'USDT'), 7n * ONE);
      pool.bsc.finalize();
      await work(started);
      const [wallet] = (await getWallets(pool.deps, alice)).filter(({ currency }) => currency === 'USDT');
      expect(wallet?.walletMicro).toBe(micro('7'));
    }
  });

  it('is told with both answers', async () => {
    const started = await start('honest first', outcome({ succeeded: false }));
    const { deps, alice, chain, pool } = started;
    await requestWithdrawal(deps, {
      userId: alice,
      currency: 'USDT',
      address: OUT,
      amountMicro: micro('10'),
    });
    await work(started);
    pool.bsc.finalize();
    await work(started);
    const [difference] = chain.listDifferences(0);
    expect(difference?.question).toMatch(/^outcome of /);
    expect(difference?.answers.map((answer) => answer.includes('"succeeded":true'))).toEqual([true, false]);
    expect(chain.listDifferences(60_000)).toEqual([]);
  });

  it('leaves no nonce used that the chain has not used, when an admin resumes', async () => {
    const { pool, deps } = await start('lying first', () => ({ getNonce: async () => 200_000 }));
    const { userId: adminId } = await createAdmin(deps, 'root@example.org');
    await tripCircuitBreakerNow(deps, 'An admin looks.');
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
