import { ADMIN_ACTIONS } from '@glasspool/core';
import { z } from 'zod';
import { PageFields, PageMeta, Timestamp } from '../contract.ts';

const SUBJECT_LENGTH_MAX = 100;

const FilterFields = {
  action: z.enum(ADMIN_ACTIONS, { error: 'This is not an action of the audit log.' }).optional(),
  subject: z.string().min(1).max(SUBJECT_LENGTH_MAX).optional().describe('Id of what was acted on.'),
};
/** Which lines of the log an export holds. */
export const AuditFilter = z.strictObject(FilterFields);
export const ListAdminActionsInput = z.strictObject({ ...PageFields, ...FilterFields }).prefault({});

export const ListAdminActionsOutput = z.object({
  data: z.array(
    z.object({
      id: z.number(),
      adminEmail: z.string(),
      action: z.string(),
      subject: z.string(),
      beforeJson: z.string().describe('JSON objects, as they were written.'),
      afterJson: z.string(),
      ipAddress: z.string(),
      requestId: z.string(),
      createdAt: Timestamp,
    }),
  ),
  meta: PageMeta,
});
