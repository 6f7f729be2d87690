import { parseAmount } from '@glasspool/core';
import {
  listReferralEarnings,
  listReferrals as listReferralsOfPool,
  type Referral,
  transferReferral as transferInPool,
} from '@glasspool/pool/referrals';
import { getWallets } from '@glasspool/pool/wallets';
import type { TRPCRouterRecord } from '@trpc/server';
import { NoInput } from '../contract.ts';
import { readIdempotencyKey } from '../idempotency-key.ts';
import { protectedProcedure, readProcedure } from '../trpc.ts';
import {
  ListEarningsOutput,
  ListReferralsOutput,
  TransferReferralInput,
  TransferReferralOutput,
} from './contract.ts';

/** The caller's newest referral rewards: whose reward brought how much. Signed-in users. */
const listEarnings = readProcedure
  .meta({
    openapi: {
      method: 'GET',
      path: '/referrals/get-referrals-earnings',
      summary: 'Referral rewards received',
    },
  })
  .input(NoInput)
  .output(ListEarningsOutput)
  .query(async ({ ctx }) => {
    const earnings = await listReferralEarnings(ctx.deps, ctx.user.userId);
    const data = earnings.map(({ amountMicro, createdAt, ...earning }) => ({
      ...earning,
      amount: amountMicro,
      timestamp: createdAt,
    }));
    return { data };
  });

/** The people below the caller in the tree of invitations, and what may be transferred. Signed-in users. */
const listReferrals = readProcedure
  .meta({
    openapi: { method: 'GET', path: '/referrals/get-referrals', summary: 'Invited people, level by level' },
  })
  .input(NoInput)
  .output(ListReferralsOutput)
  .query(async ({ ctx }) => {
    const referrals = await listReferralsOfPool(ctx.deps, ctx.user.userId);
    const wallets = await getWallets(ctx.deps, ctx.user.userId);
    const balanceOf = (currency: string): bigint =>
      wallets.find((wallet) => wallet.currency === currency)?.referralMicro ?? 0n;
    return {
      referrals: {
        level1: atLevel(referrals, 1),
        level2: atLevel(referrals, 2),
        level3: atLevel(referrals, 3),
      },
      totalReferrals: referrals.length,
      referralBalance: balanceOf('USDT'),
      referralBalanceTrx: balanceOf('TRX'),
    };
  });

function atLevel(referrals: readonly Referral[], level: number) {
  return referrals
    .filter((referral) => referral.level === level)
    .map((referral) => ({
      userName: referral.userName,
      staked: referral.stakedUsdtMicro,
      reward: referral.rewardUsdtMicro,
      stakedTrx: referral.stakedTrxMicro,
      rewardTrx: referral.rewardTrxMicro,
    }));
}

/**
 * Moves referral rewards to withdrawable or into an investment. Signed-in users.
 */
const transferReferral = protectedProcedure
  .meta({
    openapi: {
      method: 'POST',
      path: '/transfer/referral',
      summary: 'Move referral rewards',
      errors: [
        'NO_REFERRAL_BALANCE',
        'REFERRAL_BALANCE_EXCEEDED',
        'TERMS_CHANGED',
        'INVESTMENT_BELOW_MINIMUM',
        'RECEIVABLE_OUTSTANDING',
        'IDEMPOTENCY_KEY_REUSED',
      ],
    },
  })
  .input(TransferReferralInput)
  .output(TransferReferralOutput)
  .mutation(async ({ ctx, input: { amount, destination, currency, termsVersion, ...input } }) => {
    await transferInPool(ctx.deps, {
      userId: ctx.actor.userId,
      currency,
      destination,
      termsVersion,
      amountMicro: parseAmount(amount),
      ...readIdempotencyKey(ctx, input),
    });
    return { message: 'Transfer successful!' };
  });

export const referralRoutes = { listReferrals, listEarnings, transferReferral } satisfies TRPCRouterRecord;
