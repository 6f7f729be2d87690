// Goal: of everything that contracts leave in the receipts of a node that keeps all of it, exactly what moved to an address is read, and nothing of a
// node that leaves the receipts out. Method: calls and a construction on the development node, compared with the balance of the address.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMnemonic, deriveKeys } from '../keys/index.ts';
import {
  sendTestTrxByConstructor,
  sendTestTrxByContract,
  startTronNode,
  type TronNode,
} from '../local/index.ts';
import { TronChain } from './index.ts';

const NEVER_MS = 2 ** 31 - 1;
const LENT_SUN = 900_000_000n;

let node: TronNode;
let chain: TronChain;
let now = Date.UTC(2026, 0, 1);
beforeAll(async () => {
  node = await startTronNode({ blockIntervalMs: NEVER_MS, solidityLag: 1, now: () => now });
  chain = new TronChain({ network: 'local', rpcUrl: node.url, keys: deriveKeys(createMnemonic()).TRON });
});
afterAll(() => node[Symbol.asyncDispose]());

/** Puts what was sent into a block that is final; returns its height. */
async function include(): Promise<number> {
  for (let block = 0; block < 2; block += 1) {
    now += 3_000;
    node.produceBlock();
  }
  return (await chain.getHead()).finalizedHeight;
}

async function call(name: string, address: string, units: bigint): Promise<number> {
  await sendTestTrxByContract(node.url, address, { units, sentUnits: 5_000_000n, name });
  return include();
}

async function readReceived(height: number, address: string): Promise<bigint> {
  const page = await chain.readBlocks({ from: height, to: height });
  expect(page?.unreadable).toEqual([]);
  const received = page?.transfers.filter(({ to }) => to === address) ?? [];
  return received.reduce((sum, { units }) => sum + units, 0n);
}

describe('a contract', () => {
  it.each([
    ['pay', 2_000_000n, 2_000_000n],
    ['destroy', 3_000_000n, 3_000_000n],
    ['lend', LENT_SUN, 0n],
    ['lend', 2n ** 256n - 1n, 0n],
    ['reclaim', LENT_SUN, 0n],
    ['tryPay', 1_000_000n, 0n],
    ['payToken', 2n ** 63n - 1n, 0n],
  ])('does %s with %d and moves %d', async (name, amount, moved) => {
    const address = chain.deriveAddress(7);
    const before = await chain.getBalanceUnits(address, 'TRX');
    expect(await readReceived(await call(name, address, amount), address)).toBe(moved);
    expect((await chain.getBalanceUnits(address, 'TRX')) - before).toBe(moved);
  });

  it('pays in its constructor', async () => {
    const address = chain.deriveAddress(8);
    await sendTestTrxByConstructor(node.url, address, 4_000_000n);
    expect(await readReceived(await include(), address)).toBe(4_000_000n);
    expect(await chain.getBalanceUnits(address, 'TRX')).toBe(4_000_000n);
  });

  it('is read again later where the node has no receipts', async () => {
    const address = chain.deriveAddress(9);
    const height = await call('pay', address, 1_000_000n);
    node.keepReceipts(false);
    await expect(chain.readBlocks({ from: height, to: height })).rejects.toThrow('has no receipt');
    node.keepReceipts(true);
    expect(await readReceived(height, address)).toBe(1_000_000n);
  });
});
