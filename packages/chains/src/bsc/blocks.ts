// Blocks and the token's events in them, from a node that may cap ranges, refuse them, or answer less than it has.
import { type JsonRpcProvider, keccak256, toQuantity } from 'ethers';
import { z } from 'zod';
import type { BlockId } from '../chain.ts';
import { type Range, readInHalves } from './in-halves.ts';
import { type TokenLog, TRANSFER_TOPIC } from './token.ts';

const BLOOM_BITS = 2048;
const BLOOM_HASHES = 3;
/** Headers asked for at once. */
export const HEADERS_PER_CALL = 50;

export interface Header extends BlockId {
  readonly logsBloom: string;
  /** Hashes of its transactions. */
  readonly transactions: readonly string[];
}

/** A header without what only its reader needs. */
export function toBlockId({ height, hash, parentHash }: BlockId): BlockId {
  return { height, hash, parentHash };
}

/** A hash in the one spelling that the books know: a node finds one with other letters as well, and it would be counted twice. */
const Hash = z.string().regex(/^0x[0-9a-f]{64}$/);

const HeaderMessage = z.object({
  number: z.string().transform(Number),
  hash: Hash,
  parentHash: Hash,
  logsBloom: z.string().length(2 + BLOOM_BITS / 4),
  transactions: z.array(Hash),
});

const ReceiptMessage = z.array(
  z.object({
    transactionHash: Hash,
    status: z.string(),
    logs: z.array(
      z.object({
        address: z.string(),
        topics: z.array(z.string()),
        data: z.string(),
        logIndex: z.string(),
        transactionHash: Hash,
        blockNumber: z.string(),
        blockHash: Hash,
      }),
    ),
  }),
);

/**
 * The headers of a closed range, each linked to the one before it; undefined when the node has not all of them, or when they
 * belong to different forks because the chain changed while it was read.
 */
export async function readHeaders(
  provider: JsonRpcProvider,
  range: { from: number; to: number },
): Promise<readonly [Header, ...Header[]] | undefined> {
  const answers: unknown[] = [];
  for (let from = range.from; from <= range.to; from += HEADERS_PER_CALL) {
    const page = { from, to: Math.min(from + HEADERS_PER_CALL - 1, range.to) };
    answers.push(...(await readInHalves(page, (part) => askHeaders(provider, part))));
  }
  const headers: Header[] = [];
  for (const [index, answer] of answers.entries()) {
    if (answer === null) return undefined;
    const { number: height, ...rest } = HeaderMessage.parse(answer);
    const parent = headers.at(-1);
    const isNext = height === range.from + index && (parent === undefined || parent.hash === rest.parentHash);
    if (!isNext) return undefined;
    headers.push({ height, ...rest });
  }
  const [first, ...others] = headers;
  return first === undefined ? undefined : [first, ...others];
}

/** Asked in one moment, so that a provider that batches makes one call of them. */
function askHeaders(provider: JsonRpcProvider, { from, to }: Range): Promise<unknown[]> {
  const heights = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  return Promise.all(
    heights.map((height) => provider.send('eth_getBlockByNumber', [toQuantity(height), false])),
  );
}

/**
 * The token's Transfer events in linked blocks; undefined when an event belongs to another fork than the headers, or is in no receipt.
 * A range that the node refuses is halved. Where a header says that there may be such an event, the block's receipts decide: some nodes
 * answer too little without a word, none of a block's events (smartbch/smartbch#54) or a part (ethereum/go-ethereum#18198).
 */
export async function readTransferLogs(
  provider: JsonRpcProvider,
  contract: string,
  headers: readonly [Header, ...Header[]],
): Promise<TokenLog[] | undefined> {
  const [first] = headers;
  const last = headers.at(-1) ?? first;
  const filter = { address: contract, topics: [TRANSFER_TOPIC] };
  const logs = await readInHalves({ from: first.height, to: last.height }, ({ from, to }) =>
    provider.getLogs({ ...filter, fromBlock: from, toBlock: to }),
  );
  const told = new Map<number, { readonly header: Header; readonly logs: TokenLog[] }>();
  for (const header of headers) told.set(header.height, { header, logs: [] });
  for (const log of logs) {
    const block = told.get(log.blockNumber);
    if (block === undefined || block.header.hash !== log.blockHash || log.removed) return undefined;
    Hash.parse(log.transactionHash);
    block.logs.push(log);
  }
  const all: TokenLog[] = [];
  for (const { header, logs: known } of told.values()) {
    const found = mayHoldTransfers(header, contract) ? await readReceiptLogs(provider, header) : known;
    const isIn = (log: TokenLog): boolean =>
      found.some((one) => one.transactionHash === log.transactionHash && one.index === log.index);
    if (!known.every(isIn)) return undefined;
    all.push(...found);
  }
  return all.some((log) => told.get(log.blockNumber)?.header.hash !== log.blockHash) ? undefined : all;
}

/** @throws Error when a transaction of the block has no receipt, or more than one, or a receipt no transaction: what was moved is not known. */
async function readReceiptLogs(provider: JsonRpcProvider, header: Header): Promise<TokenLog[]> {
  const answer: unknown = await provider.send('eth_getBlockReceipts', [toQuantity(header.height)]);
  const receipts = ReceiptMessage.parse(answer);
  const known = new Set(receipts.map(({ transactionHash }) => transactionHash));
  const missing = header.transactions.find((txHash) => !known.has(txHash));
  if (receipts.length !== header.transactions.length && missing === undefined)
    throw new Error(
      `The BSC node has other receipts than transactions in block ${header.height}. It is asked again.`,
    );
  if (missing !== undefined)
    throw new Error(
      `The BSC node has no receipt of the transaction ${missing} in block ${header.height}. It is asked again.`,
    );
  return receipts
    .filter(({ status }) => Number(status) === 1)
    .flatMap(({ logs }) => logs)
    .map(({ logIndex, blockNumber, ...log }) => ({
      ...log,
      index: Number(logIndex),
      blockNumber: Number(blockNumber),
      removed: false,
    }));
}

/** Returns true when a block's bloom filter allows for an event of the contract with the Transfer topic. It may err, but never on the safe side. */
function mayHoldTransfers({ logsBloom }: Header, contract: string): boolean {
  const bloom = Buffer.from(logsBloom.slice(2), 'hex');
  return [contract, TRANSFER_TOPIC].every((item) => computeBits(item).every((bit) => isSet(bloom, bit)));
}

/** The bits of an item: the low 11 bits of the first three pairs of bytes of its hash (Ethereum yellow paper, 4.3.1). */
function computeBits(item: string): number[] {
  const hash = Buffer.from(keccak256(item).slice(2), 'hex');
  return Array.from({ length: BLOOM_HASHES }, (_, pair) => hash.readUInt16BE(2 * pair) % BLOOM_BITS);
}

function isSet(bloom: Buffer, bit: number): boolean {
  const byte = bloom[bloom.length - 1 - Math.floor(bit / 8)] ?? 0;
  return (byte & (1 << (bit % 8))) !== 0;
}
