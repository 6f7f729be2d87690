// Goal: while a node is away another one is read and sent to, and money moves only where two nodes say the same.
// Method: real nodes; one that is away is a port where no one listens, one on another fork is a second chain.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { NodesDifferError } from './agreement.ts';
import { BscChain } from './bsc/index.ts';
import { NetworkRefusedError } from './chain.ts';
import { FailoverChain } from './failover.ts';
import { mintTestToken } from './local/index.ts';
import { eventually, startTestChains, type TestChains } from './testing-node.ts';

const AWAY = 'http://127.0.0.1:9';

let here: TestChains;
let elsewhere: TestChains;
beforeAll(async () => {
  here = await startTestChains();
  elsewhere = await startTestChains();
});
afterAll(async () => {
  await here[Symbol.asyncDispose]();
  await elsewhere[Symbol.asyncDispose]();
});

/** An adapter with the keys of `here` on any node. */
function nodeAt(rpcUrl: string): BscChain {
  return new BscChain({
    network: 'local',
    rpcUrl,
    usdtContract: here.local.usdtContract,
    finality: { kind: 'depth', blocks: 3 },
    feePerGas: { minWei: 0n, maxWei: 10n ** 11n },
    blockAgeMaxMs: null,
    requestTimeoutMs: 500,
    keys: here.keys.BSC,
  });
}

/** A deposit that is final on the chain of `here`. */
async function depositHere(index: number): Promise<{ txHash: string; blockHeight: number }> {
  const txHash = await mintTestToken(here.local.bscUrl, here.bsc.deriveAddress(index), 10n ** 18n);
  return eventually(async () => (await here.bsc.listFinalTransfers(txHash))?.[0]);
}

