import { z } from 'zod';
import { MicroAmount } from '../common.contract.ts';

const ReferralView = z.object({
  userName: z.string(),
  /** USDT at work. */
  staked: MicroAmount,
  /** USDT that this user's rewards have brought. */
  reward: MicroAmount,
  stakedTrx: MicroAmount,
  rewardTrx: MicroAmount,
});

export const ListReferralsOutput = z.object({
  referrals: z.object({
    level1: z.array(ReferralView),
    level2: z.array(ReferralView),
    level3: z.array(ReferralView),
  }),
  totalReferrals: z.number(),
  /** USDT; TRX beside it. */
  referralBalance: MicroAmount,
  referralBalanceTrx: MicroAmount,
});
