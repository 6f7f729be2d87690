// A state of a chain of Ethereum for tests, made by another implementation.
import { createMerkleProof, createMPT } from '@ethereumjs/mpt';
import { RLP } from '@ethereumjs/rlp';
import { keccak_256 } from '@noble/hashes/sha3.js';
import type { StateProof } from './bundle.ts';
import { toHex } from './bytes.ts';
import { balanceKey } from './state-proof.ts';

const SLOT = 3;
const HEIGHT = 4_660;
/** Fields of a header between its number and its time (Yellow Paper, 4.3). */
const LIMIT_AND_USED = [9, 10] as const;
export const BLOCK_TIME_S = 1_790_000_000;

/** A trie of hashed keys, and the proof of each. */
export async function makeTrie(entries: readonly (readonly [Uint8Array, Uint8Array])[]) {
  const trie = await createMPT();
  for (const [key, value] of entries) await trie.put(keccak_256(key), value);
  return { root: trie.root(), prove: (key: Uint8Array) => createMerkleProof(trie, keccak_256(key)) };
}

/**
 * The state of a token of which each holder has 0x10000 units more than the one before. Proves the balances of the first three and of an address that has
 * none.
 */
export async function makeState(holders: readonly string[]): Promise<{
  proof: StateProof;
  block: { hash: Uint8Array; height: number };
}> {
  const units = (index: number) => Uint8Array.of(index + 1, 0, 0);
  const storage = await makeTrie(
    holders.map((holder, index) => [balanceKey(holder, SLOT), RLP.encode(units(index))] as const),
  );
  const account = RLP.encode([1, 0, storage.root, new Uint8Array(32)]);
  const token = new Uint8Array(20).fill(0x11);
  const state = await makeTrie([
    [token, account],
    [Uint8Array.of(9), account],
  ]);
  const header = RLP.encode([1, 2, 3, state.root, 5, 6, 7, 8, HEIGHT, ...LIMIT_AND_USED, BLOCK_TIME_S]);
  const hex = (bytes: Uint8Array): string => `0x${toHex(bytes)}`;
  const asked = [...holders.slice(0, 3), `0x${'ff'.repeat(20)}`];
  const balances = await Promise.all(
    asked.map(async (address) => ({
      address,
      nodes: (await storage.prove(balanceKey(address, SLOT))).map(hex),
    })),
  );
  const proof = {
    token: hex(token),
    slot: SLOT,
    header: hex(header),
    account: (await state.prove(token)).map(hex),
    balances,
  };
  return { proof, block: { hash: keccak_256(header), height: HEIGHT } };
}
