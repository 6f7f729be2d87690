// Goal: no value of any field of a block or of its receipts costs the block, and none is credited that the honest answer would not credit.
// Method: an honest block and its receipts with everything that a node lists; each field in turn is replaced by each odd value, and read by
// the adapter over HTTP.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMnemonic, deriveKeys } from '../keys/index.ts';
import { type RecordedNode, startRecordedNode } from '../testing-recorded.ts';
import { TronChain } from './index.ts';
import { bytesField } from './protobuf.ts';
import { encodeTransfer, makeBlock, makeTransaction } from './testing-blocks.ts';

const OWNER = '41d1e7a6bc354106cb410e65ff8b181c600ff14292';
const RECEIVER = '41a614f803b6fd780986a42c78ec9c7f77e6ded13c';
const CONTRACT = '41eca9bc828a3005b9a3b909f2cc5c2a54794de05f';
const HEIGHT = 7;
const MISSING = Symbol('missing');
/** Texts that a database does not take or cannot index, and one that only looks like an id. */
const ODD_TEXTS = ['a\u0000b', `\u0000${'a'.repeat(63)}`, 'a'.repeat(40_000), 'z'.repeat(64)] as const;
const VALUES = [-1, 2 ** 53, 2 ** 63 - 1, MISSING, 'text', ...ODD_TEXTS, null, [], {}, true] as const;

const id = (digit: number): string => String(digit).repeat(64);
const toHex = (text: string): string => Buffer.from(text).toString('hex');
const entry = (digit: number, note: string, callValueInfo: readonly object[], change = {}): object => ({
  hash: id(digit),
  caller_address: CONTRACT,
  transferTo_address: RECEIVER,
  callValueInfo,
  note: toHex(note),
  ...change,
});
const transfer = (units: bigint, extra: number) =>
  makeTransaction('TransferContract', encodeTransfer(OWNER, RECEIVER, units), { extra });
const CALLED = Buffer.concat([
  bytesField(1, Buffer.from(OWNER, 'hex')),
  bytesField(2, Buffer.from(CONTRACT, 'hex')),
]);
const TRANSACTIONS = [
  transfer(5_000_000n, 1),
  makeTransaction('TriggerSmartContract', CALLED, { extra: 2 }),
  makeTransaction('CreateSmartContract', CALLED, { extra: 3 }),
  makeTransaction('TransferAssetContract', encodeTransfer(OWNER, RECEIVER, 2n ** 53n), { extra: 4 }),
  transfer(7n, 5),
];
const receipt = (place: number, internal_transactions: readonly object[]): object => ({
  id: TRANSACTIONS[place]?.txID,
  fee: 345_000,
  blockNumber: HEIGHT,
  contractResult: [''],
  receipt: { energy_usage_total: 14_000, result: 'SUCCESS' },
  internal_transactions,
});

const HONEST = {
  block: makeBlock(HEIGHT, TRANSACTIONS),
  receipts: [
    receipt(1, [
      entry(1, 'call', [{ callValue: 11 }]),
      entry(2, 'call', [{}, { callValue: 2 ** 53, tokenId: '1000001' }]),
      entry(3, 'call', [{ callValue: 12 }], { rejected: true }),
      entry(4, 'delegateResourceOfEnergy', [{ callValue: 13 }]),
      entry(5, 'suicide', [{ callValue: 14 }]),
    ]),
    receipt(2, [entry(6, 'create', [{ callValue: 15 }])]),
  ],
};

type Path = readonly (string | number)[];

function listPaths(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const inner = Object.entries(value).flatMap(([key, one]) => listPaths(one, [...path, key]));
  return path.length === 0 ? inner : [path, ...inner];
}

function withValue(path: Path, value: unknown): typeof HONEST {
  const copy = structuredClone(HONEST);
  const parent = path.slice(0, -1).reduce<object>((at, key) => Reflect.get(at, key), copy);
  const last = path.at(-1) ?? '';
  if (value === MISSING) Reflect.deleteProperty(parent, last);
  else Reflect.set(parent, last, value);
  return copy;
}

let node: RecordedNode;
let chain: TronChain;
let answered: typeof HONEST = HONEST;
beforeAll(async () => {
  node = await startRecordedNode((path) =>
    path.endsWith('getblockbylimitnext') ? { block: [answered.block] } : answered.receipts,
  );
  chain = new TronChain({ network: 'testnet', rpcUrl: node.url, keys: deriveKeys(createMnemonic()).TRON });
});
afterAll(async () => node[Symbol.asyncDispose]());

async function read(): Promise<string[] | 'refused'> {
  const page = await chain.readBlocks({ from: HEIGHT, to: HEIGHT }).catch(() => undefined);
  if (page === undefined) return 'refused';
  // They are stored, and looked up again at another node.
  for (const { txHash } of [...page.transfers, ...page.unreadable])
    expect(txHash).toMatch(/^([0-9a-f]{64}|without an id)$/);
  return page.transfers.map(({ txHash, to, units }) => `${getPlace(txHash)} ${to} ${units}`);
}

/** Fields without which a page is asked for again: its place in the chain, and a receipt for each call. */
const NEEDED: readonly RegExp[] = [
  /^block$/,
  /^block\.blockID$/,
  /^block\.block_header/,
  /^block\.transactions$/,
  /^receipts$/,
  /^receipts\.\d$/,
  /^receipts\.\d\.id$/,
];
/** Fields that mean 'no' where a message leaves them out, by the rules of the format: no reader can tell. The balance of the address does. */
const BY_BALANCE = /rejected|tokenId/;

/** Place of a transaction in the block. */
function getPlace(txHash: string): number {
  return TRANSACTIONS.findIndex(({ txID }) => txID === txHash);
}

/** Place of the transaction that a field belongs to. */
function getOwner(path: Path): string {
  const [part, list, index] = path;
  if (part === 'receipts') return String(Number(list) + 1);
  return list === 'transactions' ? String(index) : '-';
}

/** A block without transactions is an honest answer. */
function isEmptyBlock(name: string, value: (typeof VALUES)[number]): boolean {
  return name === 'block.transactions' && (value === MISSING || Array.isArray(value));
}

describe('a block with an odd value in one field', () => {
  it('is read, without more than the honest answer has', async () => {
    answered = HONEST;
    const honest = await read();
    if (honest === 'refused') throw new Error('The honest answer is refused.');
    expect(honest).toHaveLength(5);
    let played = 0;
    for (const path of listPaths(HONEST))
      for (const value of VALUES) {
        const name = path.join('.');
        if (isEmptyBlock(name, value)) continue;
        answered = withValue(path, value);
        const found = await read();
        const what = `${name} = ${String(value)}`;
        if (found === 'refused') {
          expect(
            NEEDED.some((needed) => needed.test(name)),
            what,
          ).toBe(true);
          continue;
        }
        played += 1;
        if (BY_BALANCE.test(name) && value === MISSING) continue;
        expect(honest, what).toEqual(expect.arrayContaining(found));
        // Only the transaction that has the field may lose its transfers.
        const others = honest.filter((one) => !one.startsWith(getOwner(path)));
        expect(found, what).toEqual(expect.arrayContaining(others));
      }
    expect(played).toBeGreaterThan(800);
  });
});
