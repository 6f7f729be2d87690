import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { IdentityDeps } from './deps.ts';

/** Which algorithm and which key, so that another one can come beside them. */
const VERSION = '1.';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts a secret under the server's key (AES-256-GCM), bound to its owner: it opens for no one else. */
export function sealSecret(
  { random, twoFactorKey }: Pick<IdentityDeps, 'random' | 'twoFactorKey'>,
  ownerId: string,
  secret: string,
): string {
  const nonce = random.bytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', twoFactorKey, nonce);
  cipher.setAAD(Buffer.from(ownerId));
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return `${VERSION}${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')}`;
}

/**
 * The secret that was sealed for an owner.
 *
 * @throws Error when it was sealed for another owner or under another key.
 */
export function openSecret(
  { twoFactorKey }: Pick<IdentityDeps, 'twoFactorKey'>,
  ownerId: string,
  box: string,
): string {
  // The first boxes had no version, and the same form; a dot is not a base64 character.
  const bytes = Buffer.from(box.startsWith(VERSION) ? box.slice(VERSION.length) : box, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', twoFactorKey, bytes.subarray(0, NONCE_BYTES));
  decipher.setAAD(Buffer.from(ownerId));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
}
