import { z } from 'zod';
import { idField, Timestamp } from '../contract.ts';
import { CurrencyField } from '../forms.ts';

const AllowlistEntryIdField = idField('allowlistEntry', 'This is not the id of an allowlist entry.');

export const AllowlistEntryView = z.object({
  id: AllowlistEntryIdField,
  currency: CurrencyField,
  address: z.string(),
  label: z.string(),
  usableAt: Timestamp.describe('From then on it can be paid: ms since the epoch, UTC.'),
});
export const AllowlistOutput = z.object({
  allowlistOnly: z
    .boolean()
    .describe('Whether withdrawals go to these addresses only. Those of an API key always do.'),
  offAt: z
    .nullable(Timestamp)
    .describe(
      'Where its owner turned it off: the time from which withdrawals go anywhere, in ms since the epoch, UTC.',
    ),
  entries: z.array(AllowlistEntryView),
});
export const RemoveAllowlistEntryInput = z.strictObject({ id: AllowlistEntryIdField });
