import { z } from 'zod';
import { Timestamp } from '../common.contract.ts';
import { CurrencyField } from '../currency.contract.ts';
import { idField } from '../id-field.contract.ts';

const PayeeIdField = idField('payee', 'This is not the id of an address of the address book.');

export const PayeeView = z.object({
  id: PayeeIdField,
  currency: CurrencyField,
  address: z.string(),
  label: z.string(),
  usableAt: Timestamp.describe('From then on it can be paid: ms since the epoch, UTC.'),
});
export const AllowlistOutput = z.object({
  allowlistOnly: z
    .boolean()
    .describe('Whether withdrawals go to these addresses only. Those of an API key always do.'),
  payees: z.array(PayeeView),
});
export const RemovePayeeInput = z.strictObject({ id: PayeeIdField });
