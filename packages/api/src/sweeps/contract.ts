import { LEDGER_CURRENCIES, SWEEP_ITEM_STATES } from '@glasspool/core';
import { z } from 'zod';
import { idField, MicroAmount, PageFields, PageMeta, Timestamp } from '../contract.ts';
import { CurrencyField } from '../forms.ts';

const SweepIdField = idField('sweep', 'This is not the id of a mass withdrawal.');

export const PlanSweepOutput = z.array(
  z.object({
    currency: CurrencyField,
    addresses: z.number(),
    amount: MicroAmount,
    feeCurrency: z.enum(LEDGER_CURRENCIES),
    feeMax: MicroAmount.describe('The most that the networks may take.'),
  }),
);

export const SweepView = z.object({
  id: SweepIdField,
  state: z.enum(['running', 'done']),
  createdAt: Timestamp,
  finishedAt: Timestamp.nullable(),
  requestedBy: z.string(),
  progress: z.array(
    z.object({
      currency: CurrencyField,
      addresses: z.number(),
      decided: z.number().describe('Swept or skipped.'),
      swept: MicroAmount,
    }),
  ),
});
export const FindNewestSweepOutput = z.object({ sweep: SweepView.nullable() });

const AmountOfEach = z.object({ USDT: MicroAmount, TRX: MicroAmount });
export const StartSweepOutput = z.object({
  data: z.object({ id: SweepIdField, addresses: z.number(), amounts: AmountOfEach }),
});

export const ListSweepAddressesInput = z.strictObject({ id: SweepIdField, ...PageFields });
export const ListSweepAddressesOutput = z.object({
  data: z.array(
    z.object({
      address: z.string(),
      currency: CurrencyField,
      amount: MicroAmount,
      state: z.enum(SWEEP_ITEM_STATES),
      waitingFor: z.literal('gas').nullable().describe('What a waiting address waits for.'),
      reason: z.string().nullable(),
      txHash: z.string().nullable(),
    }),
  ),
  meta: PageMeta,
});
