// Big-endian integers and length-prefixed text, as docs/proof-of-solvency.md writes them.

const U16_MAX = 0xffff;
const U64_MAX = 2n ** 64n - 1n;

/** The bytes are not what the format says they are. */
export class FormatError extends Error {
  override readonly name = 'FormatError';
}

/** Puts fields one after the other. */
export class ByteWriter {
  readonly #parts: Uint8Array[] = [];

  u8(value: number): this {
    return this.bytes(Uint8Array.of(value));
  }

  u16(value: number): this {
    return this.#integer(2, (view) => view.setUint16(0, value));
  }

  u32(value: number): this {
    return this.#integer(4, (view) => view.setUint32(0, value));
  }

  /** @throws RangeError when it is negative or does not fit. */
  u64(value: bigint | number): this {
    const wide = BigInt(value);
    if (wide < 0n || wide > U64_MAX) throw new RangeError(`${wide} is no unsigned 64-bit integer.`);
    return this.#integer(8, (view) => view.setBigUint64(0, wide));
  }

  i64(value: bigint): this {
    if (BigInt.asIntN(64, value) !== value) throw new RangeError(`${value} is not a signed 64-bit integer.`);
    return this.#integer(8, (view) => view.setBigInt64(0, value));
  }

  bytes(value: Uint8Array): this {
    this.#parts.push(value);
    return this;
  }

  /** Text: the length of its UTF-8 bytes, then the bytes. */
  str(text: string): this {
    const bytes = new TextEncoder().encode(text);
    if (bytes.length > U16_MAX) throw new RangeError('This text is too long for the format.');
    return this.u16(bytes.length).bytes(bytes);
  }

  done(): Uint8Array {
    return concatBytes(this.#parts);
  }

  #integer(length: number, write: (view: DataView) => void): this {
    const bytes = new Uint8Array(length);
    write(new DataView(bytes.buffer));
    return this.bytes(bytes);
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

export function toHex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** @throws FormatError when it is no hex text of whole bytes. */
export function fromHex(text: string): Uint8Array {
  const digits = text.startsWith('0x') ? text.slice(2) : text;
  if (digits.length % 2 !== 0 || !/^[0-9a-fA-F]*$/.test(digits))
    throw new FormatError('This is no hex text.');
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
