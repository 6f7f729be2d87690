import { z } from 'zod';
import type { SignedTransfer } from '../chain.ts';
import type { TronHttp } from './http.ts';
import { TronBlockList, WITHOUT_ID } from './messages.ts';

const BLOCKS_PER_CALL = 100;
/** A reference block is named by the low 16 bits of its height (TRON's TAPOS). */
const REFERENCE_MASK = 0xffff;

const Raw = z.object({ raw_data: z.object({ ref_block_bytes: z.string().length(4) }) });

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
  const { raw_data } = Raw.parse(JSON.parse(signed.raw));
  const low = Number.parseInt(raw_data.ref_block_bytes, 16);
  const expiresAt = signed.expiresAt ?? Number.POSITIVE_INFINITY;
  let height = solidHeight - ((solidHeight - low) & REFERENCE_MASK);
  let parent: string | undefined;
  while (height <= solidHeight) {
    const { block } = await node.ask(TronBlockList, 'walletsolidity/getblockbylimitnext', {
      startNum: height,
      endNum: Math.min(height + BLOCKS_PER_CALL, solidHeight + 1),
    });
    if (block.length === 0) return false;
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
