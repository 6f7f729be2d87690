import type { PoolErrorCode } from '@glasspool/core';
import { FILE_NAMES } from '@glasspool/core/solvency';
import type { z } from 'zod';
import { AuditFilter } from '../audit/list-admin-actions.contract.ts';
import { AdminTransactionFilter } from '../transactions/admin-transactions.contract.ts';
import { UserTransactionFilter } from '../transactions/list-transactions.contract.ts';
import type { JsonSchema } from '../wire.contract.ts';
import { describeRefusals } from './refusals.ts';
import { exampleOf, toJsonSchema } from './schemas.ts';
import { tagOf } from './tags.ts';

const TRANSPARENCY = tagOf('transparency');
const BACK_OFFICE = tagOf('exports');
/** The groups of the paths below. */
export const FILE_TAGS: readonly string[] = [TRANSPARENCY, BACK_OFFICE];

const OF_STAFF: readonly PoolErrorCode[] = [
  'INVALID_INPUT',
  'NOT_SIGNED_IN',
  'API_KEY_NOT_ALLOWED',
  'FORBIDDEN',
  'PASSWORD_CHANGE_REQUIRED',
  'SECOND_FACTOR_NOT_ENROLLED',
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
  '/exports/audit-log.csv': describeExport('exports.auditLog', 'The audit log as CSV', AuditFilter),
  '/exports/transactions.csv': describeExport(
    'exports.transactions',
    'All transactions as CSV',
    AdminTransactionFilter,
  ),
  '/exports/user-transactions.csv': describeExport(
    'exports.userTransactions',
    "The caller's own transactions as CSV",
    UserTransactionFilter,
    OF_USERS,
  ),
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
  return { name, in: 'path', required: true, schema, example: exampleOf(schema) };
}

function describeExport(
  operationId: string,
  summary: string,
  filter: z.core.$ZodType,
  refusals = OF_STAFF,
): object {
  const fields = Object.entries(toJsonSchema(filter, 'input').properties ?? {});
  return {
    get: {
      operationId,
      tags: [BACK_OFFICE],
      summary,
      parameters: fields.map(([name, schema]) => ({ name, in: 'query', required: false, schema })),
      security: [{ session: [] }],
      responses: {
        200: {
          description: 'The rows of the filter.',
          content: { 'text/csv': { schema: { type: 'string' } } },
        },
        ...describeRefusals(refusals),
      },
    },
  };
}
