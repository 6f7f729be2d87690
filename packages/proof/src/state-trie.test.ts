// Goal: a proof shows exactly the value that the state has, or that there is none, and any change to it is refused.
// Method: tries made by another implementation, and every byte of their proofs changed.
import { RLP } from '@ethereumjs/rlp';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FormatError, toHex } from './bytes.ts';
import { readHeaderTimeMs, readProvedBalances } from './state-proof.ts';
import { readFromTrie } from './state-trie.ts';
import { BLOCK_TIME_S, makeState, makeTrie } from './testing-state.ts';

const Key = fc.uint8Array({ minLength: 1, maxLength: 40 });
const Value = fc.uint8Array({ minLength: 1, maxLength: 60 });

describe('a proof of a trie', () => {
  it('leads to every value that is there, and shows that others are not', async () => {
    const entries = fc.uniqueArray(fc.tuple(Key, Value), {
      minLength: 1,
      maxLength: 60,
      selector: ([key]) => toHex(key),
    });
    await fc.assert(
      fc.asyncProperty(entries, Key, async (list, stranger) => {
        const { root, prove } = await makeTrie(list);
        for (const [key, value] of list) expect(readFromTrie(root, key, await prove(key))).toEqual(value);
        const known = list.find(([key]) => toHex(key) === toHex(stranger));
        expect(readFromTrie(root, stranger, await prove(stranger))).toEqual(known?.[1]);
      }),
      { numRuns: 50 },
    );
  });

  it('is refused when any of its bytes is another one, a node is gone, or the root is another one', async () => {
    const list = Array.from(
      { length: 40 },
      (_, index) => [Uint8Array.of(index), Uint8Array.of(index, 1)] as const,
    );
    const { root, prove } = await makeTrie(list);
    const key = Uint8Array.of(7);
    const proof = await prove(key);
    for (const [index, node] of proof.entries())
      for (let at = 0; at < node.length; at += 1) {
        const forged = proof.with(index, node.with(at, (node[at] ?? 0) ^ 1));
        expect(() => readFromTrie(root, key, forged)).toThrow(FormatError);
      }
    expect(() => readFromTrie(root, key, proof.slice(0, -1))).toThrow(FormatError);
    expect(() => readFromTrie(root, key, proof.slice(1))).toThrow(FormatError);
    expect(() => readFromTrie(root, key, [])).toThrow(FormatError);
    expect(() => readFromTrie(root.with(0, (root[0] ?? 0) ^ 1), key, proof)).toThrow(FormatError);
  });
});

const HOLDERS = Array.from({ length: 20 }, (_, index) => `0x${String(index).padStart(40, '0')}`);

describe('a proved balance', () => {
  it('is the balance in the block, and zero without an account', async () => {
    const { proof, block } = await makeState(HOLDERS);
    const [first, second, third] = HOLDERS;
    expect([...readProvedBalances(proof, block)]).toEqual([
      [first, 0x01_00_00n],
      [second, 0x02_00_00n],
      [third, 0x03_00_00n],
      [`0x${'ff'.repeat(20)}`, 0n],
    ]);
  });

  it('is of the time in the header of the block', async () => {
    const { proof } = await makeState(HOLDERS);
    expect(readHeaderTimeMs(proof)).toBe(BLOCK_TIME_S * 1_000);
    const atZero = RLP.encode(Array.from({ length: 12 }, () => new Uint8Array()));
    expect(readHeaderTimeMs({ header: `0x${toHex(atZero)}` })).toBe(0);
    const header = `0x${toHex(RLP.encode([1, 2, 3]))}`;
    expect(() => readHeaderTimeMs({ header })).toThrow('A part of the block or account is missing.');
  });

  it('is refused with the reason', async () => {
    const { proof, block } = await makeState(HOLDERS);
    const read = (forged: Partial<typeof proof>, at = block) =>
      readProvedBalances({ ...proof, ...forged }, at);
    expect(() => read({}, { ...block, height: 4_661 })).toThrow('The header is that of block 4660.');
    expect(() => read({}, { ...block, hash: new Uint8Array(32) })).toThrow(
      'The header is not that of the manifest’s block.',
    );
    const token = `0x${'22'.repeat(20)}`;
    expect(() => read({ token })).toThrow(`There is no contract at ${token}.`);
  });

  it('is refused for another block, height, token, slot, or address', async () => {
    const { proof, block } = await makeState(HOLDERS);
    const [first, second] = proof.balances;
    if (first === undefined || second === undefined) throw new Error('Two balances were proved.');
    for (const [forged, at] of [
      [proof, { ...block, height: 4_661 }],
      [proof, { ...block, hash: block.hash.with(0, (block.hash[0] ?? 0) ^ 1) }],
      [{ ...proof, token: `0x${'22'.repeat(20)}` }, block],
      [{ ...proof, slot: 4 }, block],
      [{ ...proof, balances: [{ ...first, address: second.address }] }, block],
      [{ ...proof, header: `${proof.header.slice(0, -2)}00` }, block],
    ] satisfies [typeof proof, typeof block][]) {
      let found: ReadonlyMap<string, bigint> | undefined;
      try {
        found = readProvedBalances(forged, at);
      } catch (error) {
        expect(error).toBeInstanceOf(FormatError);
      }
      // A proof for another key may show that nothing is there; it never shows a balance of someone else.
      for (const units of found?.values() ?? []) expect(units).toBe(0n);
    }
  });
});
