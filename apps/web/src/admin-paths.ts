/** The addresses within the back office. They are kept apart, so that other users do not download them. */
export const adminPaths = {
  history: '/school/transaction-history',
  investments: '/school/investments',
  users: '/school/users-wallet',
  profile: '/school/profile',
  reserve: '/school/reserve',
  reconciliation: '/school/reconciliation',
  reopened: '/school/replaced-blocks',
  auditLog: '/school/audit-log',
  sweep: '/school/sweep',
  staff: '/school/staff',
} as const;
