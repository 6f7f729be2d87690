import { AmountString, LEDGER_CURRENCIES, parseAmount } from '@glasspool/core';
import { quoteWithdrawal as quoteInPool } from '@glasspool/pool';
import { z } from 'zod';
import { MicroAmount } from '../common.contract.ts';
import { CurrencyField } from '../currency.contract.ts';
import { present } from '../present.ts';
import { readProcedure } from '../trpc.ts';
import { PayeeAddress } from './withdraw.contract.ts';

const QuoteWithdrawalInput = z.strictObject({
  currency: CurrencyField,
  address: PayeeAddress,
  amount: AmountString,
});
const QuoteWithdrawalOutput = z.object({
  feeCurrency: z.enum(LEDGER_CURRENCIES),
  networkFee: MicroAmount.nullable(),
  opensAccount: z.boolean(),
});

/** What the network would take for a withdrawal, which the operator pays. Users. Errors: ADDRESS_*, UNAVAILABLE. */
export const quoteWithdrawal = readProcedure
  .input(QuoteWithdrawalInput)
  .output(QuoteWithdrawalOutput)
  .query(async ({ ctx, input: { amount, ...request } }) =>
    present(await quoteInPool(ctx.deps, { ...request, amountMicro: parseAmount(amount) })),
  );
