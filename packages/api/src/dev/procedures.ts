import {
  type Currency,
  formatChainAmount,
  PoolError,
  parseAmount,
  parseChainAmount,
  parsePayeeAddress,
  USER_CURRENCIES,
} from '@glasspool/core';
import { listMailbox } from '@glasspool/identity/mail';
import type { TRPCRouterRecord } from '@trpc/server';
import { NoInput, NoOutput } from '../contract.ts';
import { devProcedure } from '../trpc.ts';
import {
  AdvanceClockInput,
  AdvanceClockOutput,
  BalanceInput,
  BalanceOutput,
  FaucetInput,
  FaucetOutput,
  FundReserveInput,
  GetClockOutput,
  MailboxInput,
  MailboxOutput,
  RunExperimentInput,
} from './contract.ts';

// Calls of the local networks only: elsewhere the server does not register them.

/** The mail that was sent to an address, or to everyone, newest first. */
const mailbox = devProcedure
  .meta({ openapi: { method: 'GET', path: '/dev/mailbox', summary: 'Local only: mail that was sent' } })
  .input(MailboxInput)
  .output(MailboxOutput)
  .query(async ({ ctx, input }) => ({ data: await listMailbox(ctx.deps, input.to) }));

/** Sends test tokens to an address. */
const faucet = devProcedure
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
      units: parseFaucetUnits(currency, amount),
    }),
  }));

/** Whole tokens that the faucet sends at most; more than it holds would only be refused by the node. */
const FAUCET_MAX = '1000000000';

function parseFaucetUnits(currency: Currency, amount: string): bigint {
  const units = parseChainAmount(currency, amount);
  if (units === 0n || units > parseChainAmount(currency, FAUCET_MAX)) throw new PoolError('INVALID_AMOUNT');
  return units;
}

/** Moves the clock forward and runs every payout and maturity that falls due. */
const advanceClock = devProcedure
  .meta({
    openapi: { method: 'POST', path: '/dev/clock/advance', summary: 'Local only: move the clock forward' },
  })
  .input(AdvanceClockInput)
  .output(AdvanceClockOutput)
  .mutation(async ({ ctx, input }) => {
    const { now, runs, matured } = await ctx.dev.advanceClock(input.hours);
    const rewards = USER_CURRENCIES.flatMap((currency) => {
      const own = runs.filter((run) => run.currency === currency);
      if (own.length === 0) return [];
      const sum = (getAmount: (run: (typeof own)[number]) => bigint): bigint =>
        own.reduce((all, run) => all + getAmount(run), 0n);
      return [{ currency, due: sum(({ dueMicro }) => dueMicro), paid: sum(({ paidMicro }) => paidMicro) }];
    });
    return { now, rewards, unlocked: matured };
  });

/** Time of the pool's clock. */
const getClock = devProcedure
  .meta({ openapi: { method: 'GET', path: '/dev/clock', summary: "Local only: time of the pool's clock" } })
  .input(NoInput)
  .output(GetClockOutput)
  .query(({ ctx }) => ({ now: ctx.deps.clock.now() }));

/** Mints to the hot wallet and funds the reward reserve. */
const fundReserve = devProcedure
  .meta({
    openapi: { method: 'POST', path: '/dev/fund-reserve', summary: 'Local only: fund the reward reserve' },
  })
  .input(FundReserveInput)
  .output(NoOutput)
  .mutation(async ({ ctx, input }) => {
    await ctx.dev.fundReserve({ currency: input.currency, amountMicro: parseAmount(input.amount) });
    return {};
  });

/** Balance of an address on chain. */
const balance = devProcedure
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

/** Runs an experiment of the lab and streams what happens. It is broken off when the caller disconnects. */
const runExperiment = devProcedure.input(RunExperimentInput).subscription(async function* ({
  ctx,
  input,
  signal,
}) {
  yield* ctx.dev.runExperiment(input.id, signal);
});

export const devRoutes = {
  mailbox,
  faucet,
  getClock,
  advanceClock,
  fundReserve,
  balance,
  runExperiment,
} satisfies TRPCRouterRecord;
