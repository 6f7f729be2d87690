// Goal: a node that is away, hangs, is on another network, shows another token, is behind, ahead or on another fork is told from one that
// is well, with its host and what to do; a wrong clock of this machine is not blamed on the nodes. Lies are consistent: every answer fits
// the others of the same node.
import { type Chain, type ChainHead, type Difference, NetworkRefusedError } from '@glasspool/chains';
import { TokenMismatchError } from '@glasspool/chains/bsc';
import type { Network } from '@glasspool/core';
import { describe, expect, it } from 'vitest';
import { assertNodesReady, type NamedNode, NodesNotReadyError, probeNodes } from './node-probe.ts';

const NOW = 1_800_000_000_000;
const MINUTE_MS = 60_000;

type Answers = Partial<Pick<Chain, 'getHead' | 'assertAllowedNetwork'>> &
  Partial<Pick<NamedNode, 'assertToken'>>;

function createNode(
  network: Network,
  number: number,
  head: Partial<ChainHead> = {},
  answers: Answers = {},
): NamedNode {
  const whole = {
    height: 1_000,
    finalizedHeight: 990,
    isAgreed: true,
    isFinalityStalled: false,
    timeMs: NOW,
    finalTimeMs: NOW,
    ...head,
  };
  const chain = {
    network,
    blockAgeMaxMs: 30_000,
    assertAllowedNetwork: answers.assertAllowedNetwork ?? (async () => undefined),
    getHead: answers.getHead ?? (async () => whole),
  };
  return {
    name: `${network} node ${number}`,
    place: `${network}_RPC_URL: the node ${network.toLowerCase()}${number}.example`,
    // Only these parts of a chain are asked.
    chain: chain as unknown as Chain,
    assertToken: answers.assertToken ?? (async () => undefined),
  };
}

function fails(error: Error & { code?: string }): () => Promise<never> {
  return () => Promise.reject(error);
}

const TRON = createNode('TRON', 1);

async function look(nodes: readonly NamedNode[], now = NOW): Promise<Record<string, string>> {
  const findings = await probeNodes(nodes, () => now);
  return Object.fromEntries([...findings].map(([name, { reason }]) => [name, reason]));
}

/** Findings about two BSC nodes and one of TRON, where those of BSC have not decided something. */
function lookAtDifference(difference: Difference) {
  const nodes = [createNode('BSC', 1), createNode('BSC', 2), TRON];
  return probeNodes(
    nodes,
    () => NOW,
    (network) => (network === 'BSC' ? [difference] : []),
  );
}

