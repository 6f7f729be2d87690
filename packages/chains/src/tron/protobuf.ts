// Messages of protobuf, as far as TRON's transactions and headers need them (protobuf.dev, "Encoding").

const WIRE_VARINT = 0;
const WIRE_64 = 1;
const WIRE_BYTES = 2;
const WIRE_32 = 5;
const FIXED_BYTES = new Map([
  [WIRE_64, 8],
  [WIRE_32, 4],
]);
const VARINT_BYTES_MAX = 10;
const INT64_BITS = 64;

/** Fields of a message by their number. A field of another wire type than its schema has is an unknown field to every reader of protobuf. */
export interface Fields {
  /** The last one counts. Undefined in a message without it. */
  number(field: number): bigint | undefined;
  /** The last one counts. Undefined in a message without it. */
  bytes(field: number): Buffer | undefined;
  /** Field that must be there once: readers merge several of a message, each in its way. */
  message(field: number): Fields | undefined;
}

/** Reads a message, or undefined where the bytes are none. */
export function readFields(message: Buffer): Fields | undefined {
  const numbers = new Map<number, bigint>();
  const blobs = new Map<number, Buffer[]>();
  let at = 0;
  const readVarint = (): bigint | undefined => {
    let value = 0n;
    for (let length = 0; length < VARINT_BYTES_MAX; length += 1) {
      const byte = message[at];
      if (byte === undefined) return undefined;
      at += 1;
      value |= BigInt(byte & 0x7f) << BigInt(7 * length);
      if (byte < 0x80) return value;
    }
    return undefined;
  };
  while (at < message.length) {
    const key = readVarint();
    if (key === undefined) return undefined;
    const [field, wire] = [Number(key >> 3n), Number(key & 7n)];
    const number = wire === WIRE_VARINT || wire === WIRE_BYTES ? readVarint() : undefined;
    const length = wire === WIRE_BYTES ? number : BigInt(FIXED_BYTES.get(wire) ?? -1);
    if (wire === WIRE_VARINT && number !== undefined) numbers.set(field, number);
    else if (length !== undefined && length >= 0n && BigInt(at) + length <= message.length) {
      const end = at + Number(length);
      if (wire === WIRE_BYTES) blobs.set(field, [...(blobs.get(field) ?? []), message.subarray(at, end)]);
      at = end;
    } else return undefined;
  }
  return {
    number: (field) => numbers.get(field),
    bytes: (field) => blobs.get(field)?.at(-1),
    message: (field) => {
      const [only, ...others] = blobs.get(field) ?? [];
      return only === undefined || others.length > 0 ? undefined : readFields(only);
    },
  };
}

/** A field with a number, as TRON's int64 and enums have it. Nothing for zero, which protobuf leaves out. */
export function numberField(field: number, value: number | bigint): Buffer {
  const bits = BigInt.asUintN(INT64_BITS, BigInt(value));
  return Buffer.from(bits === 0n ? [] : [...toVarint(toKey(field, WIRE_VARINT)), ...toVarint(bits)]);
}

/** A field with bytes, which may be those of a message. */
export function bytesField(field: number, bytes: Uint8Array): Buffer {
  const head = [...toVarint(toKey(field, WIRE_BYTES)), ...toVarint(BigInt(bytes.length))];
  return Buffer.concat([Buffer.from(head), bytes]);
}

function toKey(field: number, wire: number): bigint {
  return BigInt(8 * field + wire);
}

function toVarint(value: bigint): number[] {
  return value < 0x80n ? [Number(value)] : [Number(value & 0x7fn) | 0x80, ...toVarint(value >> 7n)];
}
