// Lies of a node, one or more for each method of a chain, and a pool that asks such a node beside an honest one.
import { type BlockId, type Chain, FailoverChain } from '@glasspool/chains';
import type { UserId } from '@glasspool/core';
import type { Database } from '@glasspool/db';
import { releaseWallet } from './balances/index.ts';
import { confirmDeposits, reverseDeposits, scanChain } from './deposits/index.ts';
import { mayDecideAlone } from './halts/index.ts';
import { recordGasTopUp } from './hot-wallet/index.ts';
import { settle } from './outgoing/index.ts';
import { TestPool } from './testing/index.ts';
import { getWallets } from './wallets/index.ts';
import { sendWithdrawals } from './withdrawals/index.ts';

export const OUT = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
export const ONE = 10n ** 18n;
const FAKE_HASH = `0x${'e'.repeat(64)}`;

type Lies = Partial<Record<keyof Chain, unknown>>;
/** Lies in one method, made for a pool whose user Alice has an address. */
export type Lie = (honest: Chain, alicesAddress: string) => Lies | Promise<Lies>;

export const offHead =
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
export const outcome =
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
  entry: 'log/0',
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
        ? { first: block, last: block, blocks: [block], transfers: [transfer], unreadable: [], unproved: 0 }
        : honest.readBlocks(range),
    listFinalTransfers: async (txHash: string) =>
      txHash === FAKE_HASH ? [transfer] : honest.listFinalTransfers(txHash),
    readSettledBalances: async () => ({ told: [{ height: block.height, units: 10_000n * ONE }], enough: 1 }),
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
    listFinalTransfers: async (txHash: string) =>
      txHash === FAKE_HASH && transfer !== undefined ? [transfer] : honest.listFinalTransfers(txHash),
    readSettledBalances: async () => ({ told: [{ height: 1_000_000, units: 10_000n * ONE }], enough: 1 }),
  };
};

/** Leaves every transfer out of every page; a question about one by its hash is answered. */
export const leavesOut: Lie = (honest) => ({
  readBlocks: async (range: { from: number; to: number }) => {
    const page = await honest.readBlocks(range);
    return page && { ...page, transfers: [] };
  },
});

/** Changes a block in the middle of each page, which no link to another one shows. */
const middle =
  (change: (block: BlockId, last: BlockId) => BlockId): Lie =>
  (honest) => ({
    readBlocks: async (range: { from: number; to: number }) => {
      const page = await honest.readBlocks(range);
      if (page === undefined || page.blocks.length < 3) return page;
      const blocks = page.blocks.map((block, index) => (index === 1 ? change(block, page.last) : block));
      return { ...page, unproved: 1, blocks };
    },
  });

/**
 * One or more lies for each method that asks a node; null for what asks none, or tells what is published and moves nothing. A new method of
 * a chain needs its line here.
 */
