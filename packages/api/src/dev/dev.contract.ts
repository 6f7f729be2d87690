import { AmountString, Email } from '@glasspool/core';
import { z } from 'zod';
import { MicroAmount, Timestamp } from '../common.contract.ts';
import { CurrencyField } from '../currency.contract.ts';

const HOURS_MAX = 24 * 366;

export const MailboxInput = z
  .strictObject({ to: z.optional(Email).describe('Mail to everyone when left out.') })
  .prefault({});
export const MailboxOutput = z.object({
  data: z.array(
    z.object({ to: z.string(), subject: z.string(), text: z.string(), html: z.string(), at: Timestamp }),
  ),
});

export const FaucetInput = z.strictObject({
  address: z.string().min(1).max(100),
  currency: CurrencyField,
  amount: z
    .string()
    .min(1)
    .max(40)
    .describe('With as many decimals as the chain has: 18 for USDT, 6 for TRX.'),
});
export const FaucetOutput = z.object({ txHash: z.string() });

export const AdvanceClockInput = z.strictObject({ hours: z.number().positive().max(HOURS_MAX) });
export const GetClockOutput = z.object({ now: Timestamp });
export const AdvanceClockOutput = z.object({
  now: Timestamp,
  rewards: z
    .array(z.object({ currency: CurrencyField, due: MicroAmount, paid: MicroAmount }))
    .describe('Sums of the reward runs that fell due, per currency.'),
  unlocked: z.number().describe('Investments whose principal unlocked.'),
});

export const FundReserveInput = z.strictObject({ currency: CurrencyField, amount: AmountString });

export const BalanceInput = z.strictObject({ address: z.string().min(1).max(100), currency: CurrencyField });
/** Exact, with all of the chain's decimals. */
export const BalanceOutput = z.object({ balance: z.string() });
