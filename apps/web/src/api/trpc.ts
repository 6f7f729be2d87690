import type { LocalAppRouter } from '@glasspool/api';
import { CALLS_PER_BATCH_MAX, transformer } from '@glasspool/api/transformer';
import { httpBatchLink, type Operation, splitLink } from '@trpc/client';
import { createTRPCReact } from '@trpc/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import { currentLanguage } from '../i18n/language.ts';
import { laterLink } from './later-link.ts';
import { getRequestHeaders, requestLink } from './request-link.ts';
import { getSession } from './session.ts';

export const trpc = createTRPCReact<LocalAppRouter>();

type Outputs = inferRouterOutputs<LocalAppRouter>;
export type SessionView = Outputs['users']['listSessions'][number];
export type WalletView = Outputs['wallets']['listWallets'][number];
export type InvestmentView = Outputs['investments']['listInvestments']['investments'][number];
export type TransactionView = Outputs['transactions']['listUserTransactions']['data'][number];
export type RewardReceiptView = Outputs['transactions']['getRewardReceipt'];
export type PoolFigures = Outputs['transparency']['getPoolFigures'];
export type PoolOverview = Outputs['transparency']['getOverview'];
export type PositionView = Outputs['transparency']['listPositions']['data'][number];
export type PayoutView = Outputs['transparency']['listPayouts']['data'][number];
export type ReferralsView = Outputs['referrals']['listReferrals'];
export type WithdrawalQuoteView = Outputs['withdrawals']['quoteWithdrawal'];
export type WithdrawalLimitsView = Outputs['withdrawals']['getWithdrawalLimits']['data'][number];
export type ReviewView = Outputs['withdrawals']['listReviews']['data'][number];
export type DepositFateView = Outputs['deposits']['findDeposit']['data'];
export type AdminTransactionView = Outputs['transactions']['listAdminTransactions']['data'][number];
export type DailyFiguresView = Outputs['transactions']['listDailyFigures'][number];
export type AdminInvestmentView = Outputs['investments']['listAllInvestments']['data'][number];
export type UserView = Outputs['users']['listUsers']['data'][number];
export type UserDetailsView = Outputs['users']['getUser'];
export type StaffView = Outputs['users']['listStaff'][number];
export type NoticeView = Outputs['notices']['listNotices']['notices'][number];
export type BookCorrectionView = Outputs['books']['listOpenCorrections'][number];
export type ReopenedView = Outputs['reopened']['listReopened']['data'][number];
export type ReconciliationView = Outputs['books']['listReconciliations'][number];
export type SweepView = NonNullable<Outputs['sweeps']['findNewestSweep']['sweep']>;
export type SweepPlanView = Outputs['sweeps']['planSweep'][number];
export type SweepAddressView = Outputs['sweeps']['listSweepAddresses']['data'][number];
export type HotWalletView = Outputs['hotWallet']['getHotWallet'];
export type ReceiptView = Outputs['deposits']['listUnmatchedReceipts']['data'][number];
export type ReserveSourcesView = Outputs['transparency']['listReserveSources']['data'][number];
export type ConfirmationView = Outputs['transparency']['listConfirmations']['data'][number];
export type SnapshotView = Outputs['transparency']['listSnapshots']['data'][number];
export type UserProofView = Outputs['transparency']['getUserProof'];
export type OwnEntryView = Outputs['transparency']['listOwnEntries']['data'][number];
export type AnchorView = Outputs['transparency']['findAnchor']['anchor'];
export type TermsView = Outputs['reserve']['listTerms']['terms'][number];
export type AuditLineView = Outputs['audit']['listAdminActions']['data'][number];
export type WebhookView = Outputs['webhooks']['listWebhooks'][number];
export type DeliveryView = Outputs['webhooks']['listDeliveries']['data'][number];
export type PasskeyView = Outputs['passkeys']['listPasskeys'][number];
export type ProfileView = Outputs['auth']['getMe']['user'];

/** Calls over HTTP; live changes over one websocket. */
export function createClient(origin: string) {
  return trpc.createClient({
    links: [
      requestLink(),
      splitLink({
        condition: (operation) => operation.type === 'subscription',
        // Only signed-in screens listen.
        true: laterLink(async () => (await import('./socket-link.ts')).createSocketLink(origin, readToken)),
        false: splitLink({
          condition: (operation) => operation.type === 'mutation',
          // Each by itself, for the key in its header is its own.
          true: httpBatchLink({ url: '/trpc', transformer, headers: getHeaders, maxItems: 1 }),
          false: httpBatchLink({
            url: '/trpc',
            transformer,
            headers: getHeaders,
            maxItems: CALLS_PER_BATCH_MAX,
          }),
        }),
      }),
    ],
  });
}

function getHeaders({ opList }: { opList: readonly Operation[] }): Record<string, string> {
  const token = readToken();
  const [first] = opList;
  return {
    // Mails are written in the language of the screen.
    'accept-language': currentLanguage(),
    ...(token !== '' && { authorization: `Bearer ${token}` }),
    ...(first !== undefined && getRequestHeaders(first)),
  };
}

function readToken(): string {
  const session = getSession();
  return session === undefined || session === 'expired' ? '' : session.token;
}
