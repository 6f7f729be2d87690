// Goal: a transaction counts as absent only where every block that could hold it was read and holds it in no form.
// Method: three linked blocks, of which the last was made after the transaction expired.
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isAbsent } from './absence.ts';
import type { TronHttp } from './http.ts';
import { encodeTransfer, makeBlock, makeTransaction } from './testing-blocks.ts';

const OWNER = '41d1e7a6bc354106cb410e65ff8b181c600ff14292';
const pay = (extra: number) =>
  makeTransaction('TransferContract', encodeTransfer(OWNER, OWNER, 5n), { extra });
const OURS = pay(1);
const OTHER = pay(2);
const FIRST = 7;
const Range = z.object({ startNum: z.number(), endNum: z.number() });

type Listed = object | number;

/** Looks in three blocks, of which the second one holds these transactions, on a chain that has grown by some blocks since. */
async function isAbsentFrom(listed: readonly Listed[], { grown = 0, reference = '' } = {}): Promise<boolean> {
  const first = makeBlock(FIRST, []);
  const second = { ...makeBlock(FIRST + 1, [], first.blockID), transactions: listed };
  const third = makeBlock(FIRST + 2, [], second.blockID);
  const chain = [first, second, third];
  const node: Pick<TronHttp, 'ask'> = {
    ask: async (message, _path, body) => {
      const { startNum, endNum } = Range.parse(body);
      const heights = Array.from({ length: endNum - startNum }, (_, index) => startNum + index);
      // The blocks that came later hold nothing.
      return message.parse({
        block: heights.map((height) => chain[height - FIRST] ?? makeBlock(height, [])),
      });
    },
  };
  const ref_block_bytes = FIRST.toString(16).padStart(4, '0');
  const ref_block_hash = reference === '' ? first.blockID.slice(16, 32) : reference;
  const raw = JSON.stringify({ raw_data: { ref_block_bytes, ref_block_hash } });
  const { timestamp } = second.block_header.raw_data;
  const signed = { txHash: OURS.txID, sender: '', raw, nonce: null, expiresAt: timestamp };
  // The reader asks, and does nothing else with the node.
  return isAbsent(node as TronHttp, signed, FIRST + 2 + grown);
}

describe('a transaction that expired', () => {
  it('is absent from blocks that do not hold it', async () => {
    expect(await isAbsentFrom([OTHER])).toBe(true);
  });

  it('is not absent from a block that holds it', async () => {
    expect(await isAbsentFrom([OTHER, OURS])).toBe(false);
  });

  it('is not absent from a block that holds it though 65,536 blocks, or twice as many, have come since', async () => {
    for (const grown of [2 ** 16, 2 ** 17 + 9]) {
      expect(await isAbsentFrom([OTHER, OURS], { grown })).toBe(false);
      expect(await isAbsentFrom([OTHER], { grown })).toBe(true);
    }
  });

  it('is not absent where the node does not have its reference block', async () => {
    expect(await isAbsentFrom([OTHER], { reference: 'a'.repeat(16) })).toBe(false);
  });

  it('is not absent where a block holds it in a form that no one can read', async () => {
    expect(await isAbsentFrom([{ txID: OURS.txID }])).toBe(false);
    expect(await isAbsentFrom([{ ...OURS, raw_data_hex: OTHER.raw_data_hex }])).toBe(false);
    expect(await isAbsentFrom([{ ...OURS, txID: 7 }])).toBe(false);
    expect(await isAbsentFrom([7])).toBe(false);
  });
});

describe('a node that tells of blocks without end', () => {
  it.each([
    ['one at a time', 1],
    ['a hundred at a time', 100],
  ])('is asked no further than a transaction can be valid: %s', async (_how, perCall) => {
    let calls = 0;
    const id = (height: number) => height.toString(16).padStart(16, '0') + 'c'.repeat(48);
    const node: Pick<TronHttp, 'ask'> = {
      ask: async (message, _path, body) => {
        calls += 1;
        const { startNum, endNum } = Range.parse(body);
        const heights = Array.from(
          { length: Math.min(perCall, endNum - startNum) },
          (_, index) => startNum + index,
        );
        const raw = (number: number) => ({ number, timestamp: 1, parentHash: id(number - 1) });
        const headers = heights.map((number) => ({
          blockID: id(number),
          block_header: { raw_data: raw(number) },
        }));
        return message.parse({ block: headers });
      },
    };
    const raw = JSON.stringify({ raw_data: { ref_block_bytes: '0007', ref_block_hash: 'c'.repeat(16) } });
    const signed = { txHash: OURS.txID, sender: '', raw, nonce: null, expiresAt: 9 };
    // The search asks, and does nothing else with the node.
    expect(await isAbsent(node as TronHttp, signed, 2 ** 45)).toBe(false);
    expect(calls).toBeLessThan(400);
  });
});
