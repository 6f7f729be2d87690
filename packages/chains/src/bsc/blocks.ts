// Blocks and the token's events in them. The header of a block says by its bloom filter whether there may be such an event, and by its root which
// receipts are all of it; it is proved by its hash. Nothing that a node leaves out passes for nothing (smartbch/smartbch#54,
// ethereum/go-ethereum#18198).
import { type JsonRpcProvider, keccak256, toQuantity } from 'ethers';
import { z } from 'zod';
import type { BlockId, IncomingTransfer } from '../chain.ts';
import { encodeHeader } from './header.ts';
import { Portions, type Range } from './portions.ts';
import { computeReceiptsRoot, Hash, type Receipt, ReceiptList } from './receipts.ts';
import { TRANSFER_TOPIC, toTransfers } from './token.ts';

const BLOOM_BITS = 2048;
const BLOOM_HASHES = 3;
/** Most headers asked for at once. */
export const HEADERS_PER_CALL = 50;
/** Blocks whose receipts are asked for at once: some have hundreds. */
const RECEIPTS_PER_CALL = 10;

/** Node that is asked for blocks, with as many at once as it takes. */
export class BlockSource {
  readonly provider: JsonRpcProvider;
  readonly headers = new Portions(HEADERS_PER_CALL);
  readonly receipts = new Portions(RECEIPTS_PER_CALL);

  /** @param provider sends what is asked at the same time as one request */
  constructor(provider: JsonRpcProvider) {
    this.provider = provider;
  }
}

export interface Header extends BlockId {
  readonly logsBloom: string;
  readonly receiptsRoot: string;
  /** Hashes of its transactions. */
  readonly transactions: readonly string[];
  /** False where its fields do not hash to its hash: the bloom filter and the root are then the node's word. */
  readonly isProved: boolean;
}

/** A header without what only its reader needs. */
export function toBlockId({ height, hash, parentHash }: BlockId): BlockId {
  return { height, hash, parentHash };
}

const HeaderMessage = z.object({
  number: z.string().transform(Number),
  hash: Hash,
  parentHash: Hash,
  logsBloom: z.string().length(2 + BLOOM_BITS / 4),
  receiptsRoot: Hash,
  transactions: z.array(Hash),
});

/**
 * The headers of a closed range, each linked to the one before it; undefined when the node has not all of them, or when they
 * belong to different forks because the chain changed while it was read.
 */
export async function readHeaders(
  { provider, headers: portions }: BlockSource,
  range: Range,
): Promise<readonly [Header, ...Header[]] | undefined> {
  const answers = await portions.read(range, (part) => askHeaders(provider, part));
  const headers: Header[] = [];
  for (const [index, answer] of answers.entries()) {
    if (answer === null) return undefined;
    const { number: height, ...rest } = HeaderMessage.parse(answer);
    const parent = headers.at(-1);
    const isNext = height === range.from + index && (parent === undefined || parent.hash === rest.parentHash);
    if (!isNext) return undefined;
    headers.push({ height, ...rest, isProved: encodeHeader(answer) !== undefined });
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
 * The token's transfers in linked blocks; undefined when receipts belong to another fork than the headers.
 *
 * @throws Error when the receipts of a block are not all that its header commits to: what was moved is not known
 */
export async function readTransfers(
  { provider, receipts: portions }: BlockSource,
  contract: string,
  headers: readonly Header[],
): Promise<IncomingTransfer[] | undefined> {
  const asked = headers.filter((header) => !header.isProved || mayHoldTransfers(header, contract));
  const transfers: IncomingTransfer[] = [];
  const isRead = await portions.read({ from: 0, to: asked.length - 1 }, async (part) => {
    const page = asked.slice(part.from, part.to + 1);
    const answers = await askReceipts(provider, page);
    return page.map((header, index) => {
      const receipts = ReceiptList.parse(answers[index]);
      const isOfBlock = receipts.every((one) => one.logs.every(({ blockHash }) => blockHash === header.hash));
      if (!isOfBlock) return false;
      assertComplete(header, receipts);
      const place = { blockNumber: header.height, removed: false };
      for (const { transactionHash, logs } of receipts)
        transfers.push(
          ...toTransfers(
            logs.map((log) => ({ ...log, ...place, transactionHash })),
            contract,
          ),
        );
      return true;
    });
  });
  return isRead.includes(false) ? undefined : transfers;
}

function askReceipts(provider: JsonRpcProvider, headers: readonly Header[]): Promise<unknown[]> {
  return Promise.all(
    headers.map(({ height }) => provider.send('eth_getBlockReceipts', [toQuantity(height)])),
  );
}

/** The transactions, in their order, have one receipt each, and the receipts are those that the header commits to. */
function assertComplete(header: Header, receipts: readonly Receipt[]): void {
  const { height, transactions, isProved, receiptsRoot } = header;
  const isSame =
    receipts.length === transactions.length &&
    receipts.every(({ transactionHash }, index) => transactionHash === transactions[index]);
  if (isSame && (!isProved || computeReceiptsRoot(receipts) === receiptsRoot)) return;
  throw new Error(
    `The receipts of block ${height} that the BSC node tells of are not those of its header. It is asked again.`,
  );
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
