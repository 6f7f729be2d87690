// Goal: without a node of BSC the time of its block is that of the header in the state proof; on the local network times say nothing.
import { MINUTE_MS } from '@glasspool/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkBlocks } from './block-checks.ts';
import { type StateProof, writeJson } from './bundle.ts';
import { sampleManifest } from './testing.ts';
import { BLOCK_TIME_S, makeState } from './testing-state.ts';

const HARDHAT = 31_337;
let proof: StateProof;
beforeAll(async () => {
  ({ proof } = await makeState([`0x${'1'.repeat(40)}`]));
});

/** Detail of the check without nodes, of a snapshot whose cut-off is so long after the block. */
async function check(
  apartMs: number,
  said: { proof: StateProof | null; bscChainId?: number },
): Promise<string> {
  const root = { digest: new Uint8Array(32), usdt: 0n, trx: 0n };
  const { bscChainId = 97 } = said;
  const manifest = sampleManifest(
    { root, leafCount: 0 },
    { cutOffMs: BLOCK_TIME_S * 1_000 + apartMs, bscChainId, bscHeight: 7, tronHeight: 8 },
  );
  const files = {
    async *read(_number: number, name: string) {
      yield name === 'state-proof.json' ? writeJson({ proof: said.proof }) : new Uint8Array();
    },
  };
  try {
    const { status, detail } = await checkBlocks({ files, chains: undefined }, manifest);
    return `${status}: ${detail}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

describe('a block of a manifest, without nodes', () => {
  const NONE = 'no node was asked for block 7 of BSC; no node was asked for block 8 of TRON';

  it('has the time of the proved header on BSC, and none on TRON', async () => {
    expect(await check(3 * MINUTE_MS, { proof })).toBe(
      `not checked: block 7 of BSC, 3.0 minutes apart from the books; ${NONE}`,
    );
    expect(await check(16 * MINUTE_MS, { proof })).toBe(
      'block 7 of BSC is 16.0 minutes apart from the books that it has to cover.',
    );
    expect(await check(16 * MINUTE_MS, { proof: null })).toBe(`not checked: ${NONE}`);
  });

  it('has no time on the local network, whose clock is moved by hand', async () => {
    expect(await check(600 * MINUTE_MS, { proof, bscChainId: HARDHAT })).toBe(
      `not checked: block 7 of BSC on the local network, whose times say nothing; ${NONE}`,
    );
  });
});
