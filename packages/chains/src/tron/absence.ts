import { z } from 'zod';
import type { SignedTransfer } from '../chain.ts';
import type { TronHttp } from './http.ts';
import { TronBlockList, WITHOUT_ID } from './messages.ts';

const BLOCKS_PER_CALL = 100;
/** More than a chain makes while a transaction is valid, which is at most a day: a node that tells of more is asked no further. */
const BLOCKS_MAX = 30_000;
/** A reference block is named by the low 16 bits of its height and by a part of its id (TRON's TAPOS): every 54.6 hours one has the same bits. */
const SAME_BITS_BLOCKS = 0x10000;
/** Blocks with the same bits that are looked at, back to 45 days ago. */
const REFERENCES_MAX = 20;

const Raw = z.object({
  raw_data: z.object({ ref_block_bytes: z.string().length(4), ref_block_hash: z.string().length(16) }),
});

/**
 * Returns true when a transaction is in none of the solidified blocks that could hold it: those after its reference block, up to the first
 * one made after it expired. The blocks are read themselves, each linked to the one before: that a node knows nothing of a
 * transaction proves nothing, for the node may be behind.
 */
export async function isAbsent(
  node: TronHttp,
  signed: SignedTransfer,
  solidHeight: number,
): Promise<boolean> {
  const start = await findReference(node, signed, solidHeight);
  if (start === undefined) return false;
  const expiresAt = signed.expiresAt ?? Number.POSITIVE_INFINITY;
  const newest = Math.min(solidHeight, start + BLOCKS_MAX - 1);
  let height = start;
  let parent: string | undefined;
  while (height <= newest) {
    const end = Math.min(height + BLOCKS_PER_CALL, newest + 1);
    const block = await readBlocks(node, height, end);
    // A node has all of the blocks below its solid one.
    if (block.length !== end - height) return false;
    for (const { blockID, block_header, transactions, unreadable } of block) {
      const { number, timestamp, parentHash } = block_header.raw_data;
      if (number !== height || (parent !== undefined && parentHash !== parent)) return false;
      const ids = [...transactions.map(({ txID }) => txID), ...unreadable];
      if (ids.includes(signed.txHash) || ids.includes(WITHOUT_ID)) return false;
      if (timestamp > expiresAt) return true;
      parent = blockID;
      height += 1;
    }
  }
  return false;
}

/** Height of the reference block of a transaction, or undefined where the node has none: it is on another fork, or older than 45 days. */
async function findReference(
  node: TronHttp,
  { raw }: SignedTransfer,
  solidHeight: number,
): Promise<number | undefined> {
  const { ref_block_bytes, ref_block_hash } = Raw.parse(JSON.parse(raw)).raw_data;
  const newest =
    solidHeight - ((solidHeight - Number.parseInt(ref_block_bytes, 16)) & (SAME_BITS_BLOCKS - 1));
  for (let times = 0; times < REFERENCES_MAX; times += 1) {
    const height = newest - times * SAME_BITS_BLOCKS;
    if (height < 0) return undefined;
    const [block] = await readBlocks(node, height, height + 1);
    if (block?.block_header.raw_data.number === height && block.blockID.slice(16, 32) === ref_block_hash)
      return height;
  }
  return undefined;
}

async function readBlocks(node: TronHttp, startNum: number, endNum: number) {
  return (await node.ask(TronBlockList, 'walletsolidity/getblockbylimitnext', { startNum, endNum })).block;
}
