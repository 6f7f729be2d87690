// Goal: a signature counts only when the holder of the key made it, and both verifiers decide each signature alike.
// Method: the vectors of Wycheproof, and keys and signatures with a component of small order, which the library's own rule accepts, all in
// both programs.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  concatBytes,
  decodeManifest,
  encodeManifest,
  fromHex,
  isPublicKey,
  isSignedBy,
  toHex,
} from '@glasspool/proof';
import { sampleManifest } from '@glasspool/proof/testing';
import { ed25519 } from '@noble/curves/ed25519.js';
import { describe, expect, it } from 'vitest';

const { Point } = ed25519;
const ORDER = Point.Fn.ORDER;
/** Point of order 8. Its multiples are all points of small order. */
const TORSION = Point.fromHex('c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a');
const SMALL_ORDER_KEYS = Array.from({ length: 8 }, (_, index) =>
  TORSION.multiplyUnsafe(BigInt(index)).toBytes(),
);
const PYTHON_FOLDER = join(import.meta.dirname, '../../verify/python');
const COUNT = 50;
const NOTHING_OWED = { root: { digest: new Uint8Array(32), usdt: 0n, trx: 0n }, leafCount: 0 };

interface Signed {
  readonly key: Uint8Array;
  readonly message: Uint8Array;
  readonly signature: Uint8Array;
}

/** Returns the decisions of the second verifier. */
function askPython(all: readonly Signed[]): boolean[] {
  const script = [
    'import json, sys',
    'from glasspool_verify import ed25519_verify',
    'print(json.dumps([ed25519_verify(*(bytes.fromhex(x) for x in one)) for one in json.load(sys.stdin)]))',
  ].join('\n');
  const input = JSON.stringify(
    all.map(({ key, message, signature }) => [signature, message, key].map((bytes) => toHex(bytes))),
  );
  const output = execFileSync('python3', ['-B', '-c', script], {
    input,
    env: { ...process.env, PYTHONPATH: PYTHON_FOLDER },
    encoding: 'utf8',
  });
  // The script above prints an array of booleans.
  return JSON.parse(output) as boolean[];
}

const decide = ({ key, message, signature }: Signed): boolean => isSignedBy(key, message, signature);
const decideByLibrary = ({ key, message, signature }: Signed): boolean =>
  signature.length === 64 && ed25519.verify(signature, message, key);

const sha512 = (bytes: Uint8Array): Uint8Array => createHash('sha512').update(bytes).digest();
const toNumber = (bytes: Uint8Array): bigint => BigInt(`0x${toHex(bytes.toReversed())}`);
const toBytes = (value: bigint): Uint8Array => fromHex(value.toString(16).padStart(64, '0')).toReversed();
const derive = (text: string): bigint => toNumber(sha512(new TextEncoder().encode(text))) % ORDER;

const SECRET = derive('the key');
const MIXED_KEY = Point.BASE.multiply(SECRET).add(TORSION).toBytes();

/** Signs with a key so that the equation with the cofactor holds. `torsion` is the multiple of the point of order 8 that is added to R. */
function sign(
  key: Uint8Array,
  message: Uint8Array,
  torsion = 0n,
  attempt = 0,
): Signed & { challenge: bigint } {
  const nonce = derive(`${toHex(message)}/${attempt}`);
  const r = Point.BASE.multiply(nonce).add(TORSION.multiplyUnsafe(torsion)).toBytes();
  const challenge = toNumber(sha512(concatBytes([r, key, message]))) % ORDER;
  const s = (nonce + challenge * SECRET) % ORDER;
  return { key, message, signature: concatBytes([r, toBytes(s)]), challenge };
}

const MESSAGES = Array.from({ length: COUNT }, (_, index) => new TextEncoder().encode(`receipt ${index}`));
/** A few messages only: Python takes a while for each one. */
const FEW = MESSAGES.slice(0, 5);

/**
 * Signs with the mixed key so that the equation without the cofactor holds: the components of small order of R and of the key cancel out.
 */
