import { LEDGER_CURRENCIES, NETWORKS, WITHDRAWAL_STATES } from '@glasspool/core';
import { z } from 'zod';
import { idField, MicroAmount, Timestamp } from '../contract.ts';

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
  withoutNodes: z
    .array(z.object({ network: z.enum(NETWORKS), leaveFrom: Timestamp }))
    .describe(
      'Networks that wait for a node which is away while another one answers, and from when on an admin may let it go on with that one.',
    ),
  frozen: z.string().nullable().describe('Why payouts are off; null while they are on.'),
});

export const WithdrawOwnFundsOutput = z.object({
  id: idField('withdrawal', 'This is not the id of a withdrawal.'),
  state: z.enum(WITHDRAWAL_STATES),
});
