// Goal: of what nodes tell as of a moment of their own, no single one of three decides: heads, finality, balances, quotes, the block that is named.
// Method: nodes in memory, one of which says something far off.
import { describe, expect, it, vi } from 'vitest';
import { NodesDifferError } from './agreement.ts';
import type {
  BlockId,
  BlockPage,
  Chain,
  ChainHead,
  IncomingTransfer,
  SendQuote,
  SigningIntent,
  UnreadableTransaction,
} from './chain.ts';
import { FailoverChain } from './failover.ts';
import { createNode, HEAD, SOME_TRANSFER } from './testing-node-in-memory.ts';

function connect(
  nodes: readonly Partial<Chain>[],
  options: ConstructorParameters<typeof FailoverChain>[1] = {},
): FailoverChain {
  const [first, ...others] = nodes.map(createNode);
  if (first === undefined) throw new Error('There is a node.');
  return new FailoverChain([first, ...others], options);
}

const away = { getHead: () => Promise.reject(new Error('429')) };
const atHead = (head: Partial<ChainHead>) => ({ getHead: async () => ({ ...HEAD, timeMs: 5, ...head }) });

describe('what is final', () => {
  it('is what two of three say, wherever the third one stands', async () => {
    for (const finalizedHeight of [0, 9])
      for (const odd of [0, 1, 2]) {
        const nodes = [0, 1, 2].map((position) => atHead(position === odd ? { finalizedHeight } : {}));
        expect(await connect(nodes).getHead()).toMatchObject({ height: 9, finalizedHeight: 7 });
      }
  });

  it('is nothing by the word of one, while the others do not answer', async () => {
    const liar = atHead({ finalizedHeight: 9, finalTimeMs: 9 });
    for (const nodes of [
      [liar, away],
      [away, liar, away],
    ]) {
      expect(await connect(nodes).getHead()).toMatchObject({
        height: 9,
        isAgreed: false,
        finalizedHeight: 0,
        finalTimeMs: 0,
      });
      const alone = connect(nodes, { mayDecideAlone: async () => true });
      expect(await alone.getHead()).toMatchObject({ finalizedHeight: 9 });
    }
    expect(await connect([liar]).getHead()).toMatchObject({ finalizedHeight: 9 });
  });
});

describe('a head on two forks', () => {
  it('is nothing on two forks that nodes agree on', async () => {
    const onFork = (height: number, fork: string) => ({
      ...atHead({ height }),
      findBlock: async (at: number) =>
        at > height ? undefined : { height: at, hash: fork + at, parentHash: '' },
    });
    const head = await connect([onFork(9, 'a'), onFork(8, 'b')]).getHead();
    expect(head).toMatchObject({ height: 8, isAgreed: false, finalizedHeight: 0 });
  });
});

describe('a balance', () => {
  const holding = (units: bigint) => ({ getBalanceUnits: async () => units });

  it('is the lower of two, and of three one that two tell or exceed', async () => {
    for (const [told, expected] of [
      [[5n, 6n], 5n],
      [[0n, 5n, 6n], 5n],
      [[900n, 5n, 6n], 6n],
      [[5n], 5n],
    ] as const)
      for (const order of [told, told.toReversed()])
        expect(await connect(order.map(holding)).getBalanceUnits('T', 'TRX')).toBe(expected);
  });

  it('explains a deposit where two of three do', async () => {
    const settled = (units: bigint) => ({
      readSettledBalances: async () => ({ told: [{ height: 1, units }], enough: 1 }),
    });
    expect(await connect([settled(0n), settled(5n), settled(5n)]).readSettledBalances('T')).toEqual({
      told: [0n, 5n, 5n].map((units) => ({ height: 1, units })),
      enough: 2,
    });
  });
});

describe('a quote', () => {
  const quoting = (quote: Partial<SendQuote>) => ({
    quoteSend: async (): Promise<SendQuote> => ({
      feeCurrency: 'TRX',
      feeMaxUnits: 10n,
      senderUnits: 100n,
      senderFeeUnits: 100n,
      opensAccount: false,
      ...quote,
    }),
  });

  it('is that of two of three', async () => {
    for (const odd of [
      { senderUnits: 0n, feeMaxUnits: 0n },
      { feeMaxUnits: 10n ** 20n },
      { senderUnits: 10n ** 20n },
    ])
      expect(await connect([quoting(odd), quoting({}), quoting({})]).quoteSend(SOME_TRANSFER)).toMatchObject({
        feeMaxUnits: 10n,
        senderUnits: 100n,
        senderFeeUnits: 100n,
      });
  });
});

