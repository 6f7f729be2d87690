import { AmountString, LEDGER_CURRENCIES, parseAmount } from '@glasspool/core';
import { quoteWithdrawal as quoteInPool } from '@glasspool/pool/withdrawals';
import { z } from 'zod';
import { MicroAmount } from '../common.contract.ts';
import { CurrencyField } from '../currency.contract.ts';
import { readProcedure } from '../trpc.ts';
import { PayeeAddress } from './withdraw.contract.ts';

const QuoteWithdrawalInput = z.strictObject({
  currency: CurrencyField,
  address: PayeeAddress,
  amount: AmountString,
});
const QuoteWithdrawalOutput = z.object({
  isNewPayee: z.boolean(),
  needsCode: z.boolean(),
  needsReview: z.boolean(),
  networkFee: z.object({ currency: z.enum(LEDGER_CURRENCIES), amount: MicroAmount }).nullable(),
  opensAccount: z.boolean(),
});

/** Steps that a withdrawal would need, and the network fee, which the operator pays. Signed-in users. */
export const quoteWithdrawal = readProcedure
  .meta({
    openapi: {
      method: 'GET',
      path: '/withdrawal-quote',
      summary: 'Steps and network fee of a withdrawal, before it is requested',
      errors: ['ADDRESS_INVALID', 'ADDRESS_CHECKSUM', 'ADDRESS_WRONG_NETWORK', 'ADDRESS_FORBIDDEN'],
    },
  })
  .input(QuoteWithdrawalInput)
  .output(QuoteWithdrawalOutput)
  .query(async ({ ctx, input: { amount, ...request } }) => {
    const { userId } = ctx.user;
    const { networkFee, ...quote } = await quoteInPool(ctx.deps, {
      ...request,
      userId,
      amountMicro: parseAmount(amount),
    });
    return {
      ...quote,
      networkFee: networkFee && { currency: networkFee.currency, amount: networkFee.micro },
    };
  });
