// Goal: a file of a snapshot is read as it was written, and anything else is refused with the reason.
import { describe, expect, it } from 'vitest';
import { AnchorFile, InFlightFile, readJson, StatementsFile, writeJson } from './bundle.ts';
import { FormatError } from './bytes.ts';

const HASH = 'ab'.repeat(32);
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

function refuse(bytes: Uint8Array): FormatError {
  try {
    readJson(AnchorFile, bytes);
  } catch (error) {
    if (error instanceof FormatError) return error;
  }
  throw new Error('It was read.');
}

describe('a file of a snapshot', () => {
  it('is read as it was written', () => {
    for (const txHash of [HASH, `0x${HASH}`, null])
      expect(readJson(AnchorFile, writeJson({ txHash }))).toEqual({ txHash });
    expect(new TextDecoder().decode(writeJson({ txHash: null }))).toBe('{\n "txHash": null\n}\n');
  });

  it.each([
    ['no JSON', encode('{"txHash":')],
    ['another field', encode('{"txHash":null,"more":1}')],
    ['a field of another form', encode(`{"txHash":"${HASH.slice(2)}"}`)],
    ['a hash with something before it', encode(`{"txHash":"1${HASH}"}`)],
    ['a hash with something after it', encode(`{"txHash":"${HASH}1"}`)],
  ])('is refused with the reason: %s', (_what, bytes) => {
    const { message, cause } = refuse(bytes);
    expect(message).toMatch(/^The file is not as the format says: .{10}/s);
    expect(cause).toBeInstanceOf(Error);
  });

  it('is UTF-8: a byte that is not is never read as another text', () => {
    const [before, after] = ['{"statements":[{"network":"BSC","address":"', '","signature":""}]}'];
    const bytes = Uint8Array.of(...encode(before), 0xff, ...encode(after));
    expect(() => readJson(StatementsFile, bytes)).toThrow('The file is not as the format says');
    expect(readJson(StatementsFile, encode(`${before}a${after}`)).statements).toHaveLength(1);
  });

  it('names at least one transaction for each amount in flight', () => {
    const one: InFlightFile['inFlight'][number] = {
      network: 'BSC',
      amountMicro: '1',
      signedAtMs: 1,
      txHashes: [HASH],
    };
    expect(readJson(InFlightFile, writeJson({ inFlight: [one] })).inFlight).toEqual([one]);
    expect(() => readJson(InFlightFile, writeJson({ inFlight: [{ ...one, txHashes: [] }] }))).toThrow(
      FormatError,
    );
  });
});