describe('the block that a TRON transaction names', () => {
  it('is one that the nodes agree on, as is the time by which it expires', async () => {
    const signed: SigningIntent[] = [];
    const node = {
      ...atHead({ timeMs: 1_000 }),
      signedForMs: 600_000,
      signTransfer: async (intent: SigningIntent) => {
        signed.push(intent);
        return { txHash: 'tx', sender: 'T', raw: '', nonce: null, expiresAt: 1 };
      },
    };
    const liar = {
      ...node,
      ...atHead({ timeMs: 9e12 }),
      findBlock: async (height: number) => ({ height, hash: 'made up', parentHash: '' }),
    };
    await connect([liar, node, node]).signTransfer(SOME_TRANSFER);
    expect(signed).toMatchObject([{ reference: { blockHash: '7', timeMs: 1_000 } }]);
    await expect(connect([liar, node]).signTransfer(SOME_TRANSFER)).rejects.toThrow(NodesDifferError);
  });
});

describe('what contracts pay', () => {
  const INTERNAL = 'a'.repeat(64);
  const transfer: IncomingTransfer = {
    txHash: 'tx',
    entry: INTERNAL,
    from: 'T-contract',
    to: 'T-ours',
    units: 5n,
    blockHeight: 7,
    blockHash: 'seven',
  };
  const telling = (transfers: readonly IncomingTransfer[], keeps: boolean | undefined) => ({
    listFinalTransfers: async () => transfers,
    keepsInternalTransactions: async () => keeps,
  });

  it('is no reason to stop on a quiet network, where nothing tells the setting of a node', async () => {
    const nodes = [telling([transfer], undefined), telling([], undefined)];
    expect(await connect(nodes).listFinalTransfers('tx')).toEqual([transfer]);
  });

  it('is told by two that show it, whatever their setting seems to be', async () => {
    const nodes = [telling([transfer], false), telling([], true), telling([transfer], false)];
    expect(await connect(nodes).listFinalTransfers('tx')).toEqual([transfer]);
  });
});

describe('a page of blocks', () => {
  const block = (height: number, hash = `hash ${height}`) => ({
    height,
    hash,
    parentHash: `hash ${height - 1}`,
  });
  const reading = (blocks: readonly BlockId[], unreadable: readonly UnreadableTransaction[] = []) => ({
    readBlocks: async (): Promise<BlockPage> => ({
      first: block(1),
      last: block(3),
      blocks,
      transfers: [],
      unreadable,
      unproved: 1,
    }),
  });
  const honest = reading([block(1), block(2), block(3)]);

  it.each([
    ['another hash in its middle', reading([block(1), block(2, 'made up'), block(3)])],
    ['another height in its middle', reading([block(1), block(3), block(3)])],
    ['what cannot be read', reading([block(1), block(2), block(3)], [{ txHash: 'made up', blockHeight: 2 }])],
  ])('is the same at the nodes that decide in all of it: %s', async (_what, liar) => {
    const range = { from: 1, to: 3 };
    await expect(connect([liar, honest]).readBlocks(range)).rejects.toThrow(NodesDifferError);
    const chain = connect([liar, honest, honest]);
    expect(await chain.readBlocks(range)).toEqual(await honest.readBlocks());
    expect(chain.listDifferences(0)).toMatchObject([{ outvoted: [0] }]);
  });
});

describe('a difference', () => {
  it('goes on though a node fails now and then', async () => {
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const failing = { fails: false };
    const block = (hash: string) => async (height: number) => {
      if (failing.fails && hash === 'b') throw new Error('500');
      return { height, hash, parentHash: '' };
    };
    const chain = connect([{ findBlock: block('a') }, { findBlock: block('b') }]);
    for (let second = 0; second <= 63; second += 3) {
      now = second * 1_000;
      failing.fails = second % 27 === 0;
      await chain.findBlock(1).catch(() => undefined);
    }
    expect(chain.isStopped()).toBe(true);
    vi.restoreAllMocks();
  });
});

describe('the leave to go on with the nodes that answer', () => {
  it('leaves out none that answers, and is only behind', async () => {
    const paid = {
      status: 'mined',
      blockHeight: 7,
      isFinal: true,
      feeCurrency: 'TRX',
      feeUnits: 1n,
    } as const;
    const standing = (timeMs: number, succeeded: boolean) => ({
      ...atHead({ timeMs }),
      getOutcome: async () => ({ ...paid, succeeded }),
    });
    const nodes = [standing(100_000, true), standing(125_000, false)];
    const chain = connect(nodes, { readNow: () => 125_000, mayDecideAlone: async () => true });
    await chain.getHead();
    expect(await chain.getOutcome('tx')).toMatchObject({ isFinal: false });
  });
});
