import { listReferrals as listReferralsOfPool, type Referral } from '@glasspool/pool/referrals';
import { getWallets } from '@glasspool/pool/wallets';
import { NoInput } from '../common.contract.ts';
import { readProcedure } from '../trpc.ts';
import { ListReferralsOutput } from './list-referrals.contract.ts';

/** The people below the caller in the tree of invitations, and what may be transferred. Signed-in users. */
export const listReferrals = readProcedure
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
