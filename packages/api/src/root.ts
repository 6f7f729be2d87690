import { allowlistRoutes } from './allowlist/router.ts';
import { apiKeyRoutes } from './api-keys/router.ts';
import { auditRoutes } from './audit/router.ts';
import { authRoutes } from './auth/router.ts';
import { bookRoutes } from './books/router.ts';
import { depositRoutes } from './deposits/router.ts';
import { devRoutes } from './dev/router.ts';
import { eventRoutes } from './events/router.ts';
import { hotWalletRoutes } from './hot-wallet/router.ts';
import { investmentRoutes } from './investments/router.ts';
import { noticeRoutes } from './notices/router.ts';
import { passkeyRoutes } from './passkeys/router.ts';
import { referralRoutes } from './referrals/router.ts';
import { reserveRoutes } from './reserve/router.ts';
import { supportRoutes } from './support/router.ts';
import { sweepRoutes } from './sweeps/router.ts';
import { transactionRoutes } from './transactions/router.ts';
import { transparencyRoutes } from './transparency/router.ts';
import { router } from './trpc.ts';
import { userRoutes } from './users/router.ts';
import { walletRoutes } from './wallets/router.ts';
import { webhookRoutes } from './webhooks/router.ts';
import { withdrawalRoutes } from './withdrawals/router.ts';

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
