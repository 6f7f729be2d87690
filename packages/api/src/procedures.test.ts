// Goal: who may call what, and under which REST path, stands in one list that a review can read. A procedure that is not on
// the list, or guarded otherwise, fails. '+read' and '+withdr' are for signed-in users and for API keys that may read, or withdraw. Method: every procedure of the router is called as each kind of caller.
import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server';
import { TRPCError } from '@trpc/server';
import { describe, expect, it } from 'vitest';
import type { Context } from './context.ts';
import { NO_RESULTS } from './public-results.ts';
import { appRouter, localAppRouter } from './root.ts';
import { createCallerFactory, type ProcedureMeta } from './trpc.ts';

const PROCEDURES = [
  'allowlist.addAllowlistEntry         user    -',
  'allowlist.getAllowlist              +read   GET /withdrawal-allowlist',
  'allowlist.removeAllowlistEntry      user    -',
  'allowlist.setAllowlistOnly          user    -',
  'apiKeys.createApiKey                user    -',
  'apiKeys.listApiKeys                 user    -',
  'apiKeys.revokeApiKey                user    -',
  'audit.listAdminActions              staff   -',
  'auth.getMe                          +read   GET /auth/me',
  'auth.logIn                          anyone  POST /auth/login',
  'auth.logOut                         user    POST /auth/logout',
  'auth.requestPasswordReset           anyone  POST /auth/request-password-reset',
  'auth.resetPassword                  anyone  POST /auth/reset-password',
  'auth.sendOtp                        anyone  POST /auth/send-otp',
  'auth.setPassword                    anyone  POST /auth/set-password',
  'auth.verifyOtp                      anyone  POST /auth/verify-otp',
  'books.decideCorrection              admin   -',
  'books.listOpenCorrections           staff   -',
  'books.listReconciliations           staff   -',
  'books.proposeCorrection             admin   -',
  'deposits.attributeDeposit           admin   -',
  'deposits.findDeposit                anyone  GET /deposits/find',
  'deposits.listUnmatchedReceipts      staff   -',
  'dev.advanceClock                    local   POST /dev/clock/advance',
  'dev.balance                         local   GET /dev/balance',
  'dev.faucet                          local   POST /dev/faucet',
  'dev.fundReserve                     local   POST /dev/fund-reserve',
  'dev.getClock                        local   GET /dev/clock',
  'dev.mailbox                         local   GET /dev/mailbox',
  'dev.runExperiment                   local   -',
  'events.onChange                     user    -',
  'hotWallet.allowOneNode              admin   POST /allow-one-node',
  'hotWallet.getHotWallet              staff   -',
  'hotWallet.haltPayouts               admin   POST /halt-payouts',
  'hotWallet.resumePayouts             admin   POST /resume-payouts',
  'hotWallet.withdrawOwnFunds          admin   -',
  'investments.invest                  user    POST /transfer/invest',
  'investments.listAllInvestments      staff   -',
  'investments.listInvestments         +read   GET /investments/user',
  'investments.releaseWallet           user    POST /transfer/wallet',
  'notices.listNotices                 staff   GET /notices',
  'notices.markNoticesRead             admin   POST /notices/read',
  'passkeys.addPasskey                 user    -',
  'passkeys.askForPasskey              user    -',
  'passkeys.beginPasskey               user    -',
  'passkeys.beginPasskeyLogin          anyone  -',
  'passkeys.getPasskeyCode             user    -',
  'passkeys.listPasskeys               user    -',
  'passkeys.logInWithPasskey           anyone  -',
  'passkeys.removePasskey              user    -',
  'referrals.listEarnings              +read   GET /referrals/get-referrals-earnings',
  'referrals.listReferrals             +read   GET /referrals/get-referrals',
  'referrals.transferReferral          user    POST /transfer/referral',
  'reopened.giveBackWithdrawal         admin   -',
  'reopened.listHalts                  staff   -',
  'reopened.listReopened               staff   -',
  'reserve.decideTermsProposal         admin   POST /terms/proposal',
  'reserve.findTermsProposal           staff   GET /terms/proposal',
  'reserve.fundReserve                 admin   POST /reserve',
  'reserve.listTerms                   anyone  GET /transparency/terms',
  'reserve.publishTerms                admin   POST /terms',
  'support.getAnnouncement             anyone  GET /announcement',
  'support.getContacts                 anyone  -',
  'support.setAnnouncement             admin   -',
  'sweeps.findNewestSweep              staff   -',
  'sweeps.listSweepAddresses           staff   -',
  'sweeps.planSweep                    staff   -',
  'sweeps.startSweep                   admin   POST /mass-withdrawal',
  'transactions.getAdminTransaction    staff   -',
  'transactions.getDepositsTotal       staff   GET /transactions/deposits-total',
  'transactions.getInvestmentsTotal    staff   GET /transactions/investment-total',
  'transactions.getRewardReceipt       +read   GET /transactions/reward-receipt',
  'transactions.getWithdrawalsTotal    staff   GET /transactions/withdrawals-total',
  'transactions.listAdminTransactions  staff   GET /transactions/admin-only-transactions',
  'transactions.listDailyFigures       staff   -',
  'transactions.listPublicTransactions anyone  GET /transactions/get-transactions',
  'transactions.listTransactionsOf     staff   -',
  'transactions.listUserTransactions   +read   GET /transactions/user-transactions',
  'transparency.findAnchor             anyone  -',
  'transparency.getConsistencyProof    anyone  GET /transparency/consistency',
  'transparency.getOverview            anyone  GET /transparency/overview',
  'transparency.getPoolFigures         anyone  GET /transparency',
  'transparency.getUserProof           +read   GET /transparency/own-part',
  'transparency.listConfirmations      anyone  GET /transparency/confirmations',
  'transparency.listEntryReceipts      +read   GET /transparency/entry-receipts',
  'transparency.listMovements          anyone  GET /transparency/movements',
  'transparency.listOwnEntries         +read   GET /transparency/own-entries',
  'transparency.listPayouts            anyone  GET /transparency/payouts',
  'transparency.listPositions          anyone  GET /transparency/history',
  'transparency.listReserveSources     anyone  GET /transparency/reserve',
  'transparency.listSnapshots          anyone  GET /transparency/snapshots',
  'transparency.recordVerified         user    -',
  'transparency.requestSnapshot        admin   -',
  'transparency.takeConfirmation       anyone  POST /transparency/confirmations',
  'users.addNote                       admin   -',
  'users.beginTwoFactor                user    -',
  'users.changeEmail                   user    -',
  'users.changePassword                user    -',
  'users.changeStaffRole               admin   -',
  'users.closeAccount                  user    -',
  'users.confirmTwoFactor              user    -',
  'users.endSessions                   user    -',
  'users.endSessionsOf                 admin   -',
  'users.getNotifications              user    -',
  'users.getTwoFactor                  user    -',
  'users.getUser                       staff   -',
  'users.inviteStaff                   admin   -',
  'users.listSessions                  user    -',
  'users.listStaff                     staff   -',
  'users.listUsers                     staff   GET /users',
  'users.lockUser                      admin   -',
  'users.removeTwoFactor               user    -',
  'users.renewRecoveryCodes            user    -',
  'users.setNotifications              user    -',
  'users.unlockUser                    admin   -',
  'users.updateProfile                 user    -',
  'wallets.getBscWallet                +read   GET /get-bsc-wallet',
  'wallets.getWallet                   +read   GET /get-wallet',
  'wallets.listBalanceChanges          +read   GET /balances/changes',
  'wallets.listDailyBalances           +read   GET /balances/daily',
  'wallets.listWallets                 +read   -',
  'webhooks.createWebhook              user    -',
  'webhooks.listDeliveries             user    -',
  'webhooks.listWebhooks               user    -',
  'webhooks.redeliver                  user    -',
  'webhooks.removeWebhook              user    -',
  'withdrawals.cancelWithdrawal        user    POST /withdraw/cancel',
  'withdrawals.getWithdrawal           +read   GET /withdrawals/{id}',
  'withdrawals.getWithdrawalLimits     +read   GET /withdrawal-limits',
  'withdrawals.listReviews             staff   GET /reviews',
  'withdrawals.quoteWithdrawal         +read   GET /withdrawal-quote',
  'withdrawals.reviewWithdrawal        admin   POST /reviews/decide',
  'withdrawals.withdraw                +withdr POST /withdraw',
];

