import { z } from 'zod';
import { MicroAmount } from '../common.contract.ts';

const ReferralView = z.object({
  userName: z.string(),
  staked: MicroAmount.describe('USDT at work.'),
  reward: MicroAmount.describe("USDT that this user's rewards have brought."),
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
  referralBalance: MicroAmount.describe('USDT; TRX beside it.'),
  referralBalanceTrx: MicroAmount,
});
