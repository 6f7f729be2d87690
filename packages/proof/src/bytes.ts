// Big-endian integers and length-prefixed text, as docs/proof-of-solvency.md writes them.

const U16_MAX = 0xffff;
const U64_MAX = 2n ** 64n - 1n;
const TOO_LONG = 'This text is too long for the format.';

/** The bytes are not what the format says they are. */
export class FormatError extends Error {
  override readonly name = 'FormatError';
}

const START_BYTES = 256;
const LENGTH_BYTES = 2;
const ASCII_MAX = 0x7f;
const encoder = new TextEncoder();

/** Concatenates fields into one growing array: a snapshot has millions of fields, and one array per field would cost more. */
export class ByteWriter {
  #bytes = new Uint8Array(START_BYTES);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

  u8(value: number): this {
    const at = this.#reserve(1);
    this.#view.setUint8(at, value);
    return this;
  }

  u16(value: number): this {
    const at = this.#reserve(2);
    this.#view.setUint16(at, value);
    return this;
  }

  u32(value: number): this {
    const at = this.#reserve(4);
    this.#view.setUint32(at, value);
    return this;
  }

  /** @throws RangeError when it is negative or does not fit. */
  u64(value: bigint | number): this {
    const wide = BigInt(value);
    if (wide < 0n || wide > U64_MAX) throw new RangeError(`${wide} is not an unsigned 64-bit integer.`);
    const at = this.#reserve(8);
    this.#view.setBigUint64(at, wide);
    return this;
  }

  i64(value: bigint): this {
    if (BigInt.asIntN(64, value) !== value) throw new RangeError(`${value} is not a signed 64-bit integer.`);
    const at = this.#reserve(8);
    this.#view.setBigInt64(at, value);
    return this;
  }

  bytes(value: Uint8Array): this {
    const at = this.#reserve(value.length);
    this.#bytes.set(value, at);
    return this;
  }

  /** Text: the length of its UTF-8 bytes, then the bytes. */
  str(text: string): this {
    if (text.length > U16_MAX) throw new RangeError(TOO_LONG);
    const at = this.#reserve(LENGTH_BYTES + text.length);
    for (let index = 0; index < text.length; index += 1) {
      const unit = text.charCodeAt(index);
      if (unit > ASCII_MAX) return this.#wideText(text, at);
      this.#bytes[at + LENGTH_BYTES + index] = unit;
    }
    this.#view.setUint16(at, text.length);
    return this;
  }

  /** The bytes so far. Nothing that is written later changes them. */
  done(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  /** Text that is not ASCII, in place of what was written of it. */
  #wideText(text: string, at: number): this {
    const encoded = encoder.encode(text);
    if (encoded.length > U16_MAX) throw new RangeError(TOO_LONG);
    this.#length = at;
    return this.u16(encoded.length).bytes(encoded);
  }

  /** Place of so many bytes at the end. */
  #reserve(count: number): number {
    const at = this.#length;
    this.#length += count;
    if (this.#length > this.#bytes.length) {
      const larger = new Uint8Array(2 * this.#length);
      larger.set(this.#bytes.subarray(0, at));
      this.#bytes = larger;
      this.#view = new DataView(larger.buffer);
    }
    return at;
  }
}

/** One for all texts: a journal has millions, and a decoder for each would cost more than the texts. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Takes fields one after the other. Every method throws FormatError at the end of the bytes. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  u16(): number {
    return this.#view.getUint16(this.#take(2));
  }

  u32(): number {
    return this.#view.getUint32(this.#take(4));
  }

  u64(): bigint {
    return this.#view.getBigUint64(this.#take(8));
  }

  i64(): bigint {
    return this.#view.getBigInt64(this.#take(8));
  }

  bytes(length: number): Uint8Array {
    const start = this.#take(length);
    return this.#bytes.slice(start, start + length);
  }

  str(): string {
    try {
      const length = this.u16();
      const start = this.#take(length);
      return utf8.decode(this.#bytes.subarray(start, start + length));
    } catch (error) {
      throw new FormatError('The text is not UTF-8.', { cause: error });
    }
  }

  /** @throws FormatError when bytes are left over. */
  end(): void {
    if (!this.isAtEnd) throw new FormatError(`${this.#bytes.length - this.#at} bytes are left over.`);
  }

  #take(length: number): number {
    const start = this.#at;
    if (start + length > this.#bytes.length) throw new FormatError('The bytes end too soon.');
    this.#at += length;
    return start;
  }
}

export function concatBytes(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export function equalBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}

/** Two digits for each byte: the salts of a reward run are made of millions. */
const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

export function toHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += HEX[byte] ?? '';
  return text;
}

/** @throws FormatError when it is not hex text of whole bytes. */
export function fromHex(text: string): Uint8Array {
  const digits = text.startsWith('0x') ? text.slice(2) : text;
  if (digits.length % 2 !== 0 || !/^[0-9a-fA-F]*$/.test(digits))
    throw new FormatError('This is not hex text.');
  const bytes = new Uint8Array(digits.length / 2);
  for (let at = 0; at < bytes.length; at += 1)
    bytes[at] = Number.parseInt(digits.slice(2 * at, 2 * at + 2), 16);
  return bytes;
}
