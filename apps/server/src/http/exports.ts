import { pipeline } from 'node:stream/promises';
import {
  AdminTransactionFilter,
  AuditFilter,
  assertPlainInput,
  assertStaff,
  getCaller,
  toUserFilter,
  UserTransactionFilter,
} from '@glasspool/api';
import { formatAmount } from '@glasspool/core';
import {
  type AdminTransaction,
  type AuditLine,
  type FeedEntry,
  iterateAdminActions,
  iterateAdminTransactions,
  iterateUserTransactions,
} from '@glasspool/pool';
import { stringify } from 'csv-stringify';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type CreateContext, sendFailure } from './rest.ts';

/**
 * Downloads as CSV: the whole of a filter, written row by row as the database gives it, so that the length of a history costs no memory.
 * Those of the back office are for admins and auditors, as the pages that they belong to; users have their own history.
 */
export function registerExports(server: FastifyInstance, createContext: CreateContext): void {
  server.get('/api/exports/transactions.csv', async (request, reply) => {
    try {
      const context = await createContext(request, reply);
      await context.limits.take('read', { address: context.address, accountId: context.actor?.userId });
      assertStaff(context);
      assertPlainInput(request.query);
      const rows = iterateAdminTransactions(context.deps, AdminTransactionFilter.parse(request.query));
      return await sendCsv(reply, 'transactions', mapRows(rows, transactionCells));
    } catch (error) {
      return sendFailure(request, reply, error);
    }
  });
  server.get('/api/exports/user-transactions.csv', async (request, reply) => {
    try {
      const context = await createContext(request, reply);
      const accountId = (context.actor ?? context.apiKey)?.userId;
      await context.limits.take('read', { address: context.address, accountId });
      const { userId } = getCaller(context);
      assertPlainInput(request.query);
      const filter = toUserFilter(UserTransactionFilter.parse(request.query));
      const rows = iterateUserTransactions(context.deps, { ...filter, userId });
      return await sendCsv(reply, 'my-transactions', mapRows(rows, ownCells));
    } catch (error) {
      return sendFailure(request, reply, error);
    }
  });
  server.get('/api/exports/audit-log.csv', async (request, reply) => {
    try {
      const context = await createContext(request, reply);
      await context.limits.take('read', { address: context.address, accountId: context.actor?.userId });
      assertStaff(context);
      assertPlainInput(request.query);
      const rows = iterateAdminActions(context.deps, AuditFilter.parse(request.query));
      return await sendCsv(reply, 'audit-log', mapRows(rows, auditCells));
    } catch (error) {
      return sendFailure(request, reply, error);
    }
  });
}

type Cells = Readonly<Record<string, string | number>>;

function ownCells(
  row: Omit<FeedEntry, 'type' | 'to' | 'reason' | 'waitingFor'> & { type: string; to: string | null },
): Cells {
  return {
    id: row.id,
    date: new Date(row.createdAt).toISOString(),
    type: row.type,
    amount: formatAmount(row.amountMicro),
    currency: row.currency,
    status: row.status,
    network: row.network,
    tx_hash: row.txHash ?? '',
    address: row.to ?? '',
  };
}

function transactionCells(row: AdminTransaction): Cells {
  return {
    ...ownCells({ ...row, to: row.address }),
    email: row.email ?? '',
    treasury: row.isTreasury ? 'yes' : 'no',
  };
}

function auditCells(line: AuditLine): Cells {
  return {
    id: line.id,
    date: new Date(line.createdAt).toISOString(),
    admin: line.adminEmail,
    action: line.action,
    subject: line.subject,
    before: line.beforeJson,
    after: line.afterJson,
    from: line.fromAddress,
    request_id: line.requestId,
  };
}

async function* mapRows<Row>(rows: AsyncIterable<Row>, toCells: (row: Row) => Cells): AsyncGenerator<Cells> {
  for await (const row of rows) yield toCells(row);
}

async function sendCsv(reply: FastifyReply, name: string, rows: AsyncIterable<Cells>): Promise<FastifyReply> {
  // A cell that a spreadsheet would take for a formula gets an apostrophe in front.
  const csv = stringify({ header: true, escape_formulas: true, record_delimiter: 'windows' });
  reply
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="glasspool-${name}.csv"`)
    .type('text/csv; charset=utf-8');
  void pipeline(rows, csv).catch((error: unknown) => {
    // The answer has begun: it is cut off, and the log says why.
    reply.log.error({ err: error }, 'export failed');
    csv.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  return reply.send(csv);
}
