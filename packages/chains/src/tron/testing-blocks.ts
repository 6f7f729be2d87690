// Blocks of TRON for tests, as java-tron tells of them: with the bytes of each transaction, and an id and a root that prove them.
import { computeBlockId, computeTransactionId, computeTransactionRoot } from './block-root.ts';
import { bytesField, numberField } from './protobuf.ts';

/** Numbers of the types of contracts (core/Tron.proto). */
export const CONTRACT_TYPES = {
  TransferContract: 1,
  TransferAssetContract: 2,
  CreateSmartContract: 30,
  TriggerSmartContract: 31,
  FreezeBalanceV2Contract: 54,
} as const;

export interface MadeTransaction {
  readonly ret: readonly { readonly contractRet: string }[];
  readonly signature: readonly string[];
  readonly txID: string;
  readonly raw_data_hex: string;
}

/** Message of a transfer, as the contract of a transaction has it. */
export function encodeTransfer(owner: string, to: string, units: bigint): Buffer {
  return Buffer.concat([bytesField(1, fromHex(owner)), bytesField(2, fromHex(to)), numberField(3, units)]);
}

/** A transaction in a block whose bytes ask for a contract. `extra` goes into its bytes, to tell it from another one. */
export function makeTransaction(
  type: keyof typeof CONTRACT_TYPES,
  value: Uint8Array,
  { contractRet = 'SUCCESS', extra = 0 }: { contractRet?: string; extra?: number } = {},
): MadeTransaction {
  const url = Buffer.from(`type.googleapis.com/protocol.${type}`);
  const parameter = Buffer.concat([bytesField(1, url), bytesField(2, value)]);
  const contract = Buffer.concat([numberField(1, CONTRACT_TYPES[type]), bytesField(2, parameter)]);
  const time = numberField(14, 1_634_021_947_000 + extra);
  return withBytes(
    Buffer.concat([bytesField(1, Buffer.from('f108', 'hex')), bytesField(11, contract), time]),
    contractRet,
  );
}

/** A transaction in a block with these bytes. */
function withBytes(raw: Uint8Array, contractRet = 'SUCCESS'): MadeTransaction {
  const signature = ['ab'.repeat(65)];
  return {
    ret: [{ contractRet }],
    signature,
    txID: computeTransactionId(toHex(raw)),
    raw_data_hex: toHex(raw),
  };
}

/** A block with transactions. */
export function makeBlock(
  number: number,
  transactions: readonly MadeTransaction[],
  parentHash = '8'.repeat(64),
) {
  const txTrieRoot = computeTransactionRoot(transactions);
  if (txTrieRoot === undefined) throw new Error('A result has a name that TRON does not know.');
  const witness_address = '4119e7e376e7c213b7e7e7e46cc70a5dd086daff2a';
  const raw_data = {
    number,
    txTrieRoot,
    witness_address,
    parentHash,
    version: 32,
    timestamp: 1_634_021_949_000 + 3_000 * number,
  };
  return { blockID: computeBlockId(raw_data), block_header: { raw_data }, transactions };
}

function fromHex(text: string): Buffer {
  return Buffer.from(text, 'hex');
}

function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
