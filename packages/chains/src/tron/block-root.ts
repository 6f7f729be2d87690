// Ids and roots of TRON's blocks, over bytes that its protobuf messages have (tronprotocol/protocol, core/Tron.proto; java-tron's BlockCapsule and
// MerkleTree).
import { hash } from 'node:crypto';
import { bytesField, numberField } from './protobuf.ts';

const ID_HASH_FROM = 8;
/** Results as the bytes of a block have them (Transaction.Result.contractResult). */
const CONTRACT_RESULTS: readonly string[] = [
  'DEFAULT',
  'SUCCESS',
  'REVERT',
  'BAD_JUMP_DESTINATION',
  'OUT_OF_MEMORY',
  'PRECOMPILED_CONTRACT',
  'STACK_TOO_SMALL',
  'STACK_TOO_LARGE',
  'ILLEGAL_OPERATION',
  'STACK_OVERFLOW',
  'OUT_OF_ENERGY',
  'OUT_OF_TIME',
  'JVM_STACK_OVER_FLOW',
  'UNKNOWN',
  'TRANSFER_FAILED',
  'INVALID_CODE',
];

/** Fields of a header that its id is made of. */
export interface HeaderFields {
  readonly timestamp: number;
  readonly txTrieRoot: string;
  readonly parentHash: string;
  readonly number: number;
  readonly witness_address: string;
  readonly version: number;
  readonly accountStateRoot?: string | undefined;
}

/** A block's id: its number in 8 bytes, then the last 24 bytes of the header's SHA-256. */
export function computeBlockId(header: HeaderFields): string {
  const number = Buffer.alloc(ID_HASH_FROM);
  number.writeBigUInt64BE(BigInt(header.number));
  return Buffer.concat([number, sha256(encodeHeader(header)).subarray(ID_HASH_FROM)]).toString('hex');
}

function encodeHeader(header: HeaderFields): Buffer {
  return Buffer.concat([
    numberField(1, header.timestamp),
    hexField(2, header.txTrieRoot),
    hexField(3, header.parentHash),
    numberField(7, header.number),
    hexField(9, header.witness_address),
    numberField(10, header.version),
    hexField(11, header.accountStateRoot ?? ''),
  ]);
}

function hexField(field: number, hex: string): Buffer {
  return hex === '' ? Buffer.alloc(0) : bytesField(field, Buffer.from(hex, 'hex'));
}

/** Of the platform: a million blocks are hashed after an outage. */
function sha256(bytes: Uint8Array): Buffer {
  return hash('sha256', bytes, 'buffer');
}

/** Id of a transaction, by its bytes without signatures. */
export function computeTransactionId(rawDataHex: string): string {
  return sha256(Buffer.from(rawDataHex, 'hex')).toString('hex');
}

/** Parts of a transaction that its block's root commits to. */
export interface CommittedTransaction {
  readonly raw_data_hex: string;
  readonly signature?: readonly string[] | undefined;
  readonly ret?: readonly { readonly contractRet?: string | undefined }[] | undefined;
}

/**
 * The root over a block's transactions, each as it stands in the block. Undefined where a result has a name that this version does not know.
 */
export function computeTransactionRoot(transactions: readonly CommittedTransaction[]): string | undefined {
  const leaves: Uint8Array[] = [];
  for (const transaction of transactions) {
    const bytes = encodeTransaction(transaction);
    if (bytes === undefined) return undefined;
    leaves.push(sha256(bytes));
  }
  return computeRoot(leaves);
}

/** The root over hashes: pairs hashed in order, an odd last one goes up as it is, 32 zeros for none. */
function computeRoot(leaves: readonly Uint8Array[]): string {
  if (leaves.length === 0) return '0'.repeat(64);
  let level = leaves;
  while (level.length > 1) {
    const below = level;
    level = Array.from({ length: Math.ceil(below.length / 2) }, (_, pair) => {
      const joined = Buffer.concat(below.slice(2 * pair, 2 * pair + 2));
      return 2 * pair + 1 < below.length ? sha256(joined) : joined;
    });
  }
  return Buffer.concat(level).toString('hex');
}

function encodeTransaction({
  raw_data_hex,
  signature = [],
  ret = [],
}: CommittedTransaction): Buffer | undefined {
  const results: Buffer[] = [];
  for (const { contractRet = 'DEFAULT' } of ret) {
    const code = CONTRACT_RESULTS.indexOf(contractRet);
    if (code < 0) return undefined;
    results.push(bytesField(5, numberField(3, code)));
  }
  return Buffer.concat([
    bytesField(1, Buffer.from(raw_data_hex, 'hex')),
    ...signature.map((one) => bytesField(2, Buffer.from(one, 'hex'))),
    ...results,
  ]);
}