type Caller = 'anonymous' | 'user' | 'auditor' | 'admin' | 'read key' | 'withdraw key';

function getContext(caller: Caller): Context {
  const scope = caller === 'read key' ? 'read' : caller === 'withdraw key' ? 'withdraw' : undefined;
  const actor =
    caller === 'anonymous' || scope !== undefined
      ? undefined
      : {
          userId: 'usr_1',
          sessionId: 'ses_1',
          email: 'a@b.co',
          role: caller,
          hasTwoFactor: false,
          mustChangePassword: false,
        };
  // Only the guards matter: whatever lies behind them is not there, and being reached is an answer.
  return {
    deps: { settings: { needsTwoFactor: false } },
    dev: undefined,
    actor,
    apiKey: scope === undefined ? undefined : { userId: 'usr_1', keyId: 'key_1', scope },
    limits: { take: async () => ({ quota: 1, windowS: 1, remaining: 1, resetS: 1 }) },
    idempotencyKey: undefined,
    requestId: '1',
    later: () => undefined,
    publicResults: NO_RESULTS,
    signUpCookie: {},
    deviceCookie: {},
    logSecurity: () => undefined,
    clearSiteData: () => undefined,
  } as unknown as Context;
}

async function getOutcome(name: string, caller: Caller): Promise<string> {
  const [area = '', procedure = ''] = name.split('.');
  const call = Reflect.get(
    Reflect.get(createCallerFactory(localAppRouter)(getContext(caller)), area),
    procedure,
  );
  try {
    await call(undefined);
    return 'reached';
  } catch (error) {
    const code = error instanceof TRPCError ? error.code : 'reached';
    return ['UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND'].includes(code) ? code : 'reached';
  }
}

