// Blocks and the token's events in them, from a node that may cap ranges, refuse them, or answer less than it has.
import { isError, type JsonRpcProvider, keccak256, toQuantity } from 'ethers';
import { z } from 'zod';
import type { BlockId } from '../chain.ts';
import { type TokenLog, TRANSFER_TOPIC } from './token.ts';

const BLOOM_BITS = 2048;
const BLOOM_HASHES = 3;

export interface Header extends BlockId {
  readonly logsBloom: string;
}

/** A header without what only its reader needs. */
export function toBlockId({ height, hash, parentHash }: BlockId): BlockId {
  return { height, hash, parentHash };
}

const HeaderMessage = z.object({
  number: z.string().transform(Number),
  hash: z.string().length(66),
  parentHash: z.string().length(66),
  logsBloom: z.string().length(2 + BLOOM_BITS / 4),
});

const ReceiptMessage = z.array(
  z.object({
    status: z.string(),
    logs: z.array(
      z.object({
        address: z.string(),
        topics: z.array(z.string()),
        data: z.string(),
        logIndex: z.string(),
        transactionHash: z.string(),
        blockNumber: z.string(),
        blockHash: z.string(),
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
  const heights = Array.from({ length: range.to - range.from + 1 }, (_, index) => range.from + index);
  const answers = await Promise.all(
    heights.map((height) => provider.send('eth_getBlockByNumber', [toQuantity(height), false])),
  );
  const headers: Header[] = [];
  for (const [index, answer] of answers.entries()) {
    if (answer === null) return undefined;
    const { number: height, ...rest } = HeaderMessage.parse(answer);
    const parent = headers.at(-1);
    const isNext = height === heights[index] && (parent === undefined || parent.hash === rest.parentHash);
    if (!isNext) return undefined;
    headers.push({ height, ...rest });
  }
  const [first, ...others] = headers;
  return first === undefined ? undefined : [first, ...others];
}

/**
 * The token's Transfer events in linked blocks; undefined when an event belongs to another fork than the headers.
 * A range that the node refuses is halved. Where a header says that there may be such an event and the node told of none, the
 * block's receipts are read: some nodes answer too little without a word (smartbch/smartbch#54).
 */
export async function readTransferLogs(
  provider: JsonRpcProvider,
  contract: string,
  headers: readonly [Header, ...Header[]],
): Promise<TokenLog[] | undefined> {
  const [first] = headers;
  const last = headers.at(-1) ?? first;
  const logs = await readRange(provider, contract, { from: first.height, to: last.height });
  const told = new Map<number, { readonly header: Header; readonly logs: TokenLog[] }>();
  for (const header of headers) told.set(header.height, { header, logs: [] });
  for (const log of logs) {
    const block = told.get(log.blockNumber);
    if (block === undefined || block.header.hash !== log.blockHash || log.removed) return undefined;
    block.logs.push(log);
  }
  const all: TokenLog[] = [];
  for (const { header, logs: known } of told.values()) {
    const isSuspicious = known.length === 0 && mayHoldTransfers(header, contract);
    all.push(...(isSuspicious ? await readReceiptLogs(provider, header) : known));
  }
  return all.some((log) => told.get(log.blockNumber)?.header.hash !== log.blockHash) ? undefined : all;
}

async function readRange(
  provider: JsonRpcProvider,
  contract: string,
  { from, to }: { from: number; to: number },
): Promise<readonly TokenLog[]> {
  try {
    return await provider.getLogs({
      address: contract,
      topics: [TRANSFER_TOPIC],
      fromBlock: from,
      toBlock: to,
    });
  } catch (error) {
    // Only an answer of the node that it will not do this; one that is away is not asked more often.
    if (from === to || !isError(error, 'UNKNOWN_ERROR')) throw error;
    const middle = Math.floor((from + to) / 2);
    const older = await readRange(provider, contract, { from, to: middle });
    return [...older, ...(await readRange(provider, contract, { from: middle + 1, to }))];
  }
}

async function readReceiptLogs(provider: JsonRpcProvider, header: Header): Promise<TokenLog[]> {
  const answer: unknown = await provider.send('eth_getBlockReceipts', [toQuantity(header.height)]);
  return ReceiptMessage.parse(answer)
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