describe('a chain with two nodes', () => {
  it('answers while one of them is away, whichever it is', async () => {
    for (const urls of [
      [AWAY, here.local.bscUrl],
      [here.local.bscUrl, AWAY],
    ] as const) {
      using chain = new FailoverChain([nodeAt(urls[0]), nodeAt(urls[1])]);
      await chain.assertAllowedNetwork();
      expect((await chain.getHead()).height).toBeGreaterThan(0);
      expect(await chain.getNonce(0, 'waiting')).toBe(await here.bsc.getNonce(0, 'waiting'));
    }
  });

  it('fails when both are away', async () => {
    using chain = new FailoverChain([nodeAt(AWAY), nodeAt(AWAY)]);
    await expect(chain.getHead()).rejects.toThrow();
    await expect(chain.assertAllowedNetwork()).rejects.toThrow();
  });

  it('decides nothing about money while one of them is away, and goes on once it answers', async () => {
    const { txHash, blockHeight } = await depositHere(1);
    const address = here.bsc.deriveAddress(1);
    const questions: readonly ((chain: FailoverChain) => Promise<unknown>)[] = [
      (chain) => chain.listFinalTransfers(txHash),
      (chain) => chain.readBlocks({ from: blockHeight, to: blockHeight }),
      (chain) => chain.getBalanceUnits(address, 'USDT'),
      (chain) => chain.readSettledBalances(address),
      (chain) => chain.getNonce(0, 'mined'),
      (chain) => chain.reportTransaction(`0x${'1'.repeat(64)}`),
      (chain) => chain.findBlock(1),
    ];
    using chain = new FailoverChain([nodeAt(here.local.bscUrl), nodeAt(AWAY)]);
    using three = new FailoverChain([nodeAt(AWAY), nodeAt(here.local.bscUrl), nodeAt(here.local.bscUrl)]);
    for (const ask of questions) {
      await expect(ask(chain)).rejects.toThrow(NodesDifferError);
      await ask(three);
    }
    expect(await chain.getOutcome(txHash)).toEqual({ status: 'mined', isFinal: false, blockHeight });
    expect(await three.getOutcome(txHash)).toMatchObject({ isFinal: true, succeeded: true });
    const [first] = chain.listDifferences(0);
    expect(first).toMatchObject({ question: `the transfers of ${txHash}`, silent: [1] });
    expect(first?.answers[1]).toMatch(/^node 2: no answer \(.*ECONNREFUSED/);
    expect(three.listDifferences(0)).toEqual([]);
  });

  it('reads no page that is not the same at both, but for transfers of other people', async () => {
    const { txHash, blockHeight: at } = await depositHere(4);
    const address = here.bsc.deriveAddress(4);
    const range = { from: at, to: at + 1 };
    for (const liar of [0, 1] as const) {
      const nodes = [nodeAt(here.local.bscUrl), nodeAt(here.local.bscUrl)] as const;
      const page = await nodes[liar].readBlocks(range);
      if (page === undefined) throw new Error('It is not there.');
      using chain = new FailoverChain(nodes);
      const readBlocks = vi.spyOn(nodes[liar], 'readBlocks');
      readBlocks.mockResolvedValue({ ...page, transfers: [] });
      const findOurs = async () => new Set([address]);
      await expect(chain.readBlocks(range)).rejects.toThrow(NodesDifferError);
      await expect(chain.readBlocks(range, findOurs)).rejects.toThrow(NodesDifferError);
      const [difference] = chain.listDifferences(0);
      expect(difference).toMatchObject({ silent: [] });
      expect(difference?.answers.map((answer) => answer.includes(txHash))).toEqual([liar === 1, liar === 0]);
      expect((await chain.readBlocks(range, async () => new Set()))?.last).toEqual(page.last);
      expect(chain.listDifferences(0)).toEqual([]);
      // One that is behind differs about nothing; its answer is waited for.
      readBlocks.mockResolvedValue(undefined);
      await expect(chain.readBlocks(range)).rejects.toThrow(NodesDifferError);
      expect(chain.listDifferences(0)).toMatchObject([{ silent: [liar] }]);
      readBlocks.mockRestore();
      expect(await chain.readBlocks(range)).toEqual(page);
    }
  });

  it('credits nothing that a node on another fork has not, once that node has come as far', async () => {
    const { txHash, blockHeight } = await depositHere(2);
    await eventually(async () => {
      await mintTestToken(elsewhere.local.bscUrl, here.bsc.deriveAddress(99), 1n);
      const { finalizedHeight } = await elsewhere.bsc.getHead();
      return finalizedHeight >= blockHeight ? finalizedHeight : undefined;
    });
    using chain = new FailoverChain([nodeAt(here.local.bscUrl), nodeAt(elsewhere.local.bscUrl)]);
    // Pitfall: a node on a fork
    await expect(chain.listFinalTransfers(txHash)).rejects.toThrow(NodesDifferError);
  });

  it('gives back nothing that one of three does not prove', async () => {
    const proof = { reason: 'expired', height: 1 } as const;
    const [one, two, three] = [
      nodeAt(here.local.bscUrl),
      nodeAt(here.local.bscUrl),
      nodeAt(here.local.bscUrl),
    ];
    using chain = new FailoverChain([one, two, three]);
    for (const node of [one, two]) vi.spyOn(node, 'findDropProof').mockResolvedValue(proof);
    const doubting = vi.spyOn(three, 'findDropProof').mockResolvedValue(undefined);
    const signed = { txHash: '0x1', sender: '0x2', raw: '0x', nonce: 0, expiresAt: null };
    expect(await chain.findDropProof([signed])).toBeUndefined();
    expect(chain.listDifferences(0)).toMatchObject([{ outvoted: [2] }]);
    doubting.mockResolvedValue(proof);
    expect(await chain.findDropProof([signed])).toEqual(proof);
  });

  it('follows the head of two of three, wherever the third one stands', async () => {
    const { height } = await here.bsc.getHead();
    for (const stands of [0, height + 1_000]) {
      const [one, two, three] = [1, 2, 3].map(() => nodeAt(here.local.bscUrl));
      if (one === undefined || two === undefined || three === undefined) throw new Error('There are three.');
      using chain = new FailoverChain([one, two, three]);
      const head = await two.getHead();
      vi.spyOn(two, 'getHead').mockResolvedValue({ ...head, height: stands, finalizedHeight: stands });
      const find = two.findBlock.bind(two);
      vi.spyOn(two, 'findBlock').mockImplementation(async (at) => (at > stands ? undefined : find(at)));
      const agreed = await chain.getHead();
      expect(agreed.height).toBeGreaterThanOrEqual(height);
      expect(agreed.height).toBeLessThan(height + 1_000);
    }
  });

  it('gives back only what every node that answers proves dropped', async () => {
    const proof = { reason: 'expired', height: 1 } as const;
    const [one, other] = [nodeAt(here.local.bscUrl), nodeAt(here.local.bscUrl)];
    using chain = new FailoverChain([one, other]);
    // A real node of this chain proves nothing of the kind while blocks go on; one that lies says that it does.
    vi.spyOn(one, 'findDropProof').mockResolvedValue(proof);
    vi.spyOn(other, 'findDropProof').mockResolvedValueOnce(undefined).mockResolvedValueOnce(proof);
    expect(await chain.findDropProof([])).toBeUndefined();
    expect(await chain.findDropProof([])).toEqual(proof);
    // It rests on the highest of their blocks, and is void with any of them.
    vi.spyOn(other, 'findDropProof').mockResolvedValueOnce({ ...proof, height: 2 });
    expect(await chain.findDropProof([])).toEqual({ ...proof, height: 2 });
    // A proof names the transaction that was there instead; what that one paid decides as well.
    vi.spyOn(one, 'findDropProof').mockResolvedValue({ ...proof, txHash: '0x1' });
    vi.spyOn(other, 'findDropProof').mockResolvedValue({ ...proof, txHash: '0x2' });
    expect(await chain.findDropProof([])).toBeUndefined();
  });

  it('says of a transaction the most that one of them says', async () => {
    const [one, other] = [nodeAt(here.local.bscUrl), nodeAt(here.local.bscUrl)];
    using chain = new FailoverChain([one, other]);
    const { txHash } = await depositHere(3);
    const report = await one.reportTransaction(txHash);
    expect(report).toMatchObject({ status: 'mined', transfers: [{ txHash, units: 10n ** 18n }] });
    if (report.status !== 'mined') throw new Error('It is in no block.');
    // A node that lies has it in a block, with another outcome, or does not know it.
    for (const lie of [
      { ...report, succeeded: false, transfers: [] },
      { status: 'pending' },
      { status: 'unknown' },
    ] as const)
      for (const liar of [one, other]) {
        vi.spyOn(liar, 'reportTransaction').mockResolvedValueOnce(lie);
        expect(await chain.reportTransaction(txHash)).toMatchObject({
          isFinal: false,
          transfers: [{ txHash, units: 10n ** 18n }],
        });
      }
  });

  it('asks nothing of a second node that is on a network that is not allowed', async () => {
    const [away, moved] = [nodeAt(AWAY), nodeAt(here.local.bscUrl)];
    vi.spyOn(moved, 'assertAllowedNetwork').mockRejectedValue(new NetworkRefusedError('It is BSC mainnet.'));
    const getHead = vi.spyOn(moved, 'getHead');
    using chain = new FailoverChain([away, moved]);
    await expect(chain.getHead()).rejects.toThrow(NetworkRefusedError);
    expect(getHead).not.toHaveBeenCalled();
  });
});
