import type { Chain } from './chain.ts';

/** A transfer that any node signs. */
export const SOME_TRANSFER = { fromIndex: 0, currency: 'TRX', to: 'T', units: 1n, nonce: null } as const;

/** Head of every node that says nothing else. */
export const HEAD = {
  height: 9,
  finalizedHeight: 7,
  isAgreed: true,
  isFinalityStalled: false,
  finalTimeMs: 0,
};

/** A node that answers these, and signs. Everything else would end a case. */
export function createNode(answers: Partial<Chain>): Chain {
  const node: Partial<Chain> = {
    network: 'TRON',
    assertAllowedNetwork: async () => undefined,
    getHead: async () => ({ ...HEAD, timeMs: 0 }),
    findBlock: async (height) => ({ height, hash: `${height}`, parentHash: `${height - 1}` }),
    getNonce: async () => null,
    signTransfer: async () => ({ txHash: 'signed', sender: 'T', raw: '0x', nonce: null, expiresAt: null }),
    broadcast: async () => 'taken',
    ...answers,
  };
  // A chain in all that a case asks of it.
  return node as Chain;
}
