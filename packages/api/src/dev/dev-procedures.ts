// Calls of the local networks only: elsewhere the server does not register them.
import { formatChainAmount, parseAmount, parseChainAmount, parsePayeeAddress } from '@glasspool/core';
import { listMailbox } from '@glasspool/pool';
import { NoOutput } from '../common.contract.ts';
import { devProcedure } from '../trpc.ts';
import {
  AdvanceClockInput,
  AdvanceClockOutput,
  BalanceInput,
  BalanceOutput,
  FaucetInput,
  FaucetOutput,
  FundReserveInput,
  MailboxInput,
  MailboxOutput,
} from './dev.contract.ts';

/** The mail that was sent to an address, newest first. */
export const mailbox = devProcedure
  .meta({ openapi: { method: 'GET', path: '/dev/mailbox', summary: 'Local only: mail to an address' } })
  .input(MailboxInput)
  .output(MailboxOutput)
  .query(async ({ ctx, input }) => ({ data: await listMailbox(ctx.deps, input.to) }));

/** Sends test tokens to an address. Errors: INVALID_AMOUNT, ADDRESS_*. */
export const faucet = devProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/dev/faucet',
      summary: 'Local only: send test tokens',
      errors: [
        'INVALID_AMOUNT',
        'ADDRESS_INVALID',
        'ADDRESS_CHECKSUM',
        'ADDRESS_WRONG_NETWORK',
        'ADDRESS_FORBIDDEN',
      ],
    },
  })
  .input(FaucetInput)
  .output(FaucetOutput)
  .mutation(async ({ ctx, input: { address, currency, amount } }) => ({
    txHash: await ctx.dev.sendTokens({
      address: parsePayeeAddress(address, currency),
      currency,
      units: parseChainAmount(currency, amount),
    }),
  }));

/** Moves the clock forward and runs every payout and maturity that falls due. */
export const advanceClock = devProcedure
  .meta({
    openapi: { method: 'POST', path: '/dev/clock/advance', summary: 'Local only: move the clock forward' },
  })
  .input(AdvanceClockInput)
  .output(AdvanceClockOutput)
  .mutation(({ ctx, input }) => ctx.dev.advanceClock(input.hours));

/** Mints to the treasury and funds the reward reserve. */
export const fundReserve = devProcedure
  .meta({
    openapi: { method: 'POST', path: '/dev/fund-reserve', summary: 'Local only: fund the reward reserve' },
  })
  .input(FundReserveInput)
  .output(NoOutput)
  .mutation(async ({ ctx, input }) => {
    await ctx.dev.fundReserve({ currency: input.currency, amountMicro: parseAmount(input.amount) });
    return {};
  });

/** What an address holds on chain. */
export const balance = devProcedure
  .meta({
    openapi: {
      method: 'GET',
      path: '/dev/balance',
      summary: 'Local only: an address on chain',
      errors: ['ADDRESS_INVALID', 'ADDRESS_CHECKSUM', 'ADDRESS_WRONG_NETWORK', 'ADDRESS_FORBIDDEN'],
    },
  })
  .input(BalanceInput)
  .output(BalanceOutput)
  .query(async ({ ctx, input: { address, currency } }) => ({
    balance: formatChainAmount(
      currency,
      await ctx.dev.getBalanceUnits({ address: parsePayeeAddress(address, currency), currency }),
    ),
  }));
