import { NETWORKS, WAITING_FOR, WITHDRAWAL_STATES } from '@glasspool/core';
import { z } from 'zod';
import { MicroAmount, Timestamp } from '../common.contract.ts';
import { CurrencyField } from '../currency.contract.ts';
import { idField } from '../id-field.contract.ts';

const WithdrawalIdField = idField('withdrawal', 'This is not the id of a withdrawal.');

export const GetWithdrawalInput = z.strictObject({ id: WithdrawalIdField });

export const GetWithdrawalOutput = z.object({
  data: z.object({
    id: WithdrawalIdField,
    currency: CurrencyField,
    network: z.enum(NETWORKS),
    address: z.string(),
    amount: MicroAmount.describe('What the balance was reduced by.'),
    fee: MicroAmount.describe('Part of the amount that is not sent.'),
    state: z.enum(WITHDRAWAL_STATES),
    waitingFor: z.enum(WAITING_FOR).nullable().describe('What an approved withdrawal waits for.'),
    reason: z
      .string()
      .nullable()
      .describe('Why it was rejected or failed, or why no block pays it though one did.'),
    txHash: z.string().nullable().describe('The transaction that the chain took, or the last one sent.'),
    createdAt: Timestamp,
    states: z
      .array(z.object({ state: z.enum(WITHDRAWAL_STATES), at: Timestamp }))
      .describe('States in the order in which it was in them.'),
  }),
});
