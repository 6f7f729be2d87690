// Goal: fields are read as they were written, each in the one way in which the format writes it, and bytes that are not of it are refused.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteReader, ByteWriter, concatBytes, equalBytes, FormatError, fromHex, toHex } from './bytes.ts';

const bytes = (length: number, fill: number): Uint8Array => new Uint8Array(length).fill(fill);

describe('the byte format', () => {
  it('reads back what was written', () => {
    fc.assert(
      fc.property(
        fc.bigInt(0n, 2n ** 64n - 1n),
        fc.string(),
        fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n),
        (u, s, i) => {
          const text = s.toWellFormed();
          const reader = new ByteReader(new ByteWriter().u64(u).str(text).i64(i).done());
          expect([reader.u64(), reader.str(), reader.i64()]).toEqual([u, text, i]);
          reader.end();
        },
      ),
    );
  });

  it('takes no hex with half a byte, and no text that is not UTF-8', () => {
    expect(toHex(fromHex('0xAb01'))).toBe('ab01');
    for (const text of ['a', 'zz', '0x0']) expect(() => fromHex(text)).toThrow(FormatError);
    expect(() => new ByteReader(Uint8Array.of(0, 1, 0xff)).str()).toThrow(FormatError);
    expect(() => new ByteReader(Uint8Array.of(0, 2, 65)).str()).toThrow('The text is not UTF-8.');
    expect(() => fromHex('a')).toThrow('This is not hex text.');
  });

  it('has big-endian integers of their width', () => {
    const written = new ByteWriter().u8(1).u16(0x0203).u32(0x04050607).u64(8).i64(-1n).done();
    expect(toHex(written)).toBe(`01020304050607${'00'.repeat(7)}08${'ff'.repeat(8)}`);
    // A view of a part of other bytes.
    const reader = new ByteReader(written.subarray(1));
    expect([reader.u16(), reader.u32(), reader.u64(), reader.isAtEnd]).toEqual([
      0x0203,
      0x04050607,
      8n,
      false,
    ]);
    expect([reader.i64(), reader.isAtEnd]).toEqual([-1n, true]);
    expect(() => reader.u16()).toThrow('The bytes end too soon.');
  });

  it('refuses a number that does not fit', () => {
    for (const value of [-1n, 2n ** 64n])
      expect(() => new ByteWriter().u64(value)).toThrow(`${value} is not an unsigned 64-bit integer.`);
    expect(() => new ByteWriter().i64(2n ** 63n)).toThrow(`${2n ** 63n} is not a signed 64-bit integer.`);
    expect(toHex(new ByteWriter().u64(2n ** 64n - 1n).done())).toBe('ff'.repeat(8));
  });

  it('has texts of as many bytes as their length can say', () => {
    for (const text of ['a'.repeat(65_535), `${'a'.repeat(300)}${'é'.repeat(32_000)}`]) {
      const reader = new ByteReader(new ByteWriter().u8(9).str(text).u8(9).done());
      expect(toHex(reader.bytes(1))).toBe('09');
      expect(reader.str()).toBe(text);
      expect(toHex(reader.bytes(1))).toBe('09');
      reader.end();
    }
    for (const text of ['a'.repeat(65_536), 'é'.repeat(32_768)])
      expect(() => new ByteWriter().str(text)).toThrow('This text is too long for the format.');
  });

  it('gives out what was written until then, whatever is written later', () => {
    const writer = new ByteWriter().bytes(bytes(256, 1));
    const taken = writer.done();
    writer.bytes(bytes(300, 2));
    expect(taken).toEqual(bytes(256, 1));
    expect(writer.done()).toEqual(concatBytes([bytes(256, 1), bytes(300, 2)]));
  });

  it('calls bytes equal where every byte is, and none is left', () => {
    expect(equalBytes(bytes(3, 1), bytes(3, 1))).toBe(true);
    expect(equalBytes(bytes(3, 1), bytes(4, 1))).toBe(false);
    expect(equalBytes(bytes(4, 1), bytes(3, 1))).toBe(false);
    expect(equalBytes(Uint8Array.of(1, 2), Uint8Array.of(1, 3))).toBe(false);
  });
});
