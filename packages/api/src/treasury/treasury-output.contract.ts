import { LEDGER_CURRENCIES, NETWORKS, WITHDRAWAL_STATES } from '@glasspool/core';
import { z } from 'zod';
import { MicroAmount } from '../common.contract.ts';

export const GetTreasuryOutput = z.object({
  addresses: z.array(z.object({ network: z.enum(NETWORKS), address: z.string() })),
  balances: z.array(
    z.object({
      currency: z.enum(LEDGER_CURRENCIES),
      /** Null while the node does not answer. */
      onChain: MicroAmount.nullable(),
      surplus: MicroAmount,
    }),
  ),
  /** Why payouts are off; null while they are on. */
  frozen: z.string().nullable(),
});

export const WithdrawFromTreasuryOutput = z.object({ id: z.string(), state: z.enum(WITHDRAWAL_STATES) });
