import { PoolError } from '@glasspool/core';
import { COMMON_PASSWORDS } from './common-passwords.ts';

/**
 * Checks a new password: its length, and that it is not among the most common ones or made of the address.
 *
 * @throws PoolError PASSWORD_TOO_SHORT, PASSWORD_TOO_COMMON
 */
export function assertAcceptablePassword(password: string, email: string, lengthMin: number): void {
  if (password.length < lengthMin) throw new PoolError('PASSWORD_TOO_SHORT', { lengthMin });
  const plain = password.toLowerCase();
  const localPart = email.split('@')[0] ?? '';
  if (COMMON_PASSWORDS.has(plain) || plain === localPart || plain === email || plain === 'glasspool') {
    throw new PoolError('PASSWORD_TOO_COMMON');
  }
}
