/** What admins can do. The name is what the log shows and filters by. */
export const ADMIN_ACTIONS = [
  'admin.create',
  'withdrawal.approve',
  'withdrawal.reject',
  'treasury.withdraw',
  'reserve.fund',
  'terms.publish',
  'terms.propose',
  'terms.reject',
  'sweep.start',
  'user.lock',
  'user.unlock',
  'user.end-sessions',
  'second-factor.enrol',
  'second-factor.remove',
  'recovery-codes.renew',
  'payouts.halt',
  'payouts.resume',
  'deposit.attribute',
  'snapshot.request',
] as const;
export type AdminAction = (typeof ADMIN_ACTIONS)[number];
