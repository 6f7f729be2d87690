import { type ErrorField, PoolError } from '@glasspool/core';
import type { IdentitySettings } from '../deps.ts';
import { COMMON_PASSWORDS } from './common-passwords.ts';

/**
 * Checks a new password: its length, and that it is not among the most common ones or made of the address. `field` is its name in the call.
 *
 * @throws PoolError PASSWORD_TOO_SHORT, PASSWORD_TOO_COMMON
 */
export function assertAcceptablePassword(
  { passwordLengthMin: lengthMin }: Pick<IdentitySettings, 'passwordLengthMin'>,
  { password, email, field = 'newPassword' }: { password: string; email: string; field?: ErrorField },
): void {
  if (password.length < lengthMin) throw new PoolError('PASSWORD_TOO_SHORT', { lengthMin }, { field });
  const plain = password.toLowerCase();
  const localPart = email.split('@')[0] ?? '';
  if (COMMON_PASSWORDS.has(plain) || plain === localPart || plain === email || plain === 'glasspool')
    throw new PoolError('PASSWORD_TOO_COMMON', {}, { field });
}
