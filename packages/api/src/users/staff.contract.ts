import { Email } from '@glasspool/core';
import { z } from 'zod';
import { Timestamp } from '../common.contract.ts';
import { Reason } from '../hot-wallet/hot-wallet.contract.ts';
import { idField } from '../id-field.contract.ts';
import { TwoFactorCode } from './two-factor.contract.ts';

const StaffRole = z.enum(['admin', 'auditor'], { error: 'role is admin or auditor.' });
const StaffId = idField('user', 'This is not the id of an account.');

export const ListStaffOutput = z.array(
  z.object({
    id: StaffId,
    email: z.string(),
    role: StaffRole,
    createdAt: Timestamp,
    lockedAt: Timestamp.nullable(),
    hasTwoFactor: z.boolean(),
    lastSeenAt: Timestamp.nullable().describe('Null for an invitation that was not taken up.'),
  }),
);

export const InviteStaffInput = z.strictObject({
  email: Email,
  role: StaffRole,
  totp: z.optional(TwoFactorCode),
});
export const ChangeStaffRoleInput = z.strictObject({
  id: StaffId,
  role: StaffRole,
  reason: Reason,
  totp: z.optional(TwoFactorCode),
});
