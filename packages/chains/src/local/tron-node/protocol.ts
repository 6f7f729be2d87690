// The bytes of TRON blocks: protobuf encoding of a block header, block ids and transaction sizes.
// Source: tronprotocol/protocol, core/Tron.proto (BlockHeader.raw), and java-tron's BlockCapsule (generateBlockId).
import { createHash } from 'node:crypto';

const WIRE_VARINT = 0;
const WIRE_BYTES = 2;

export interface HeaderFields {
  readonly timestamp: number;
  readonly txTrieRoot: string;
  readonly parentHash: string;
  readonly number: number;
  readonly witnessAddress: string;
  readonly version: number;
}

/** A block's id: its number in 8 bytes, then the last 24 bytes of the header's SHA-256. */
export function blockId(header: HeaderFields): string {
  const number = Buffer.alloc(8);
  number.writeBigUInt64BE(BigInt(header.number));
  return Buffer.concat([number, sha256(encodeHeader(header)).subarray(8)]).toString('hex');
}

/** Results that this node has (core/Tron.proto, Transaction.Result.contractResult). */
const RESULTS = { SUCCESS: 1, REVERT: 2, OUT_OF_ENERGY: 10 } as const;
export type ContractResult = keyof typeof RESULTS;

/** A transaction with its signatures and its result, hashed as a leaf of its block's tree (java-tron, TransactionCapsule.getMerkleHash). */
export function hashTransaction(
  { raw_data_hex, signature }: { raw_data_hex: string; signature: readonly string[] },
  result: ContractResult,
): Buffer {
  const outcome = encodeNumber(3, RESULTS[result]).toString('hex');
  const signatures = signature.map((one) => encodeBytes(2, one));
  return sha256(Buffer.concat([encodeBytes(1, raw_data_hex), ...signatures, encodeBytes(5, outcome)]));
}

/** The root over a block's transactions: pairs hashed up, an odd one carried. Zero when there are none. */
export function transactionRoot(leaves: readonly Buffer[]): string {
  let level = leaves;
  if (level.length === 0) return '0'.repeat(64);
  while (level.length > 1) {
    const next: Buffer[] = [];
    for (let index = 0; index < level.length; index += 2) {
      const pair = level.slice(index, index + 2);
      next.push(pair.length === 2 ? sha256(Buffer.concat(pair)) : Buffer.concat(pair));
    }
    level = next;
  }
  return Buffer.concat(level).toString('hex');
}

/** Bytes that bandwidth counts for a transaction: its serialized form, plus 64 for the result (java-tron, BandwidthProcessor). */
export function bandwidthBytes(rawDataHex: string, signatures: readonly string[]): number {
  const field = (length: number): number => 1 + varint(length).length + length;
  const signatureBytes = signatures.reduce((sum, signature) => sum + field(signature.length / 2), 0);
  return field(rawDataHex.length / 2) + signatureBytes + 64;
}

/** Hash of an entry of a receipt: unique for each, as the real one, which is made of other fields. */
export function hashEntry(txID: string, index: number): string {
  return sha256(Buffer.from(`${txID}/${index}`)).toString('hex');
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}

/** The bytes that a witness signs, by their SHA-256. */
export function encodeHeader(header: HeaderFields): Buffer {
  return Buffer.concat([
    encodeNumber(1, header.timestamp),
    encodeBytes(2, header.txTrieRoot),
    encodeBytes(3, header.parentHash),
    encodeNumber(7, header.number),
    encodeBytes(9, header.witnessAddress),
    encodeNumber(10, header.version),
  ]);
}

function encodeNumber(field: number, value: number): Buffer {
  if (value === 0) return Buffer.alloc(0);
  return Buffer.concat([varint((field << 3) | WIRE_VARINT), varint(value)]);
}

function encodeBytes(field: number, hex: string): Buffer {
  const bytes = Buffer.from(hex, 'hex');
  return Buffer.concat([varint((field << 3) | WIRE_BYTES), varint(bytes.length), bytes]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = BigInt(value);
  while (rest > 0x7fn) {
    bytes.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  bytes.push(Number(rest));
  return Buffer.from(bytes);
}
