import {
  AdminTransactionFilter,
  AuditFilter,
  InvestmentFilter,
  parseInput,
  toAdminFilter,
  UserFilter,
} from '@glasspool/api';
import { formatAmount, USER_CURRENCIES } from '@glasspool/core';
import { type AuditLine, iterateAdminActions } from '@glasspool/identity';
import {
  type AdminTransaction,
  type InvestmentRow,
  iterateAdminTransactions,
  iterateInvestments,
  iterateUsers,
  type UserRow,
} from '@glasspool/records';
import type { FastifyInstance } from 'fastify';
import { type Cells, registerExport, sendCsv } from './export-route.ts';
import { transactionCells } from './own-exports.ts';
import type { CreateContext } from './rest.ts';

/** Downloads of the back office as CSV, each the whole of a filter of the page that it belongs to, for admins and auditors. */
export function registerExports(server: FastifyInstance, createContext: CreateContext): void {
  registerExport(server, createContext, {
    path: '/api/exports/transactions.csv',
    isForStaff: true,
    send: ({ deps }, { query }, reply) => {
      const filter = toAdminFilter(parseInput(AdminTransactionFilter, query));
      return sendCsv(reply, 'transactions', iterateAdminTransactions(deps, filter), adminCells);
    },
  });
  registerExport(server, createContext, {
    path: '/api/exports/audit-log.csv',
    isForStaff: true,
    send: ({ deps }, { query }, reply) =>
      sendCsv(reply, 'audit-log', iterateAdminActions(deps, parseInput(AuditFilter, query)), auditCells),
  });
  registerExport(server, createContext, {
    path: '/api/exports/users.csv',
    isForStaff: true,
    send: ({ deps }, { query }, reply) =>
      sendCsv(reply, 'users', iterateUsers(deps, parseInput(UserFilter, query).search), userCells),
  });
  registerExport(server, createContext, {
    path: '/api/exports/investments.csv',
    isForStaff: true,
    send: ({ deps }, { query }, reply) =>
      sendCsv(
        reply,
        'investments',
        iterateInvestments(deps, parseInput(InvestmentFilter, query)),
        investmentCells,
      ),
  });
}

function adminCells(row: AdminTransaction): Cells {
  return {
    ...transactionCells({ ...row, to: row.address }),
    email: row.email ?? '',
    operator: row.isOperator ? 'yes' : 'no',
  };
}

function auditCells(line: AuditLine): Cells {
  return {
    id: line.id,
    date: toDate(line.createdAt),
    admin: line.adminEmail,
    action: line.action,
    subject: line.subject,
    before: line.beforeJson,
    after: line.afterJson,
    from: line.ipAddress,
    request_id: line.requestId,
  };
}

function userCells(user: UserRow): Cells {
  const amounts = USER_CURRENCIES.flatMap((currency) => {
    const found = user.balances.find((one) => one.currency === currency);
    const {
      wallet = 0n,
      invested = 0n,
      withdrawable = 0n,
      referral = 0n,
      onHold = 0n,
      receivable = 0n,
    } = found ?? {};
    const columns = { wallet, invested, withdrawable, referral, on_hold: onHold, owes: receivable };
    return Object.entries(columns).map(([name, micro]) => [
      `${currency.toLowerCase()}_${name}`,
      formatAmount(micro),
    ]);
  });
  return {
    id: user.id,
    email: user.email,
    name: user.userName,
    role: user.role,
    since: toDate(user.createdAt),
    locked: user.lockedAt === null ? '' : toDate(user.lockedAt),
    ...Object.fromEntries(amounts),
  };
}

function investmentCells(row: InvestmentRow): Cells {
  return {
    id: row.id,
    date: toDate(row.createdAt),
    email: row.email,
    currency: row.currency,
    principal: formatAmount(row.principalMicro),
    rewarded: formatAmount(row.rewardedMicro),
    days_rewarded: row.rewardedDays,
    terms_version: row.termsVersion,
    state: row.state,
    unlocks: toDate(row.unlocksAt),
  };
}

function toDate(timeMs: number): string {
  return new Date(timeMs).toISOString();
}
