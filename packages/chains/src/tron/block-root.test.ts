// Goal: what a block's header commits to is computed as TRON computes it, and no other list of transactions passes for it.
// Method: blocks of a java-tron 4.8 of a private network with 0 to 24 transactions, without what the JSON says beside their bytes.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isProved, TronBlock } from './messages.ts';

const Recorded = z.looseObject({
  blockID: z.string(),
  block_header: z.looseObject({ raw_data: z.looseObject({ number: z.number().default(0) }) }),
  transactions: z
    .array(z.looseObject({ ret: z.array(z.object({ contractRet: z.string() })).optional() }))
    .default([]),
});
type Recorded = z.infer<typeof Recorded>;
const BLOCKS = z
  .array(Recorded)
  .parse(JSON.parse(readFileSync(new URL('recorded/blocks.json', import.meta.url), 'utf8')));
/** Its transaction was sent with a field that protobuf keeps and the JSON does not show: no one can prove it by the JSON. */
const WITH_HIDDEN_FIELD = 303;

const isProvedBy = (block: object): boolean => isProved(TronBlock.parse(block));
const numberOf = ({ block_header }: Recorded): number => block_header.raw_data.number;

describe('a block of a real node', () => {
  it.each(BLOCKS.map((block) => [numberOf(block), block] as const))(
    '%d is proved by its header, but for the one with a hidden field',
    (number, block) => {
      expect(isProvedBy(block)).toBe(number !== WITH_HIDDEN_FIELD);
    },
  );

  const block = BLOCKS.find((one) => one.transactions.length === 4);
  const change = (transactions: (list: Recorded['transactions']) => unknown[]): object => ({
    ...block,
    transactions: transactions(block?.transactions ?? []),
  });

  it.each<[string, object]>([
    ['without its first transaction', change((list) => list.slice(1))],
    ['without its last transaction', change((list) => list.slice(0, -1))],
    ['without any', change(() => [])],
    ['in another order', change((list) => list.toReversed())],
    ['with its last one twice', change((list) => [...list, list.at(-1)])],
    [
      'with another result',
      change((list) => list.map((one) => ({ ...one, ret: [{ contractRet: 'REVERT' }] }))),
    ],
    [
      'with a result of a name to come',
      change((list) => list.map((one) => ({ ...one, ret: [{ contractRet: 'NEW' }] }))),
    ],
    ['without a signature', change((list) => list.map((one) => ({ ...one, signature: [] })))],
    ['with one that cannot be read', change((list) => [{ ...list[0], raw_data_hex: 7 }, ...list.slice(1)])],
    ['under another id', { ...block, blockID: '0'.repeat(64) }],
  ])('is not proved %s', (_what, changed) => {
    expect(isProvedBy(changed)).toBe(false);
  });
});
