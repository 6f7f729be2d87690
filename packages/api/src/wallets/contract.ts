import { NETWORKS } from '@glasspool/core';
import { USER_BALANCES } from '@glasspool/core/books';
import { z } from 'zod';
import { MicroAmount, PageFields, Timestamp, wire } from '../contract.ts';
import { CurrencyField } from '../forms.ts';

const RestWallet = z.object({
  network: z.enum(['BSC', 'TRON']),
  currency: CurrencyField,
  address: z.string(),
  balance: MicroAmount,
  bbalance: MicroAmount.describe('What is still confirming.'),
});

export const GetWalletOutput = z.object({
  data: z.object({ wallets: z.array(RestWallet), withdrawableBalance: MicroAmount }),
});
export const GetBscWalletOutput = z.object({
  data: z.object({
    wallets: z.array(RestWallet),
    withdrawableBalance: MicroAmount,
    referralBalance: MicroAmount,
  }),
});

const SINCE = 'since must be meta.since of an earlier answer, or 0 to begin.';
const NUMBER_MAX = Number.MAX_SAFE_INTEGER;

export const ListBalanceChangesInput = z
  .strictObject({
    since: z
      .union(
        [
          z.number(),
          z
            .string()
            .regex(/^\d{1,16}$/)
            .transform(Number),
        ],
        { error: SINCE },
      )
      .register(wire, { schema: { type: 'integer', minimum: 0, maximum: NUMBER_MAX } })
      .pipe(
        z
          .number({ error: SINCE })
          .int({ error: SINCE })
          .min(0, { error: SINCE })
          .max(NUMBER_MAX, { error: SINCE }),
      )
      .default(0)
      .describe('`meta.since` of the answer before; 0 begins with the first entry.'),
    limit: PageFields.limit,
  })
  .prefault({});

export const ListBalanceChangesOutput = z.object({
  data: z.array(
    z.object({
      number: z.number().describe('Number of the transfer in the ledger.'),
      kind: z.string().describe('What it was, as in the public journal: docs/books.md.'),
      timestamp: Timestamp,
      changes: z.array(
        z.object({
          currency: CurrencyField,
          balance: z.enum([...USER_BALANCES, 'receivable']),
          amount: MicroAmount.describe('Above zero where the pool owes the user more than before.'),
        }),
      ),
    }),
  ),
  meta: z.object({
    since: z.number().describe('Send it as `since` to read what came later.'),
    limit: z.number(),
  }),
});

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
