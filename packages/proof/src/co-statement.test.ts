// Goal: a watcher's word is of one pool, one snapshot, one manifest and one time, and of no other key.
import { ed25519 } from '@noble/curves/ed25519.js';
import { describe, expect, it } from 'vitest';
import { toHex } from './bytes.ts';
import { confirmationMessage, digestsMessage } from './co-statement.ts';
import { isSignedBy } from './signed-by.ts';

const CONFIRMATION = {
  anchorAddress: new Uint8Array(20).fill(1),
  snapshotNumber: 2,
  manifestDigest: new Uint8Array(32).fill(3),
  checkedAtMs: 4,
};
const utf8 = (text: string): string => toHex(new TextEncoder().encode(text));
const u64 = (value: number): string => value.toString(16).padStart(16, '0');

describe('the word of a watcher', () => {
  it('consists of label, address, number, digest and time about a snapshot', () => {
    expect(toHex(confirmationMessage(CONFIRMATION))).toBe(
      `0019${utf8('glasspool/confirmation/v1')}${'01'.repeat(20)}${u64(2)}${'03'.repeat(32)}${u64(4)}`,
    );
  });

  it('consists of label, time, count, and each number with its digest about what was seen', () => {
    const digests = [7, 8].map((number) => ({ number, digest: new Uint8Array(32).fill(number) }));
    expect(toHex(digestsMessage({ saidAtMs: 6, digests }))).toBe(
      `0014${utf8('glasspool/digests/v1')}${u64(6)}00000002${u64(7)}${'07'.repeat(32)}${u64(8)}${'08'.repeat(32)}`,
    );
    expect(toHex(digestsMessage({ saidAtMs: 6, digests: [] }))).toBe(
      `0014${utf8('glasspool/digests/v1')}${u64(6)}00000000`,
    );
  });

  it('is signed by its key alone, and nothing of another length is a signature', () => {
    const secret = new Uint8Array(32).fill(9);
    const publicKey = ed25519.getPublicKey(secret);
    const message = confirmationMessage(CONFIRMATION);
    const signature = ed25519.sign(message, secret);
    expect(isSignedBy(publicKey, message, signature)).toBe(true);
    expect(isSignedBy(ed25519.getPublicKey(secret.fill(8)), message, signature)).toBe(false);
    expect(isSignedBy(publicKey, confirmationMessage({ ...CONFIRMATION, checkedAtMs: 5 }), signature)).toBe(
      false,
    );
    expect(isSignedBy(publicKey, message, signature.slice(1))).toBe(false);
    expect(isSignedBy(publicKey.slice(1), message, signature)).toBe(false);
  });
});
