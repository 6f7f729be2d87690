import {
  AdminTransactionFilter,
  AuditFilter,
  InvestmentFilter,
  parseInput,
  toAdminFilter,
  UserFilter,
} from '@glasspool/api';
import { type Currency, formatAmount, USER_CURRENCIES } from '@glasspool/core';
import { type AuditLine, iterateAdminActions } from '@glasspool/identity/audit';
import { type InvestmentRow, iterateInvestments } from '@glasspool/records/investments';
import { type AdminTransaction, iterateAdminTransactions } from '@glasspool/records/transactions';
import { iterateUsers, type UserRow } from '@glasspool/records/users';
import type { FastifyInstance } from 'fastify';
import { type Columns, registerExport, sendCsv } from './export-route.ts';
import { TRANSACTION_COLUMNS } from './own-exports.ts';
import type { CreateContext } from './rest.ts';

/** Downloads of the back office as CSV, each the whole of a filter of the page that it belongs to, for admins and auditors. */
export function registerExports(server: FastifyInstance, createContext: CreateContext): void {
  registerExport(server, createContext, {
    path: '/api/exports/transactions.csv',
    isForStaff: true,
    send: ({ deps }, { query }, reply) => {
      const filter = toAdminFilter(parseInput(AdminTransactionFilter, query));
      return sendCsv(reply, 'transactions', iterateAdminTransactions(deps, filter), ADMIN_COLUMNS);
    },
  });
  registerExport(server, createContext, {
    path: '/api/exports/audit-log.csv',
    isForStaff: true,
    send: ({ deps }, { query }, reply) =>
      sendCsv(reply, 'audit-log', iterateAdminActions(deps, parseInput(AuditFilter, query)), AUDIT_COLUMNS),
  });
  registerExport(server, createContext, {
    path: '/api/exports/users.csv',
    isForStaff: true,
    send: ({ deps }, { query }, reply) =>
      sendCsv(reply, 'users', iterateUsers(deps, parseInput(UserFilter, query).search), USER_COLUMNS),
  });
  registerExport(server, createContext, {
    path: '/api/exports/investments.csv',
    isForStaff: true,
    send: ({ deps }, { query }, reply) =>
      sendCsv(
        reply,
        'investments',
        iterateInvestments(deps, parseInput(InvestmentFilter, query)),
        INVESTMENT_COLUMNS,
      ),
  });
}

const ADMIN_COLUMNS: Columns<AdminTransaction> = {
  ...TRANSACTION_COLUMNS,
  address: ({ address }) => address ?? '',
  email: ({ email }) => email ?? '',
  operator: ({ isOperator }) => (isOperator ? 'yes' : 'no'),
};

const AUDIT_COLUMNS: Columns<AuditLine> = {
  id: ({ id }) => id,
  date: ({ createdAt }) => toDate(createdAt),
  admin: ({ adminEmail }) => adminEmail,
  action: ({ action }) => action,
  subject: ({ subject }) => subject,
  before: ({ beforeJson }) => beforeJson,
  after: ({ afterJson }) => afterJson,
  from: ({ ipAddress }) => ipAddress,
  request_id: ({ requestId }) => requestId,
};

type Balance = Exclude<keyof UserRow['balances'][number], 'currency'>;
const BALANCES: readonly (readonly [balance: Balance, column: string])[] = [
  ['wallet', 'wallet'],
  ['invested', 'invested'],
  ['withdrawable', 'withdrawable'],
  ['referral', 'referral'],
  ['onHold', 'on_hold'],
  ['receivable', 'owes'],
];

const USER_COLUMNS: Columns<UserRow> = {
  id: ({ id }) => id,
  email: ({ email }) => email,
  name: ({ userName }) => userName,
  role: ({ role }) => role,
  since: ({ createdAt }) => toDate(createdAt),
  locked: ({ lockedAt }) => (lockedAt === null ? '' : toDate(lockedAt)),
  ...Object.fromEntries(USER_CURRENCIES.flatMap(listBalanceColumns)),
};

/** Columns of the balances in a currency, by name. */
function listBalanceColumns(currency: Currency) {
  return BALANCES.map(([balance, column]): [string, Columns<UserRow>[string]] => [
    `${currency.toLowerCase()}_${column}`,
    ({ balances }) => formatAmount(balances.find((one) => one.currency === currency)?.[balance] ?? 0n),
  ]);
}

const INVESTMENT_COLUMNS: Columns<InvestmentRow> = {
  id: ({ id }) => id,
  date: ({ createdAt }) => toDate(createdAt),
  email: ({ email }) => email,
  currency: ({ currency }) => currency,
  principal: ({ principalMicro }) => formatAmount(principalMicro),
  rewarded: ({ rewardedMicro }) => formatAmount(rewardedMicro),
  days_rewarded: ({ rewardedDays }) => rewardedDays,
  terms_version: ({ termsVersion }) => termsVersion,
  state: ({ state }) => state,
  unlocks: ({ unlocksAt }) => toDate(unlocksAt),
};

function toDate(timeMs: number): string {
  return new Date(timeMs).toISOString();
}