function cancelOut(message: Uint8Array): Signed {
  for (let attempt = 0; ; attempt += 1)
    for (let torsion = 0n; torsion < 8n; torsion += 1n) {
      const signed = sign(MIXED_KEY, message, torsion, attempt);
      if ((signed.challenge + torsion) % 8n === 0n && torsion > 0n) return signed;
    }
}

describe('a signature', () => {
  it('is decided as Wycheproof says, in both languages', () => {
    // The file as C2SP publishes it.
    const { testGroups } = JSON.parse(
      readFileSync(join(import.meta.dirname, 'wycheproof/ed25519_test.json'), 'utf8'),
    ) as {
      testGroups: { publicKey: { pk: string }; tests: { msg: string; sig: string; result: string }[] }[];
    };
    const all = testGroups.flatMap(({ publicKey, tests }) =>
      tests.map(({ msg, sig, result }) => ({
        key: fromHex(publicKey.pk),
        message: fromHex(msg),
        signature: fromHex(sig),
        isValid: result === 'valid',
      })),
    );
    const expected = all.map(({ isValid }) => isValid);
    expect(all).toHaveLength(151);
    expect(all.map(decide)).toEqual(expected);
    expect(askPython(all)).toEqual(expected);
    // The rule matters: the library's own rule accepts an encoding that is not canonical.
    expect(all.map(decideByLibrary)).not.toEqual(expected);
  });

  it('counts with an honest key, in both languages', () => {
    const key = Point.BASE.multiply(SECRET).toBytes();
    const all = FEW.map((message) => sign(key, message));
    expect(isPublicKey(key)).toBe(true);
    expect(all.every(decide)).toBe(true);
    expect(askPython(all)).toEqual(all.map(() => true));
  });

  it('does not count when no one made it, under a key of small order', () => {
    const all = SMALL_ORDER_KEYS.flatMap((key) =>
      FEW.map((message) => ({ key, message, signature: concatBytes([key, new Uint8Array(32)]) })),
    );
    expect(all.map(decide).includes(true)).toBe(false);
    expect(askPython(all).includes(true)).toBe(false);
    expect(all.some(decideByLibrary)).toBe(true);
  });

  it('does not count under a key with a part of small order, whichever equation holds', () => {
    const cofactored = MESSAGES.map((message) => sign(MIXED_KEY, message));
    const cancelled = MESSAGES.map(cancelOut);
    expect([...cofactored, ...cancelled].every(decideByLibrary)).toBe(true);
    expect([...cofactored, ...cancelled].map(decide).includes(true)).toBe(false);
    expect(askPython([...cofactored, ...cancelled]).includes(true)).toBe(false);
  });

  it('does not count with an R of small order or with a part of it', () => {
    const key = Point.BASE.multiply(SECRET).toBytes();
    const all = FEW.flatMap((message) => {
      const challenge = toNumber(sha512(concatBytes([Point.ZERO.toBytes(), key, message]))) % ORDER;
      const withoutR = concatBytes([Point.ZERO.toBytes(), toBytes((challenge * SECRET) % ORDER)]);
      return [sign(key, message, 1n), { key, message, signature: withoutR }];
    });
    expect(all.every(decideByLibrary)).toBe(true);
    expect(all.map(decide).includes(true)).toBe(false);
    expect(askPython(all).includes(true)).toBe(false);
  });
});

describe('a manifest', () => {
  it.each([
    ...SMALL_ORDER_KEYS.map((key, index) => [`a key of small order (${index})`, key] as const),
    ['a key with a part of small order', MIXED_KEY] as const,
    ['what is no point', new Uint8Array(32).fill(2)] as const,
    ['an encoding that is not canonical', fromHex(`ee${'ff'.repeat(30)}7f`)] as const,
  ])('is refused with %s', (_what, statementPublicKey) => {
    const encoded = encodeManifest(sampleManifest(NOTHING_OWED, { statementPublicKey }));
    expect(() => decodeManifest(encoded)).toThrow('not a point of the prime-order subgroup');
  });
});
