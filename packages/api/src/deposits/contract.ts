import { NETWORKS } from '@glasspool/core';
import { z } from 'zod';
import { MicroAmount, Timestamp } from '../contract.ts';
import { CurrencyField } from '../forms.ts';
import { TxHash } from './forms.ts';

const FATES = [
  'credited',
  'confirming',
  'missed',
  'quarantined',
  'not-to-us',
  'other-token',
  'contract-call',
  'failed',
  'pending',
  'unknown',
] as const;

export const FindDepositInput = z
  .strictObject({
    network: z.enum(NETWORKS, { error: 'network is BSC or TRON.' }),
    txHash: TxHash,
  })
  .transform(({ network, txHash }) => ({ network, txHash: spell(network, txHash) }));

/** As the chain spells its hashes: lower case, with 0x on BSC alone. */
function spell(network: (typeof NETWORKS)[number], txHash: string): string {
  const digits = txHash.toLowerCase().replace(/^0x/, '');
  return network === 'BSC' ? `0x${digits}` : digits;
}

export const FindDepositOutput = z.object({
  data: z.object({
    fate: z.enum(FATES),
    currency: CurrencyField,
    amount: MicroAmount.nullable().describe("What arrived at a user's address; null where nothing did."),
    isBelowMinimum: z.boolean().describe('Whether it is less than an investment needs.'),
    blockHeight: z.number().nullable(),
    creditedAt: Timestamp.nullable(),
  }),
});
