// The amount of a transfer in the bytes of its transaction (protobuf, core/Tron.proto): JSON numbers are exact up to 2^53 only.

/** Fields on the way to the amount: Transaction.raw.contract, Contract.parameter, Any.value, TransferContract.amount. */
const PATH = [11, 2, 2] as const;
const AMOUNT = 3;
const VARINT = 0;
const BYTES = 2;

/** Amount of the first contract of a transaction's bytes, or undefined where they are not those of a transfer. */
export function readRawAmount(rawDataHex: string): bigint | undefined {
  let message: Buffer | undefined = Buffer.from(rawDataHex, 'hex');
  for (const field of PATH) {
    const inner: bigint | Buffer | undefined = message && readField(message, field);
    message = Buffer.isBuffer(inner) ? inner : undefined;
  }
  const amount = message && readField(message, AMOUNT);
  return typeof amount === 'bigint' ? amount : undefined;
}

/** First field of a number: a number or bytes. Undefined where it is missing, or the bytes are not a message. */
function readField(message: Buffer, wanted: number): bigint | Buffer | undefined {
  let at = 0;
  const readVarint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; at < message.length; shift += 7n) {
      const byte = message[at] ?? 0;
      at += 1;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) break;
    }
    return value;
  };
  while (at < message.length) {
    const key = Number(readVarint());
    const wire = key & 7;
    if (wire !== VARINT && wire !== BYTES) return undefined;
    const number = readVarint();
    const end = at + (wire === BYTES ? Number(number) : 0);
    if (end > message.length) return undefined;
    if (key >> 3 === wanted) return wire === VARINT ? number : message.subarray(at, end);
    at = end;
  }
  return undefined;
}
