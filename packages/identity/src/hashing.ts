import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** SHA-256 of a text, in hex. For secrets with enough randomness of their own, such as tokens of 32 bytes. */
export function sha256Hex(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** HMAC-SHA256 of a text under a server key, in hex. For short codes, which a bare hash would not protect. */
export function hmacHex(key: Uint8Array, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
}

/** Compares two hex digests in the same time, wherever they differ. */
export function equalHex(a: string, b: string): boolean {
  const left = Buffer.from(a, 'hex');
  const right = Buffer.from(b, 'hex');
  return left.length === right.length && timingSafeEqual(left, right);
}
