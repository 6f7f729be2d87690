import { ed25519 } from '@noble/curves/ed25519.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { concatBytes } from './bytes.ts';

const { Point } = ed25519;
type EdPoint = InstanceType<typeof Point>;

const POINT_BYTES = 32;
const SIGNATURE_BYTES = 64;
const BITS_PER_BYTE = 8n;

/**
 * Returns true when a key signed a message. The one rule for Ed25519 in everything that is published (docs/proof-of-solvency.md,
 * Signatures): the library's own rule takes keys that sign every message, and two honest verifiers could differ.
 */
export function isSignedBy(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  if (signature.length !== SIGNATURE_BYTES) return false;
  const encodedR = signature.subarray(0, POINT_BYTES);
  const key = readPoint(publicKey);
  const r = readPoint(encodedR);
  const s = readNumber(signature.subarray(POINT_BYTES));
  const order = Point.Fn.ORDER;
  if (key === undefined || r === undefined || s >= order) return false;
  const challenge = readNumber(sha512(concatBytes([encodedR, publicKey, message]))) % order;
  return Point.BASE.multiplyUnsafe(s).equals(r.add(key.multiplyUnsafe(challenge)));
}

/** Returns true for the canonical encoding of a point of the prime-order subgroup that is not the identity. */
export function isPublicKey(bytes: Uint8Array): boolean {
  return readPoint(bytes) !== undefined;
}

function readPoint(bytes: Uint8Array): EdPoint | undefined {
  try {
    const point = Point.fromBytes(bytes, false);
    return point.isTorsionFree() && !point.is0() ? point : undefined;
  } catch {
    // The library throws on what is no point, or is not its canonical encoding.
    return undefined;
  }
}

/** A number as Ed25519 writes it, the lowest byte first. */
function readNumber(bytes: Uint8Array): bigint {
  return bytes.reduceRight((sum, byte) => (sum << BITS_PER_BYTE) + BigInt(byte), 0n);
}