export const LIES: Readonly<Record<keyof Chain, Readonly<Record<string, Lie>> | null>> = {
  network: null,
  currency: null,
  payment: null,
  forbiddenPayees: null,
  blockAgeMaxMs: null,
  signedForMs: null,
  isStopped: null,
  [Symbol.dispose]: null,
  deriveAddress: null,
  readSigned: null,
  signStatement: null,
  getChainId: null,
  findRawTransaction: null,
  keepsInternalTransactions: null,
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
  readBlocks: {
    'a block that is not there': inventsBlock,
    'a transfer that was not made': inventsTransfer,
    'nothing that was moved': leavesOut,
    'another height in the middle': middle((block, last) => ({ ...block, height: last.height })),
    'another hash in the middle': middle((block) => ({ ...block, hash: FAKE_HASH })),
    'what cannot be read': (honest) => ({
      readBlocks: async (range: { from: number; to: number }) => {
        const page = await honest.readBlocks(range);
        return page && { ...page, unreadable: [{ txHash: FAKE_HASH, blockHeight: page.last.height }] };
      },
    }),
  },
  listFinalTransfers: {
    'what is asked for': (_honest, to) => ({
      listFinalTransfers: async () => [fake(to, { height: 1, hash: '0x' })],
    }),
    nothing: () => ({ listFinalTransfers: async () => [] }),
  },
  getBalanceUnits: {
    more: (honest) => ({
      getBalanceUnits: async (address: string, currency: 'BNB' | 'USDT') =>
        (await honest.getBalanceUnits(address, currency)) + ONE,
    }),
    nothing: () => ({ getBalanceUnits: async () => 0n }),
  },
  readSettledBalances: {
    more: () => ({
      readSettledBalances: async () => ({ told: [{ height: 1_000_000, units: 10n ** 30n }], enough: 1 }),
    }),
    nothing: () => ({
      readSettledBalances: async () => ({ told: [{ height: 1_000_000, units: 0n }], enough: 1 }),
    }),
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
    'a proof': () => ({ findDropProof: async () => ({ reason: 'expired', height: 1 }) }),
  },
  quoteSend: {
    'no money': (honest) => ({
      quoteSend: async (intent: never) => ({ ...(await honest.quoteSend(intent)), senderUnits: 0n }),
    }),
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

export function lying(honest: Chain, lies: Lies): Chain {
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

/** A node that answers nothing, once `isAway` says so. */
function silence(honest: Chain, isAway: () => boolean): Chain {
  const asking = new Set<unknown>([
    ...Object.keys(LIES).filter((name) => LIES[name as keyof Chain] !== null),
    'findRawTransaction',
    'proveBalances',
  ]);
  return new Proxy(honest, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (asking.has(name) && isAway()) return () => Promise.reject(new Error('connect ECONNREFUSED'));
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** A pool whose hot wallet has 5,000 USDT of the operator, and Alice 100. */
export async function startLyingPool(database: Database, order: string, lie: Lie) {
  const pool = await new TestPool(database).start();
  pool.bsc.fundGas(ONE);
  await recordGasTopUp(pool.deps);
  await pool.fundReserve('USDT', '5000');
  const alice = await pool.signUp('alice');
  await pool.deposit(alice, 'USDT', '100');
  await releaseWallet(pool.deps, { userId: alice, currency: 'USDT' });
  const liar = lying(pool.bsc, await lie(pool.bsc, await pool.deriveAddress(alice, 'USDT')));
  const network = { isAway: order === 'the honest one silent' };
  const honest = silence(pool.bsc, () => network.isAway);
  const nodes = order === 'honest first' ? ([honest, liar] as const) : ([liar, honest] as const);
  const { db, machineClock } = pool.deps;
  const chain = new FailoverChain(order === 'one of three' ? [liar, honest, pool.bsc] : [...nodes], {
    mayDecideAlone: () => mayDecideAlone(db.read, 'BSC', machineClock.now()),
  });
  const deps = { ...pool.deps, chains: { ...pool.deps.chains, BSC: chain } };
  return { pool, alice, deps, chain, network };
}

/** The work of a pool. What nodes that differ do not allow is tried again. */
export async function workOnBsc({ deps }: Pick<TestPool, 'deps'>): Promise<void> {
  for (let round = 0; round < 3; round += 1)
    for (const step of [
      () => scanChain(deps, 'BSC'),
      () => confirmDeposits(deps, 'BSC'),
      () => reverseDeposits(deps, 'BSC'),
      () => sendWithdrawals(deps, 'BSC'),
      () => settle(deps, 'BSC'),
      () => recordGasTopUp(deps),
    ])
      await step().catch(() => undefined);
}

export function listFees({ deps }: TestPool) {
  return deps.db.read.selectFrom('networkFee').select('amountMicro').execute();
}

export function readScanned({ deps }: TestPool) {
  const query = deps.db.read.selectFrom('chainStatus').select(['scannedHeight', 'headHeight']);
  return query.where('network', '=', 'BSC').executeTakeFirstOrThrow();
}

export async function getWalletMicro({ deps }: TestPool, userId: UserId): Promise<bigint | undefined> {
  const wallets = await getWallets(deps, userId);
  return wallets.find(({ currency }) => currency === 'USDT')?.walletMicro;
}
