import { describeError, type ErrorDetails, POOL_ERRORS, type PoolErrorCode } from '@glasspool/core';
import { z } from 'zod';
import { toJsonSchema } from './schemas.ts';

/** Values for the placeholders in example messages. */
const EXAMPLE_DETAILS: ErrorDetails = {
  limit: 100,
  addressNetwork: 'TRON',
  allowed: 'at most 5 % a day',
  assets: '1000.000000',
  available: '12.500000',
  claims: '990.000000',
  currency: 'USDT',
  earliest: '2026-01-02T00:00:00.000Z',
  field: 'target rate',
  lengthMin: 6,
  max: 10,
  method: 'PUT',
  minimum: '50.000000',
  minutes: 15,
  network: 'BSC (BEP20)',
  receivable: '20.000000',
  seconds: 30,
  state: 'broadcast',
  version: 1,
  usableAt: '2026-01-02T00:00:00.000Z',
};

/** One answer a status, with the codes that it may carry. */
export function describeRefusals(codes: readonly PoolErrorCode[]): Record<number, object> {
  const byStatus = Map.groupBy(new Set(codes), (code) => POOL_ERRORS[code].status);
  return Object.fromEntries([...byStatus].map(([status, some]) => [status, describeRefusal(some)]));
}

function describeRefusal(codes: readonly PoolErrorCode[]): object {
  const [first = 'INTERNAL'] = codes;
  const { status } = POOL_ERRORS[first];
  const message = describeError(first, EXAMPLE_DETAILS);
  const isLater = status === 429 || status === 503;
  return {
    description: codes.join(', '),
    ...(isLater
      ? {
          headers: {
            'Retry-After': { description: 'Seconds until the next try.', schema: { type: 'integer' } },
          },
        }
      : {}),
    content: {
      'application/json': {
        schema: {
          allOf: [
            { $ref: '#/components/schemas/Failure' },
            {
              type: 'object',
              properties: { error: { type: 'object', properties: { code: { enum: codes } } } },
            },
          ],
        },
        example: {
          status: false,
          message,
          error: { code: first, message, retryable: POOL_ERRORS[first].retryable, requestId: 'req-1' },
        },
      },
    },
  };
}

/** The one form of every refusal. */
export const FAILURE = toJsonSchema(
  z
    .strictObject({
      status: z.literal(false),
      message: z.string(),
      error: z.strictObject({
        code: z.string().describe('For programs; it does not change.'),
        message: z.string().describe('For people: what happened and what to do.'),
        retryable: z.boolean().describe('True when the same request may succeed later without a change.'),
        requestId: z.string().describe('Give it to support.'),
        field: z.string().optional().describe('Input field that the refusal concerns.'),
        issues: z
          .array(z.strictObject({ path: z.string(), message: z.string() }))
          .optional()
          .describe('With INVALID_INPUT: one for each mistake.'),
      }),
    })
    .describe('A refusal. Nothing was changed.'),
  'output',
);

/** Every code with its sentence. */
export const ERROR_CODE = {
  type: 'string',
  enum: Object.keys(POOL_ERRORS),
  description: Object.entries(POOL_ERRORS)
    .map(([code, { status, message }]) => `- \`${code}\` (${status}): ${message}`)
    .join('\n'),
};
