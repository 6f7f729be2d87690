// Receipts of BSC's blocks, and the root by which a header commits to all of them (Yellow Paper, 4.3.1 and appendix D; EIP-2718).
import { concat, encodeRlp, keccak256, type RlpStructuredDataish, toBeHex } from 'ethers';
import { z } from 'zod';
import { RlpNumber } from './header.ts';

/** A hash in the one spelling that the books know: a node finds one with other letters as well, and it would be counted twice. */
export const Hash = z.string().regex(/^0x[0-9a-f]{64}$/);
const Hex = z.string().regex(/^0x([0-9a-f]{2})*$/);

export const ReceiptList = z.array(
  z.object({
    transactionHash: Hash,
    type: z.string().transform(Number).default(0),
    status: RlpNumber,
    cumulativeGasUsed: RlpNumber,
    logsBloom: Hex,
    logs: z.array(
      z.object({
        address: Hex,
        topics: z.array(Hash),
        data: Hex,
        blockHash: Hash,
      }),
    ),
  }),
);
export type Receipt = z.infer<typeof ReceiptList>[number];

const BRANCHES = 16;

/** Root of the trie of a block's receipts, each under its place in the block. */
export function computeReceiptsRoot(receipts: readonly Receipt[]): string {
  if (receipts.length === 0) return keccak256(encodeRlp('0x'));
  const leaves = receipts.map((receipt, index): Leaf => {
    const key = encodeRlp(index === 0 ? '0x' : toBeHex(index));
    return { path: key.slice(2), value: encodeReceipt(receipt) };
  });
  return keccak256(encodeRlp(makeNode(leaves, 0)));
}

function encodeReceipt({ type, status, cumulativeGasUsed, logsBloom, logs }: Receipt): string {
  const entries = logs.map(({ address, topics, data }) => [address, topics, data]);
  const body = encodeRlp([status, cumulativeGasUsed, logsBloom, entries]);
  return type === 0 ? body : concat([toBeHex(type), body]);
}

interface Leaf {
  /** Nibbles of the key, as hex. */
  readonly path: string;
  readonly value: string;
}

/** Node over leaves whose paths are the same up to a depth. No path is the beginning of another one, so no branch has a value. */
function makeNode(leaves: readonly Leaf[], depth: number): RlpStructuredDataish {
  const [first, ...others] = leaves;
  if (first === undefined) return '0x';
  if (others.length === 0) return [compact(first.path.slice(depth), true), first.value];
  const shared = countShared(first.path, others, depth);
  if (shared > 0) {
    const below = refer(makeNode(leaves, depth + shared));
    return [compact(first.path.slice(depth, depth + shared), false), below];
  }
  const branches = Array.from({ length: BRANCHES }, (_, nibble) => {
    const under = leaves.filter(({ path }) => path[depth] === nibble.toString(BRANCHES));
    return refer(makeNode(under, depth + 1));
  });
  return [...branches, '0x'];
}

function countShared(path: string, others: readonly Leaf[], depth: number): number {
  let at = depth;
  while (others.every((other) => other.path[at] === path[at])) at += 1;
  return at - depth;
}

/** A node in its parent, by its hash. One shorter than a hash would stand there itself; none is, for a receipt has a bloom filter of 256 bytes. */
function refer(node: RlpStructuredDataish): RlpStructuredDataish {
  return node === '0x' ? node : keccak256(encodeRlp(node));
}

/** A path with its two flags: whether it ends in a leaf, and whether its number of nibbles is odd. */
function compact(path: string, isLeaf: boolean): string {
  const flag = isLeaf ? 2 : 0;
  return path.length % 2 === 0 ? `0x${flag}0${path}` : `0x${flag + 1}${path}`;
}
