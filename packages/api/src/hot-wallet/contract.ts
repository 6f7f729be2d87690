import { LEDGER_CURRENCIES, NETWORKS, WITHDRAWAL_STATES } from '@glasspool/core';
import { z } from 'zod';
import { idField, MicroAmount } from '../contract.ts';

export const GetHotWalletOutput = z.object({
  addresses: z.array(z.object({ network: z.enum(NETWORKS), address: z.string() })),
  balances: z.array(
    z.object({
      currency: z.enum(LEDGER_CURRENCIES),
      onChain: MicroAmount.nullable().describe('Null while the node does not answer.'),
      backedOwnFunds: MicroAmount.describe(
        'The operator’s own funds, after network fees, open withdrawals and uncovered receivables.',
      ),
    }),
  ),
  frozen: z.string().nullable().describe('Why payouts are off; null while they are on.'),
});

export const WithdrawOwnFundsOutput = z.object({
  id: idField('withdrawal', 'This is not the id of a withdrawal.'),
  state: z.enum(WITHDRAWAL_STATES),
});
