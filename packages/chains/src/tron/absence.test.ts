// Goal: a transaction counts as absent only where every block that could hold it was read and holds it in no form.
// Method: three linked blocks, of which the last was made after the transaction expired.
import { describe, expect, it } from 'vitest';
import { isAbsent } from './absence.ts';
import type { TronHttp } from './http.ts';
import { encodeTransfer, makeBlock, makeTransaction } from './testing-blocks.ts';

const OWNER = '41d1e7a6bc354106cb410e65ff8b181c600ff14292';
const pay = (extra: number) =>
  makeTransaction('TransferContract', encodeTransfer(OWNER, OWNER, 5n), { extra });
const OURS = pay(1);
const OTHER = pay(2);
const FIRST = 7;

type Listed = object | number;

/** Reads blocks with these transactions in the second one. */
async function isAbsentFrom(listed: readonly Listed[]): Promise<boolean> {
  const first = makeBlock(FIRST, []);
  const second = { ...makeBlock(FIRST + 1, [], first.blockID), transactions: listed };
  const third = makeBlock(FIRST + 2, [], second.blockID);
  const block = [first, second, third];
  const node: Pick<TronHttp, 'ask'> = {
    ask: async (message) => message.parse({ block }),
  };
  const raw = JSON.stringify({ raw_data: { ref_block_bytes: FIRST.toString(16).padStart(4, '0') } });
  const { timestamp } = second.block_header.raw_data;
  const signed = { txHash: OURS.txID, sender: '', raw, nonce: null, expiresAt: timestamp };
  // The reader asks, and does nothing else with the node.
  return isAbsent(node as TronHttp, signed, FIRST + 2);
}

describe('a transaction that expired', () => {
  it('is absent from blocks that do not hold it', async () => {
    expect(await isAbsentFrom([OTHER])).toBe(true);
  });

  it('is not absent from a block that holds it', async () => {
    expect(await isAbsentFrom([OTHER, OURS])).toBe(false);
  });

  it('is not absent where a block holds it in a form that no one can read', async () => {
    expect(await isAbsentFrom([{ txID: OURS.txID }])).toBe(false);
    expect(await isAbsentFrom([{ ...OURS, raw_data_hex: OTHER.raw_data_hex }])).toBe(false);
    expect(await isAbsentFrom([{ ...OURS, txID: 7 }])).toBe(false);
    expect(await isAbsentFrom([7])).toBe(false);
  });
});
