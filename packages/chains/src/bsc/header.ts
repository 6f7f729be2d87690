// Headers of BSC's blocks: what a header commits to can be believed once it hashes to the block's hash.
import { encodeRlp, keccak256, toBeHex } from 'ethers';
import { z } from 'zod';

const Hex = z.string().regex(/^0x([0-9a-f]{2})*$/);
const Quantity = z.string().regex(/^0x[0-9a-f]+$/);
/** A number as RLP has it: without zeros before it. */
export const RlpNumber = Quantity.transform((text) => (BigInt(text) === 0n ? '0x' : toBeHex(BigInt(text))));

/** The fields of a header in the order in which they are hashed (Yellow Paper, 4.3); the last ones came with forks, one after the other. */
const HashedFields = z.object({
  parentHash: Hex,
  sha3Uncles: Hex,
  miner: Hex,
  stateRoot: Hex,
  transactionsRoot: Hex,
  receiptsRoot: Hex,
  logsBloom: Hex,
  difficulty: RlpNumber,
  number: RlpNumber,
  gasLimit: RlpNumber,
  gasUsed: RlpNumber,
  timestamp: RlpNumber,
  extraData: Hex,
  mixHash: Hex,
  nonce: Hex,
  // EIP-1559, EIP-4895, EIP-4844 (two), EIP-4788, EIP-7685, EIP-7928, EIP-7843.
  baseFeePerGas: RlpNumber.optional(),
  withdrawalsRoot: Hex.optional(),
  blobGasUsed: RlpNumber.optional(),
  excessBlobGas: RlpNumber.optional(),
  parentBeaconBlockRoot: Hex.optional(),
  requestsHash: Hex.optional(),
  blockAccessListHash: Hex.optional(),
  slotNumber: RlpNumber.optional(),
});
const Hashed = z.object({ hash: z.string() });

/**
 * The bytes of a header that hash to its block's hash, or undefined where they do not: the node leaves a field out, or a fork has added one that this
 * version does not know. Nothing that such a header says is proved.
 */
export function encodeHeader(block: unknown): string | undefined {
  const fields = HashedFields.safeParse(block).data;
  if (fields === undefined) return undefined;
  const bytes = encodeRlp(Object.values(fields).filter((field) => field !== undefined));
  return keccak256(bytes) === Hashed.safeParse(block).data?.hash ? bytes : undefined;
}
