import type { PoolErrorCode } from '@glasspool/core';
import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server';
import type { z } from 'zod';
import type { JsonSchema } from '../contract.ts';
import type { ProcedureMeta } from '../trpc.ts';
import { FILE_PATHS, FILE_TAGS } from './file-paths.ts';
import { describeRefusals, ERROR_CODE, FAILURE } from './refusals.ts';
import { getExample, toJsonSchema } from './schemas.ts';
import { describeTags, getTag, STAFF_AREA } from './tags.ts';

/** Any call may be refused with these. */
const EVERYWHERE: readonly PoolErrorCode[] = ['RATE_LIMITED', 'INTERNAL', 'UNAVAILABLE', 'DATABASE_AWAY'];
const OF_BODIES: readonly PoolErrorCode[] = ['INVALID_JSON', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'];
const OF_STAFF: readonly PoolErrorCode[] = [
  'FORBIDDEN',
  'PASSWORD_CHANGE_REQUIRED',
  'TWO_FACTOR_NOT_ENROLLED',
];

type Operation = NonNullable<ProcedureMeta['openapi']>;

interface Described {
  readonly name: string;
  readonly operation: Operation;
  readonly meta: ProcedureMeta;
  readonly input: z.core.$ZodType | undefined;
  readonly output: z.core.$ZodType;
}

const ABOUT = `Everything that the pages do, for programs. Test network: tokens have no value.

Amounts are decimal strings; nothing here rounds. A call that changes something takes a JSON object and refuses fields that it does
not know. Every answer carries \`status\`; a refusal has the HTTP status of its kind and an \`error\` with a code for programs, a
sentence for people and the id of the request. The schema ErrorCode lists all codes. 429 and 503 say in \`Retry-After\` when to come back.

A session's token (POST /auth/login) may do what its user may. An API key, made in the settings, may read; if it was made for that,
it may also withdraw to addresses on the withdrawal allowlist.`;

/** The OpenAPI 3.1 document of a router's REST calls, from the procedures themselves. */
export function createOpenApiDocument(router: AnyTRPCRouter): object {
  const paths: Record<string, Record<string, object>> = {};
  const operations = listOperations(router);
  for (const described of operations) {
    const { path, method } = described.operation;
    paths[path] = { ...paths[path], [method.toLowerCase()]: describeOperation(described) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Glasspool',
      version: '1.0.0',
      description: ABOUT,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/api' }],
    tags: describeTags(new Set([...operations.map(({ name, meta }) => tagOfCall(name, meta)), ...FILE_TAGS])),
    paths: Object.fromEntries(
      Object.entries({ ...paths, ...FILE_PATHS }).sort(([one], [other]) => (one < other ? -1 : 1)),
    ),
    components: {
      securitySchemes: {
        session: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'From POST /auth/login.',
        },
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key from the settings: gpk_…' },
      },
      schemas: { ErrorCode: ERROR_CODE, Failure: FAILURE },
    },
  };
}

function listOperations(router: AnyTRPCRouter): Described[] {
  return Object.entries<AnyTRPCProcedure>(router._def.procedures).flatMap(([name, { _def }]) => {
    // Our routers are made with this type of metadata; tRPC keeps it as unknown.
    const meta = _def.meta as ProcedureMeta | undefined;
    if (meta?.openapi === undefined) return [];
    // tRPC keeps a procedure's contracts, which its own types hide; ours are zod's, one each.
    const { inputs, output } = _def as unknown as { inputs: z.core.$ZodType[]; output?: z.core.$ZodType };
    if (output === undefined) throw new Error(`${name} has no contract of its answer.`);
    return [{ name, operation: meta.openapi, meta, input: inputs.at(-1), output }];
  });
}

/** Group of a call: its part of the router, but for what only the staff may call. */
function tagOfCall(name: string, { guard }: ProcedureMeta): string {
  return getTag(guard === 'admin' || guard === 'staff' ? STAFF_AREA : name.slice(0, name.indexOf('.')));
}

function describeOperation({ name, operation, meta, input, output }: Described): object {
  const inputSchema = input === undefined ? undefined : toJsonSchema(input, 'input');
  return {
    operationId: name,
    tags: [tagOfCall(name, meta)],
    summary: operation.summary,
    ...describeInput(operation, inputSchema),
    security: getSecurity(meta),
    responses: {
      200: describeAnswer(output),
      ...(operation.method === 'GET' && meta.guard === undefined ? { 304: UNCHANGED } : {}),
      ...describeRefusals(getCodes(operation, meta)),
    },
  };
}

function describeInput({ method, path, errors }: Operation, schema: JsonSchema | undefined): object {
  const fields = Object.entries(schema?.properties ?? {});
  if (method === 'GET') {
    if (fields.length === 0) return {};
    const required = schema?.required ?? [];
    return {
      parameters: fields.map(([field, type]) => ({
        name: field,
        in: path.includes(`{${field}}`) ? 'path' : 'query',
        required: required.includes(field),
        schema: type,
        example: getExample(type, field),
      })),
    };
  }
  const headers = takesKey(errors) ? { parameters: [IDEMPOTENCY_KEY] } : {};
  const hasChoices = schema?.oneOf !== undefined || schema?.anyOf !== undefined;
  if (schema === undefined || (fields.length === 0 && !hasChoices)) return headers;
  const content = { 'application/json': { schema, example: getExample(schema) } };
  return { ...headers, requestBody: { required: true, content } };
}

/** RFC 9110, 15.4.5. */
const UNCHANGED = {
  description: 'Nothing has changed since the answer whose ETag the request names in If-None-Match.',
};

/** Returns true when it moves money under a client's own key. */
function takesKey(errors: Operation['errors']): boolean {
  return errors?.includes('IDEMPOTENCY_KEY_REUSED') ?? false;
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same key with the same request is the same request, however often it is sent.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

function describeAnswer(output: z.core.$ZodType): object {
  const { properties, required, ...schema } = toJsonSchema(output, 'output');
  const answer: JsonSchema = {
    ...schema,
    properties: { status: { const: true }, ...properties },
    required: ['status', ...(required ?? [])],
  };
  return {
    description: 'Done.',
    content: { 'application/json': { schema: answer, example: getExample(answer) } },
  };
}

function getSecurity({ guard, apiKey }: ProcedureMeta): object[] {
  if (guard === undefined || guard === 'local') return [];
  return apiKey === undefined ? [{ session: [] }] : [{ session: [] }, { apiKey: [] }];
}

function getCodes({ method, errors = [] }: Operation, { guard, apiKey }: ProcedureMeta): PoolErrorCode[] {
  const isGuarded = guard !== undefined && guard !== 'local';
  return [
    'INVALID_INPUT',
    ...(method === 'POST' ? OF_BODIES : []),
    ...(isGuarded ? (['NOT_SIGNED_IN'] as const) : []),
    ...(isGuarded && apiKey !== 'read' ? (['API_KEY_NOT_ALLOWED'] as const) : []),
    ...(guard === 'staff' || guard === 'admin' ? OF_STAFF : []),
    ...errors,
    ...EVERYWHERE,
  ];
}
