// Goal: a statement of control is one text, and the address that signed it is found as wallets sign (EIP-191, TIP-191).
import { toChecksumAddress, tronAddressFromBytes } from '@glasspool/core';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { describe, expect, it } from 'vitest';
import { concatBytes, FormatError, toHex } from './bytes.ts';
import { decodeManifest, encodeManifest } from './manifest.ts';
import { recoverSigner, writeStatement } from './statement.ts';
import { sampleManifest } from './testing.ts';

const root = { digest: new Uint8Array(32), usdt: 0n, trx: 0n };
const manifest = decodeManifest(encodeManifest(sampleManifest({ root, leafCount: 0 }, { tronHeight: 2 })));
const digest = new Uint8Array(32).fill(0xab);
const SECRET = new Uint8Array(32).fill(7);
const hash = keccak_256(secp256k1.getPublicKey(SECRET, false).slice(1)).slice(-20);
const ADDRESS = { BSC: toChecksumAddress(`0x${toHex(hash)}`), TRON: tronAddressFromBytes(hash) } as const;
const PREFIX = { BSC: '\x19Ethereum Signed Message:\n', TRON: '\x19TRON Signed Message:\n' } as const;

/** Signs as a wallet does; the last byte of a signature is 27 or 28, or 0 or 1. */
function sign(network: 'BSC' | 'TRON', text: string, firstRecovery = 27): string {
  const message = new TextEncoder().encode(text);
  const prefix = new TextEncoder().encode(`${PREFIX[network]}${message.length}`);
  const signed = keccak_256(concatBytes([prefix, message]));
  const [recovery = 0, ...rest] = secp256k1.sign(signed, SECRET, { prehash: false, format: 'recovered' });
  return `0x${toHex(Uint8Array.of(...rest, firstRecovery + recovery))}`;
}

describe('a statement of control', () => {
  it('names network, chain, address, snapshot, block and manifest', () => {
    expect(writeStatement({ network: 'BSC', address: '0xA' }, { manifest, digest })).toBe(
      [
        'Glasspool: this address is held by the pool.',
        'network: BSC',
        'chain: 97',
        'address: 0xA',
        'snapshot: 3',
        `block: 1 0x${'05'.repeat(32)}`,
        `manifest: ${'ab'.repeat(32)}`,
      ].join('\n'),
    );
    expect(writeStatement({ network: 'TRON', address: 'TA' }, { manifest, digest })).toBe(
      [
        'Glasspool: this address is held by the pool.',
        'network: TRON',
        `chain: ${'06'.repeat(32)}`,
        'address: TA',
        'snapshot: 3',
        `block: 2 ${'07'.repeat(32)}`,
        `manifest: ${'ab'.repeat(32)}`,
      ].join('\n'),
    );
  });

  it.each(['BSC', 'TRON'] as const)(
    'is of the address that signed it on %s, and of no other text',
    (network) => {
      const text = writeStatement({ network, address: ADDRESS[network] }, { manifest, digest });
      for (const firstRecovery of [0, 27])
        expect(recoverSigner(network, text, sign(network, text, firstRecovery))).toBe(ADDRESS[network]);
      expect(recoverSigner(network, `${text} `, sign(network, text))).not.toBe(ADDRESS[network]);
      const other = network === 'BSC' ? 'TRON' : 'BSC';
      expect(recoverSigner(other, text, sign(network, text))).not.toBe(ADDRESS[other]);
    },
  );

  it('is no signature of another length, or of no key', () => {
    const signature = sign('BSC', 'text');
    const refusal = (changed: string): unknown => {
      try {
        return recoverSigner('BSC', 'text', changed);
      } catch (error) {
        return error instanceof FormatError ? error.message : error;
      }
    };
    expect(refusal(signature.slice(0, -2))).toBe('A signature has 65 bytes.');
    expect(refusal(`${signature}00`)).toBe('A signature has 65 bytes.');
    expect(refusal('0x')).toBe('A signature has 65 bytes.');
    expect(refusal(`0x${'00'.repeat(65)}`)).toBe('The signature belongs to no key.');
    expect(refusal(`${signature.slice(0, -2)}09`)).toBe('The signature belongs to no key.');
  });
});
