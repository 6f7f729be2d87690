import { allowlistRoutes } from './allowlist/procedures.ts';
import { apiKeyRoutes } from './api-keys/procedures.ts';
import { auditRoutes } from './audit/procedures.ts';
import { authRoutes } from './auth/procedures.ts';
import { bookRoutes } from './books/procedures.ts';
import { depositRoutes } from './deposits/procedures.ts';
import { devRoutes } from './dev/procedures.ts';
import { eventRoutes } from './events/procedures.ts';
import { hotWalletRoutes } from './hot-wallet/procedures.ts';
import { investmentRoutes } from './investments/procedures.ts';
import { noticeRoutes } from './notices/procedures.ts';
import { passkeyRoutes } from './passkeys/procedures.ts';
import { referralRoutes } from './referrals/procedures.ts';
import { reopenedRoutes } from './reopened/procedures.ts';
import { reserveRoutes } from './reserve/procedures.ts';
import { supportRoutes } from './support/procedures.ts';
import { sweepRoutes } from './sweeps/procedures.ts';
import { transactionRoutes } from './transactions/procedures.ts';
import { transparencyRoutes } from './transparency/procedures.ts';
import { router } from './trpc.ts';
import { userRoutes } from './users/procedures.ts';
import { walletRoutes } from './wallets/procedures.ts';
import { webhookRoutes } from './webhooks/procedures.ts';
import { withdrawalRoutes } from './withdrawals/procedures.ts';

const areas = {
  apiKeys: apiKeyRoutes,
  passkeys: passkeyRoutes,
  allowlist: allowlistRoutes,
  webhooks: webhookRoutes,
  audit: auditRoutes,
  auth: authRoutes,
  deposits: depositRoutes,
  events: eventRoutes,
  hotWallet: hotWalletRoutes,
  sweeps: sweepRoutes,
  reserve: reserveRoutes,
  notices: noticeRoutes,
  books: bookRoutes,
  investments: investmentRoutes,
  referrals: referralRoutes,
  reopened: reopenedRoutes,
  support: supportRoutes,
  transactions: transactionRoutes,
  transparency: transparencyRoutes,
  users: userRoutes,
  wallets: walletRoutes,
  withdrawals: withdrawalRoutes,
};

/** Every procedure, as it runs on the public test networks. */
export const appRouter = router(areas);

/** The same with the developer calls, for the local networks. */
export const localAppRouter = router({ ...areas, dev: devRoutes });

export type AppRouter = typeof appRouter;
export type LocalAppRouter = typeof localAppRouter;
