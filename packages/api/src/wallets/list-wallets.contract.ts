import { NETWORKS } from '@glasspool/core';
import { z } from 'zod';
import { MicroAmount } from '../common.contract.ts';
import { CurrencyField } from '../currency.contract.ts';

export const ListWalletsOutput = z.array(
  z.object({
    network: z.enum(NETWORKS),
    currency: CurrencyField,
    address: z.string(),
    wallet: MicroAmount,
    invested: MicroAmount,
    withdrawable: MicroAmount,
    onHold: MicroAmount,
    referral: MicroAmount,
    receivable: MicroAmount,
    confirming: MicroAmount,
    payment: z
      .discriminatedUnion('kind', [
        z.object({ kind: z.literal('evm'), chainId: z.number(), token: z.string() }),
        z.object({ kind: z.literal('tron'), genesisIds: z.array(z.string()) }),
      ])
      .describe('Network and token that a wallet compares before it pays.'),
  }),
);
