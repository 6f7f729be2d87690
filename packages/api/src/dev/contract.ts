import { AmountString, Email } from '@glasspool/core';
import { z } from 'zod';
import { MicroAmount, Timestamp } from '../contract.ts';
import { CurrencyField } from '../forms.ts';
import { EXPERIMENT_IDS } from './forms.ts';

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

export const RunExperimentInput = z.strictObject({ id: z.enum(EXPERIMENT_IDS) });

export const ExperimentNewsOutput = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('event'),
    id: z.string(),
    values: z.record(z.string(), z.union([z.string(), z.number()])),
  }),
  z.object({ kind: z.literal('check'), id: z.string(), isHeld: z.boolean(), found: z.string() }),
  z.object({ kind: z.literal('end') }),
  z.object({ kind: z.literal('failed'), reason: z.string() }),
]);

/** News of an experiment while it runs: what was done or seen, and what was checked. Words for the ids are those of the screen. */
export type ExperimentNews = z.infer<typeof ExperimentNewsOutput>;