async function getGuard(name: string): Promise<string> {
  const [anonymous, user, auditor, admin] = await Promise.all(
    (['anonymous', 'user', 'auditor', 'admin'] as const).map((caller) => getOutcome(name, caller)),
  );
  const [readKey, withdrawKey] = await Promise.all(
    (['read key', 'withdraw key'] as const).map((caller) => getOutcome(name, caller)),
  );
  const outcomes = [anonymous, user, auditor, admin].join(' ');
  const keys = [readKey, withdrawKey].join(' ');
  if (outcomes === 'UNAUTHORIZED reached reached reached' && keys === 'reached reached') return '+read';
  if (outcomes === 'UNAUTHORIZED reached reached reached' && keys === 'FORBIDDEN reached') return '+withdr';
  // Keys reach nothing else but what anyone reaches.
  if (keys !== (anonymous === 'UNAUTHORIZED' ? 'FORBIDDEN FORBIDDEN' : `${anonymous} ${anonymous}`))
    return keys;
  const guards = new Map([
    ['reached reached reached reached', 'anyone'],
    ['UNAUTHORIZED reached reached reached', 'user'],
    ['UNAUTHORIZED FORBIDDEN FORBIDDEN reached', 'admin'],
    ['UNAUTHORIZED FORBIDDEN reached reached', 'staff'],
    ['NOT_FOUND NOT_FOUND NOT_FOUND NOT_FOUND', 'local'],
  ]);
  return guards.get(outcomes) ?? outcomes;
}

describe('the list of procedures', () => {
  it('has each procedure with its guard and its path', async () => {
    const found: string[] = [];
    const router: AnyTRPCRouter = localAppRouter;
    for (const [name, procedure] of Object.entries<AnyTRPCProcedure>(router._def.procedures)) {
      const meta = procedure._def.meta as ProcedureMeta | undefined;
      const path = meta?.openapi === undefined ? '-' : `${meta.openapi.method} ${meta.openapi.path}`;
      found.push(`${name.padEnd(36)}${(await getGuard(name)).padEnd(8)}${path}`);
    }
    // ASVS 6.3.4, 6.4.2, 8.1.1, 8.2.1
    expect(found.sort()).toEqual(PROCEDURES);
  });

  it('holds no developer call on the public networks', () => {
    // ASVS 15.2.3
    expect(Object.keys(appRouter._def.procedures).filter((name) => name.startsWith('dev.'))).toEqual([]);
  });
});
