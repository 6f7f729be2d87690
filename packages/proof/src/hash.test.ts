// Goal: the hashes, which refill their memory from call to call, are those of another implementation, whatever came before. Method: Web Cryptography.
import { SeededRandom } from '@glasspool/core/testing';
import { describe, expect, it } from 'vitest';
import { toHex } from './bytes.ts';
import { createPaddedMessage, hmacSha256, sha256, writePaddedDigest } from './hash.ts';

const LENGTH_MAX = 200;
const TIMES = 500;
const HMAC = { name: 'HMAC', hash: 'SHA-256' } as const;

const copy = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => Uint8Array.from(bytes);
const readDigest = async (digest: Promise<ArrayBuffer>): Promise<string> =>
  toHex(new Uint8Array(await digest));

describe('SHA-256', () => {
  it('is that of the platform for every length, also where the padding is the caller’s', async () => {
    const target = new DataView(new ArrayBuffer(40));
    for (let length = 0; length <= LENGTH_MAX; length += 1) {
      const message = Uint8Array.from({ length }, (_, index) => index * 7 + length);
      const expected = await readDigest(crypto.subtle.digest('SHA-256', message));
      expect(toHex(sha256(message))).toBe(expected);
      const padded = createPaddedMessage(length);
      expect(padded.byteLength - length).toBeLessThan(64 + 9);
      new Uint8Array(padded.buffer).set(message);
      for (let time = 0; time < 2; time += 1) writePaddedDigest(padded, target, 5);
      expect(toHex(new Uint8Array(target.buffer, 5, 32))).toBe(expected);
    }
  });
});

describe('HMAC-SHA-256', () => {
  it('is that of the platform, for keys and messages of any lengths one after the other', async () => {
    const random = new SeededRandom(5);
    for (let time = 0; time < TIMES; time += 1) {
      const key = copy(random.bytes(1 + random.integer(100)));
      const message = copy(random.bytes(random.integer(LENGTH_MAX)));
      const imported = await crypto.subtle.importKey('raw', key, HMAC, false, ['sign']);
      expect(toHex(hmacSha256(sha256, key, message))).toBe(
        await readDigest(crypto.subtle.sign('HMAC', imported, message)),
      );
    }
  });
});
