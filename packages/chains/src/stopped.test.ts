// Goal: nodes that go on differing stop their chain until they agree, nodes that are only behind stop nothing, and an admin's leave lets one decide alone.
// Method: nodes in memory, which answer what a case says; the clock of the process is moved by hand.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NodesDifferError } from './agreement.ts';
import type { Chain, IncomingTransfer, TransactionOutcome } from './chain.ts';
import { FailoverChain } from './failover.ts';
import { NodePanel } from './node-panel.ts';
import { createNode, SOME_TRANSFER } from './testing-node-in-memory.ts';

const TO = 'T-ours';
const INTERNAL = 'a'.repeat(64);

let now = 0;
beforeEach(() => {
  now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => vi.restoreAllMocks());

const paid: TransactionOutcome = {
  status: 'mined',
  blockHeight: 7,
  isFinal: true,
  succeeded: true,
  feeCurrency: 'TRX',
  feeUnits: 1n,
};
const failed: TransactionOutcome = { ...paid, succeeded: false };
const transfer = (entry: string, units = 5n): IncomingTransfer => ({
  txHash: 'tx',
  entry,
  from: 'T-theirs',
  to: TO,
  units,
  blockHeight: 7,
  blockHash: 'seven',
});

function connect(nodes: readonly Partial<Chain>[], mayDecideAlone = async () => false): FailoverChain {
  const [first, ...others] = nodes.map(createNode);
  if (first === undefined) throw new Error('There is a node.');
  return new FailoverChain([first, ...others], { mayDecideAlone });
}

const outcomes = (...told: readonly TransactionOutcome[]) =>
  told.map((outcome) => ({ getOutcome: vi.fn(async () => outcome) }));

/** Asks as the workers do, every three seconds. */
async function askFor(ms: number, ask: () => Promise<unknown>): Promise<void> {
  for (const until = now + ms; now < until; now += 3_000) await ask().catch(() => undefined);
}

describe('a difference that lasts a minute', () => {
  it('stops what is decided and signed, not what is sent, and ends by itself', async () => {
    const nodes = outcomes(paid, failed);
    const chain = connect(nodes);
    await askFor(57_000, () => chain.getOutcome('tx'));
    expect(await chain.signTransfer(SOME_TRANSFER)).toMatchObject({ txHash: 'signed' });
    expect(await chain.findBlock(1)).toMatchObject({ height: 1 });
    await askFor(6_000, () => chain.getOutcome('tx'));
    await expect(chain.signTransfer(SOME_TRANSFER)).rejects.toThrow(
      'The TRON nodes differ about the outcome of tx: until they agree, nothing is decided or signed.',
    );
    await expect(chain.findBlock(1)).rejects.toThrow(NodesDifferError);
    await expect(chain.getNonce(0)).rejects.toThrow(NodesDifferError);
    const signed = { txHash: 'tx', sender: 'T', raw: '0x', nonce: 0, expiresAt: null };
    for (const sign of ['signVoid', 'signReplacement'] as const)
      await expect(chain[sign](signed, { fromIndex: 0, subject: 'wdr_1' })).rejects.toThrow(NodesDifferError);
    expect(await chain.broadcast('0x')).toBe('taken; taken');
    nodes[1]?.getOutcome.mockImplementation(async () => paid);
    expect(await chain.getOutcome('tx')).toEqual(paid);
    expect(await chain.signTransfer(SOME_TRANSFER)).toMatchObject({ txHash: 'signed' });
    expect(await chain.findBlock(1)).toMatchObject({ height: 1 });
  });

  it('stops nothing while it is asked about once, or the nodes agree now and then', async () => {
    const nodes = outcomes(paid, failed);
    const chain = connect(nodes);
    await chain.getOutcome('tx');
    now += 200_000;
    expect(await chain.signTransfer(SOME_TRANSFER)).toBeDefined();
    for (let times = 0; times < 4; times += 1) {
      nodes[1]?.getOutcome.mockImplementationOnce(async () => paid);
      await askFor(50_000, () => chain.getOutcome('tx'));
      expect(await chain.signTransfer(SOME_TRANSFER)).toBeDefined();
    }
  });

  it('stops nothing where two of three agree, which it names', async () => {
    const chain = connect(outcomes(paid, failed, paid));
    await askFor(90_000, () => chain.getOutcome('tx'));
    expect(await chain.getOutcome('tx')).toEqual(paid);
    expect(await chain.signTransfer(SOME_TRANSFER)).toBeDefined();
    expect(chain.listDifferences(60_000)).toMatchObject([{ outvoted: [1] }]);
  });
});

describe('a difference without a fault', () => {
  const INNOCENT: Readonly<
    Record<string, [readonly Partial<Chain>[], (chain: FailoverChain) => Promise<unknown>]>
  > = {
    'one that has not got the block': [
      outcomes(paid, { status: 'unknown' }),
      (chain) => chain.getOutcome('tx'),
    ],
    'one that does not call it final yet': [
      outcomes(paid, { status: 'mined', blockHeight: 7, isFinal: false }),
      (chain) => chain.getOutcome('tx'),
    ],
    'none that calls it final, on two forks': [
      outcomes(
        { status: 'mined', blockHeight: 7, isFinal: false },
        { status: 'mined', blockHeight: 8, isFinal: false },
      ),
      (chain) => chain.getOutcome('tx'),
    ],
    'one whose final block is older': [
      [
        { listFinalTransfers: async () => [transfer('transfer')] },
        { listFinalTransfers: async () => undefined },
      ],
      (chain) => chain.listFinalTransfers('tx'),
    ],
    'one that is a block behind the balance': [
      [{ getBalanceUnits: async () => 1n }, { getBalanceUnits: async () => 2n }],
      (chain) => chain.getBalanceUnits(TO, 'TRX'),
    ],
    'one that cannot prove an expiry yet': [
      [
        { findDropProof: async () => undefined },
        { findDropProof: async () => ({ reason: 'expired', height: 1 }) },
      ],
      (chain) => chain.findDropProof([]),
    ],
    'one that limits requests': [
      [...outcomes(paid), { getOutcome: () => Promise.reject(new Error('429')) }],
      (chain) => chain.getOutcome('tx'),
    ],
    'a stranger’s transaction, asked about by a stranger': [
      [
        { reportTransaction: async () => ({ status: 'pending' }) },
        {
          reportTransaction: async () => ({
            status: 'mined',
            blockHeight: 1,
            isFinal: true,
            succeeded: true,
            transfers: [],
            movesOthers: true,
            mayHideTransfers: false,
          }),
        },
      ],
      (chain) => chain.reportTransaction('tx'),
    ],
  };

  it.each(Object.keys(INNOCENT))('lets the chain go on: %s', async (name) => {
    const [nodes, ask] = INNOCENT[name] ?? [[], async () => undefined];
    for (const order of [nodes, nodes.toReversed()]) {
      const chain = connect(order);
      await askFor(300_000, () => ask(chain));
      expect(await chain.signTransfer(SOME_TRANSFER)).toBeDefined();
    }
  });
});

describe('a node without internal transactions', () => {
  const whole = [transfer('transfer'), transfer(INTERNAL)];
  const keeping = (transfers: readonly IncomingTransfer[]) => ({
    listFinalTransfers: async () => transfers,
    keepsInternalTransactions: async () => true,
  });
  const without = (transfers: readonly IncomingTransfer[]) => ({
    listFinalTransfers: async () => transfers,
    keepsInternalTransactions: async () => false,
  });

  it('has no vote about what contracts pay', async () => {
    for (const nodes of [
      [keeping(whole), without(whole.slice(0, 1))],
      [without(whole.slice(0, 1)), keeping(whole)],
      [keeping(whole), without(whole.slice(0, 1)), keeping(whole)],
    ])
      expect(await connect(nodes).listFinalTransfers('tx')).toEqual(whole);
  });

  it('has one about everything else', async () => {
    for (const told of [[transfer('transfer', 9n)], []])
      await expect(connect([keeping(whole), without(told)]).listFinalTransfers('tx')).rejects.toThrow(
        NodesDifferError,
      );
  });

  it('lends no vote to one of two that differ', async () => {
    const nodes = [keeping(whole), without(whole.slice(0, 1)), keeping(whole.slice(0, 1))];
    await expect(connect(nodes).listFinalTransfers('tx')).rejects.toThrow(NodesDifferError);
  });

  it('is believed about its setting by no word of another one', async () => {
    const nodes = [keeping(whole), keeping(whole.slice(0, 1))];
    await expect(connect(nodes).listFinalTransfers('tx')).rejects.toThrow(NodesDifferError);
  });
});

describe('a question that no node answers', () => {
  it('is told with the words of each', async () => {
    const refusing = { findBlock: () => Promise.reject(new Error('batch too large')) };
    const chain = connect([refusing]);
    await askFor(63_000, () => chain.findBlock(1));
    await expect(chain.findBlock(1)).rejects.toThrow('batch too large');
    expect(chain.listDifferences(60_000)).toMatchObject([
      { question: 'the block 1', silent: [0], answers: ['node 1: no answer (batch too large)'] },
    ]);
  });
});

describe('an answer that decides about money', () => {
  it('is taken of no node by itself', async () => {
    const [node] = outcomes(failed);
    if (node === undefined) throw new Error('There is a node.');
    const panel = new NodePanel([createNode(node)], async () => false);
    // @ts-expect-error `getOutcome` decides about money: only `poll` and `decide` may ask for it.
    expect(await panel.ask((one) => one.getOutcome('tx'))).toEqual(failed);
    // @ts-expect-error So does a balance.
    await expect(panel.askAll((one) => one.getBalanceUnits(TO, 'TRX'))).rejects.toThrow(TypeError);
  });
});

describe('the leave to go on with the nodes that answer', () => {
  const away = { getOutcome: () => Promise.reject(new Error('connect ECONNREFUSED')) };

  it('lets one of two decide while the other is away', async () => {
    let isGiven = false;
    const chain = connect([...outcomes(failed), away], async () => isGiven);
    expect(await chain.getOutcome('tx')).toMatchObject({ isFinal: false });
    isGiven = true;
    expect(await chain.getOutcome('tx')).toEqual(failed);
    isGiven = false;
    expect(await chain.getOutcome('tx')).toMatchObject({ isFinal: false });
  });

  it('decides nothing between two that answer differently, and is not asked about', async () => {
    const mayDecideAlone = vi.fn(async () => true);
    expect(await connect(outcomes(paid, failed), mayDecideAlone).getOutcome('tx')).toMatchObject({
      isFinal: false,
    });
    expect(mayDecideAlone).not.toHaveBeenCalled();
  });

  it('decides nothing against one that answers, and does not know yet', async () => {
    const chain = connect(outcomes(failed, { status: 'unknown' }), async () => true);
    expect(await chain.getOutcome('tx')).toMatchObject({ isFinal: false });
  });

  it('decides nothing while none answers', async () => {
    await expect(connect([away, away], async () => true).getOutcome('tx')).rejects.toThrow('ECONNREFUSED');
  });
});
