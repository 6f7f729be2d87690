import { NETWORKS } from '@glasspool/core';
import { z } from 'zod';
import { CurrencyField, MicroAmount } from '../common.contract.ts';

export const ListWalletsOutput = z.array(
  z.object({
    network: z.enum(NETWORKS),
    currency: CurrencyField,
    address: z.string(),
    walletMicro: MicroAmount,
    investedMicro: MicroAmount,
    withdrawableMicro: MicroAmount,
    withdrawingMicro: MicroAmount,
    referralMicro: MicroAmount,
    confirmingMicro: MicroAmount,
  }),
);
