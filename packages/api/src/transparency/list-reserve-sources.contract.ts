import { NETWORKS } from '@glasspool/core';
import { z } from 'zod';
import { MicroAmount, Timestamp } from '../common.contract.ts';
import { CurrencyField } from '../currency.contract.ts';

export const ReserveSourcesView = z.object({
  currency: CurrencyField,
  received: MicroAmount,
  funded: MicroAmount,
  receipts: z.array(
    z.object({
      network: z.enum(NETWORKS),
      txHash: z.string(),
      amount: MicroAmount,
      creditedAt: Timestamp,
    }),
  ),
  fundings: z.array(z.object({ amount: MicroAmount, createdAt: Timestamp })),
});
export const ListReserveSourcesOutput = z.object({ data: z.array(ReserveSourcesView) });