describe('looking at nodes', () => {
  it('finds nothing wrong with nodes that follow their networks', async () => {
    expect(await look([createNode('BSC', 1), createNode('BSC', 2, { height: 1_020 }), TRON])).toEqual({
      'BSC node 1': 'ok',
      'BSC node 2': 'ok',
      'TRON node 1': 'ok',
      clock: 'ok',
    });
  });

  it.each([
    ['silent', Object.assign(new Error('request timeout (request={ })'), { code: 'TIMEOUT' })],
    ['silent', Object.assign(new Error('timeout of 10000ms exceeded'), { code: 'ECONNABORTED' })],
    ['unreachable', Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:8545'), { code: 'ECONNREFUSED' })],
    ['unreachable', Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })],
    ['bad-answer', new Error('Unexpected token < in JSON')],
  ])('says %s and the host of a node that fails so, without the request', async (reason, error) => {
    const findings = await probeNodes([createNode('BSC', 1, {}, { getHead: fails(error) }), TRON], () => NOW);
    const finding = findings.get('BSC node 1');
    expect(finding).toMatchObject({ state: 'degraded', reason });
    expect(finding?.sentence).toMatch(/^BSC_RPC_URL: the node bsc1\.example .*\. Check that /);
    expect(finding?.sentence).not.toContain('request=');
  });

  it('refuses a node on another network, and one that shows another token', async () => {
    const mainnet = fails(new NetworkRefusedError('The BSC node is on BSC mainnet.'));
    const token = fails(new TokenMismatchError('There is no token.'));
    const nodes = [
      createNode('BSC', 1, {}, { assertAllowedNetwork: mainnet }),
      createNode('BSC', 2, {}, { assertToken: token }),
      TRON,
    ];
    expect(await look(nodes)).toMatchObject({ 'BSC node 1': 'wrong-network', 'BSC node 2': 'other-token' });
  });

  it('finds a node that stopped at an old block, and not its neighbor', async () => {
    const stopped = createNode('BSC', 2, { height: 940, timeMs: NOW - 45_000 });
    expect(await look([createNode('BSC', 1), stopped, TRON])).toMatchObject({
      'BSC node 1': 'ok',
      'BSC node 2': 'behind',
      clock: 'ok',
    });
  });

  it('finds a node whose newest block is in the future', async () => {
    const ahead = createNode('BSC', 1, { timeMs: NOW + 6 * MINUTE_MS });
    expect(await look([ahead, TRON])).toMatchObject({ 'BSC node 1': 'ahead', clock: 'ok' });
  });

  it('says of two nodes that are far apart that one is wrong, even where both name the present time', async () => {
    const liar = createNode('BSC', 2, { height: 2_000, finalizedHeight: 1_990 });
    expect(await look([createNode('BSC', 1), liar, TRON])).toMatchObject({
      'BSC node 1': 'disagrees',
      'BSC node 2': 'disagrees',
      'TRON node 1': 'ok',
    });
  });

  it.each([60, -60])(
    'blames the clock of the machine, not the nodes, when it is %i minutes off',
    async (minutes) => {
      const findings = await probeNodes([createNode('BSC', 1), TRON], () => NOW + minutes * MINUTE_MS);
      expect(findings.get('clock')?.sentence).toContain(`60 min ${minutes > 0 ? 'ahead of' : 'behind'}`);
      expect(findings.get('BSC node 1')).toMatchObject({ state: 'ok' });
      expect(findings.get('TRON node 1')).toMatchObject({ state: 'ok' });
    },
  );

  it('names what nodes answer differently, with all answers', async () => {
    const question = 'the outcome of 0xabc';
    const difference = {
      question,
      answers: ['paid', 'failed'],
      silent: [],
      outvoted: [],
      lastedMs: 3 * MINUTE_MS,
    };
    const findings = await lookAtDifference(difference);
    expect(findings.get('BSC node 2')).toMatchObject({ state: 'degraded', reason: 'disagrees' });
    expect(findings.get('BSC node 2')?.sentence).toContain('of 0xabc, for 3 min now: paid | failed');
    expect(findings.get('TRON node 1')).toMatchObject({ state: 'ok' });
  });

  it('names the node without which a question waits, and for how long', async () => {
    const answers = ['node 1: paid', 'node 2: no answer (-32000: no such state)'];
    const silence = {
      question: 'the outcome of 0xabc',
      answers,
      silent: [1],
      outvoted: [],
      lastedMs: 3 * MINUTE_MS,
    };
    const findings = await lookAtDifference(silence);
    expect(findings.get('BSC node 1')).toMatchObject({ state: 'ok' });
    expect(findings.get('BSC node 2')).toMatchObject({ state: 'degraded', reason: 'silent' });
    expect(findings.get('BSC node 2')?.sentence).toContain(
      'bsc2.example gives no answer about the outcome of',
    );
    expect(findings.get('BSC node 2')?.sentence).toContain('for 3 min now: node 1: paid | node 2: no answer');
    expect(findings.get('TRON node 1')).toMatchObject({ state: 'ok' });
  });

  it('names the node that answers otherwise than those that decided', async () => {
    const answers = ['node 1: paid', 'node 2: failed', 'node 3: paid'];
    const outvoted = {
      question: 'the outcome of 0xabc',
      answers,
      silent: [],
      outvoted: [1],
      lastedMs: 3 * MINUTE_MS,
    };
    const findings = await lookAtDifference(outvoted);
    expect(findings.get('BSC node 1')).toMatchObject({ state: 'ok' });
    expect(findings.get('BSC node 2')).toMatchObject({ state: 'degraded', reason: 'disagrees' });
    expect(findings.get('BSC node 2')?.sentence).toContain(
      'bsc2.example answers otherwise than the other nodes',
    );
  });

  it('says what the node itself said', async () => {
    const error = Object.assign(new Error('could not coalesce error (error={ })'), {
      code: 'UNKNOWN_ERROR',
      error: { code: -32_000, message: 'finalized block not found' },
    });
    const findings = await probeNodes([createNode('BSC', 1, {}, { getHead: fails(error) }), TRON], () => NOW);
    expect(findings.get('BSC node 1')?.sentence).toContain('-32000: finalized block not found');
  });

  it('blames the nodes, not the clock, when both stopped at different times', async () => {
    const bsc = createNode('BSC', 1, { timeMs: NOW - 60 * MINUTE_MS });
    const tron = createNode('TRON', 1, { timeMs: NOW - 20 * MINUTE_MS });
    expect(await look([bsc, tron])).toEqual({ 'BSC node 1': 'behind', 'TRON node 1': 'behind', clock: 'ok' });
  });
});

describe('the start', () => {
  const away = (number: number): NamedNode =>
    createNode(
      'BSC',
      number,
      {},
      { getHead: fails(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })) },
    );
  const start = (nodes: readonly NamedNode[]): Promise<void> => assertNodesReady(nodes, () => NOW);

  it('needs one node of each network that answers', async () => {
    await expect(start([away(1), createNode('BSC', 2), TRON])).resolves.toBeUndefined();
    await expect(start([createNode('BSC', 1, { timeMs: NOW - MINUTE_MS }), TRON])).resolves.toBeUndefined();
    const failure = start([away(1), away(2), TRON]);
    await expect(failure).rejects.toThrow(NodesNotReadyError);
    await expect(failure).rejects.toThrow(/bsc1\.example cannot be reached.*bsc2\.example cannot be reached/);
  });

  it('is refused for good by one node on another network, though the other is right', async () => {
    const mainnet = fails(new NetworkRefusedError('The BSC node is on BSC mainnet.'));
    const refusing = createNode('BSC', 2, {}, { assertAllowedNetwork: mainnet });
    await expect(start([createNode('BSC', 1), refusing, TRON])).rejects.toMatchObject({
      finding: {
        state: 'refused',
        sentence: 'BSC_RPC_URL: the node bsc2.example: The BSC node is on BSC mainnet.',
      },
    });
  });
});
