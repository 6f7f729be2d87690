import type { PoolErrorCode } from '@glasspool/core';
import { FILE_NAMES } from '@glasspool/proof';
import { z } from 'zod';
import { AuditFilter } from '../audit/contract.ts';
import type { JsonSchema } from '../contract.ts';
import { InvestmentFilter } from '../investments/procedures.ts';
import { AdminTransactionFilter, StatementInput, UserTransactionFilter } from '../transactions/contract.ts';
import { UserFilter } from '../users/contract.ts';
import { describeRefusals } from './refusals.ts';
import { getExample, toJsonSchema } from './schemas.ts';
import { getTag } from './tags.ts';

const TRANSPARENCY = getTag('transparency');
const HISTORY = getTag('transactions');
const BACK_OFFICE = getTag('exports');
/** The groups of the paths below. */
export const FILE_TAGS: readonly string[] = [TRANSPARENCY, HISTORY, BACK_OFFICE];

const OF_STAFF: readonly PoolErrorCode[] = [
  'INVALID_INPUT',
  'NOT_SIGNED_IN',
  'API_KEY_NOT_ALLOWED',
  'FORBIDDEN',
  'PASSWORD_CHANGE_REQUIRED',
  'TWO_FACTOR_NOT_ENROLLED',
  'RATE_LIMITED',
  'INTERNAL',
  'UNAVAILABLE',
];

const OF_USERS: readonly PoolErrorCode[] = [
  'INVALID_INPUT',
  'NOT_SIGNED_IN',
  'RATE_LIMITED',
  'INTERNAL',
  'UNAVAILABLE',
];

/** The downloads of the REST interface: files, which no procedure answers with. */
export const FILE_PATHS: Readonly<Record<string, object>> = {
  '/exports/audit-log.csv': describeExport({
    operationId: 'exports.auditLog',
    summary: 'The audit log as CSV',
    filter: AuditFilter,
  }),
  '/exports/transactions.csv': describeExport({
    operationId: 'exports.transactions',
    summary: 'All transactions as CSV',
    filter: AdminTransactionFilter,
  }),
  '/exports/investments.csv': describeExport({
    operationId: 'exports.investments',
    summary: 'All investments as CSV',
    filter: InvestmentFilter,
  }),
  '/exports/users.csv': describeExport({
    operationId: 'exports.users',
    summary: 'All users with their balances as CSV',
    filter: UserFilter,
  }),
  '/exports/user-transactions.csv': describeExport({
    operationId: 'exports.userTransactions',
    summary: "The caller's own transactions as CSV",
    filter: UserTransactionFilter,
    isOfUser: true,
  }),
  '/exports/statement.pdf': describeExport({
    operationId: 'exports.statement',
    summary: "The caller's statement of a month as PDF",
    filter: StatementInput,
    isOfUser: true,
    type: 'application/pdf',
    refusals: ['STATEMENT_TOO_LONG'],
  }),
  '/exports/my-data.json': describeExport({
    operationId: 'exports.ownData',
    summary: 'Everything that the pool keeps about the caller',
    filter: z.strictObject({}),
    isOfUser: true,
    type: 'application/json',
  }),
  '/transparency/snapshots/{number}/{name}': {
    get: {
      operationId: 'transparency.downloadSnapshotFile',
      tags: [TRANSPARENCY],
      summary: 'A published file of a snapshot',
      parameters: [
        inPath('number', { type: 'integer', minimum: 0, maximum: 999_999_999 }),
        inPath('name', { type: 'string', enum: [...FILE_NAMES] }),
      ],
      security: [],
      responses: {
        200: {
          description: 'The file, as docs/proof-of-solvency.md describes it.',
          content: { 'application/octet-stream': {}, 'application/json': {} },
        },
        ...describeRefusals(['INVALID_INPUT', 'NOT_FOUND', 'RATE_LIMITED', 'INTERNAL', 'UNAVAILABLE']),
      },
    },
  },
};

function inPath(name: string, schema: JsonSchema): object {
  return { name, in: 'path', required: true, schema, example: getExample(schema) };
}

interface ExportDescription {
  readonly operationId: string;
  readonly summary: string;
  /** Fields of its query string. */
  readonly filter: z.core.$ZodType;
  /** True for what users download of their own; everything else is for admins and auditors. */
  readonly isOfUser?: true;
  readonly type?: string;
  /** Refusals besides those that all downloads have. */
  readonly refusals?: readonly PoolErrorCode[];
}

function describeExport(description: ExportDescription): object {
  const { operationId, summary, filter, isOfUser, type = 'text/csv', refusals = [] } = description;
  const { properties = {}, required = [] } = toJsonSchema(filter, 'input');
  return {
    get: {
      operationId,
      tags: [isOfUser === true ? HISTORY : BACK_OFFICE],
      summary,
      parameters: Object.entries(properties).map(([name, schema]) => ({
        name,
        in: 'query',
        required: required.includes(name),
        schema,
      })),
      security: [{ session: [] }],
      responses: {
        200: {
          description: 'A file to save.',
          content: { [type]: { schema: { type: type === 'application/json' ? 'object' : 'string' } } },
        },
        ...describeRefusals([...(isOfUser === true ? OF_USERS : OF_STAFF), ...refusals]),
      },
    },
  };
}
