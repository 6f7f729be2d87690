export {
  listReferralEarnings,
  listReferrals,
  type Referral,
  type ReferralEarning,
} from './list-referrals.ts';
export { transferReferral } from './transfer-referral.ts';
