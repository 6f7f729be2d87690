// Goal: whatever is sent, every path of the API answers as its description says, no call ends in an error of ours, and a refused call
// changes no book. Method: inputs made from the description, fitting and not; the real server, as each kind of caller. In npm test a
// part of the inputs; CONTRACT_INPUTS=2000 sends as many to each path and each procedure.
import { appRouter, createOpenApiDocument } from '@glasspool/api';
import { describeEachDatabase } from '@glasspool/db/testing';
import { createApiKey } from '@glasspool/identity/api-keys';
import { authenticate } from '@glasspool/identity/sessions';
import { runRewards } from '@glasspool/pool/rewards';
import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import type { LightMyRequestResponse } from 'fastify';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { TestServer } from '../testing/a-server.ts';
import { callOverHttp, SocketCalls } from '../testing/call-procedure.ts';
import { invalidInputs, validInputs } from '../testing/hostile-inputs.ts';

const INPUTS = Number(process.env['CONTRACT_INPUTS'] ?? 40);
/** A limit for what hangs: two databases, two ways in, and all of their calls for each input. */
const TIMEOUT_MS = Math.max(600_000, INPUTS * 1_000);
const SEED = Number(process.env['CONTRACT_SEED'] ?? 1);

const Schema = z.looseObject({});
const Operation = z.looseObject({
  operationId: z.string(),
  parameters: z
    .array(z.looseObject({ name: z.string(), in: z.string(), required: z.boolean(), schema: Schema }))
    .default([]),
  requestBody: z
    .looseObject({ content: z.looseObject({ 'application/json': z.looseObject({ schema: Schema }) }) })
    .optional(),
  responses: z.record(
    z.string(),
    z.looseObject({ content: z.record(z.string(), z.looseObject({})).default({}) }),
  ),
});
type Operation = z.infer<typeof Operation>;
const document = createOpenApiDocument(appRouter);
const { paths } = z
  .object({ paths: z.record(z.string(), z.record(z.string(), Operation)) })
  .parse(JSON.parse(JSON.stringify(document)));
const OPERATIONS = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);
const ajv = new Ajv2020({ strict: false });
ajv.addSchema({ ...document, $id: 'document' });

/** A caller, with a way to come back: a call may have ended the session. */
interface Caller {
  readonly name: string;
  readonly header: () => Promise<Record<string, string>>;
}

describeEachDatabase('the API, with whatever is sent to it', (open) => {
  async function running() {
    const server = await TestServer.start((await open()).database);
    const { pool } = server;
    await pool.fundReserve('USDT', '1000');
    await pool.deposit('hotWallet', 'USDT', '100');
    const alice = await pool.investor('alice', 'USDT', '1000');
    await pool.signUp('bob');
    pool.advanceHours(24);
    await runRewards(pool.deps);
    await pool.deposit(alice, 'USDT', '60');
    await server.staffToken('root');
    const callers = await makeCallers(server);
    return { server, callers, known: await readKnown(server) };
  }

  async function makeCallers(server: TestServer): Promise<Caller[]> {
    const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });
    const actor = await authenticate(server.deps, await server.getToken('alice'));
    if (actor === undefined) throw new Error('Alice could not log in.');
    const request = { actor, name: 'Bot', scope: 'withdraw' as const, password: 'correct horse' };
    const { key } = await createApiKey(server.deps, request);
    let serial = 0;
    /** A caller whose session may end by what is called, and who then is someone else. */
    const renewed = (name: string, start: () => Promise<string>): Caller => {
      let token: string | undefined;
      return {
        name,
        header: async () => {
          if (token === undefined || (await authenticate(server.deps, token)) === undefined)
            token = await start();
          return bearer(token);
        },
      };
    };
    return [
      { name: 'anyone', header: async () => ({}) },
      renewed('user', async () => {
        serial += 1;
        if (serial === 1) return server.getToken('alice');
        await server.pool.signUp(`user${serial}`);
        return server.getToken(`user${serial}`);
      }),
      renewed('admin', async () => {
        serial += 1;
        return server.staffToken(`root${serial}`);
      }),
      { name: 'key', header: async () => bearer(key) },
    ];
  }

  async function readKnown({ deps }: TestServer): Promise<string[]> {
    const users = await deps.db.read.selectFrom('user').select(['id', 'email', 'referralCode']).execute();
    const wallets = await deps.db.read.selectFrom('wallet').select('address').execute();
    const deposits = await deps.db.read.selectFrom('deposit').select(['id', 'txHash']).execute();
    return [users, wallets, deposits].flatMap((rows) => rows.flatMap((row) => Object.values(row)));
  }

  /** Rows that a refused call must leave unchanged. */
  async function readBooks({ deps }: TestServer): Promise<string> {
    const counts = await Promise.all(
      (
        [
          'posting',
          'withdrawal',
          'investment',
          'auditLog',
          'user',
          'allowlistEntry',
          'apiKey',
          'webhook',
        ] as const
      ).map((table) =>
        deps.db.read
          .selectFrom(table)
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow(),
      ),
    );
    return JSON.stringify(counts.map(({ count }) => count));
  }

  it(
    'answers as it is described, over REST',
    async () => {
      const { server, callers, known } = await running();
      await using _server = server;
      const problems: string[] = [];
      let calls = 0;
      let taken = 0;
      for (const { path, method, operation } of OPERATIONS) {
        for (const { value, index } of getSamples(getInputSchema(operation), known)) {
          const caller = callers[index % callers.length];
          if (caller === undefined) continue;
          const headers = await caller.header();
          const before = await readBooks(server);
          const response = await send(server, { path, method, operation }, value, headers);
          calls += 1;
          if (response.statusCode === 200) taken += 1;
          const problem = await getProblem(
            operation,
            response,
            async () => before === (await readBooks(server)),
          );
          if (problem !== undefined)
            problems.push(`${method} ${path} as ${caller.name} ${short(value)}: ${problem}`);
        }
      }
      // ASVS 1.1.1, 1.2.4, 1.3.3, 1.3.11, 1.4.2, 2.1.1, 2.1.2, 2.2.1, 2.2.2, 2.2.3, 4.1.1, 8.1.2, 8.2.3, 13.4.2, 15.3.1, 15.3.5, 15.3.7, 16.5.1, 16.5.3
      expect(problems.slice(0, 20)).toEqual([]);
      expect(calls).toBe(OPERATIONS.length * INPUTS);
      // Inputs that are all refused would prove nothing of the answers.
      expect(taken / calls).toBeGreaterThan(0.1);
    },
    TIMEOUT_MS,
  );

  it.each(['HTTP', 'a websocket'] as const)(
    'ends no call of a procedure in an error of ours, over tRPC by %s',
    async (transport) => {
      const { server, callers, known } = await running();
      await using _server = server;
      await using sockets = new SocketCalls(await server.http.listen({ host: '127.0.0.1', port: 0 }));
      const router: AnyTRPCRouter = appRouter;
      const problems: string[] = [];
      for (const [name, { _def }] of Object.entries<AnyTRPCProcedure>(router._def.procedures)) {
        if (_def.type === 'subscription') continue;
        // tRPC keeps a procedure's contracts, which its own types hide; ours are zod's.
        const [input] = (_def as unknown as { inputs: z.core.$ZodType[] }).inputs;
        const schema =
          input === undefined ? {} : z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
        for (const { value, index } of getSamples(Schema.parse(schema), known)) {
          const caller = callers[index % callers.length];
          if (caller === undefined) continue;
          const headers = await caller.header();
          const before = await readBooks(server);
          const call = { type: _def.type, name, value, headers };
          const { status, text } = await (transport === 'HTTP'
            ? callOverHttp(server, call)
            : sockets.send(call));
          if (status >= 500)
            problems.push(`${name} as ${caller.name} ${short(value)}: ${text.slice(0, 300)}`);
          if (status >= 400 && before !== (await readBooks(server)))
            problems.push(`${name} as ${caller.name} ${short(value)}: refused, but changed the books`);
        }
      }
      // ASVS 1.1.1, 1.2.4, 1.3.3, 1.4.2, 2.2.1, 2.2.2, 13.4.2, 15.3.5, 16.5.1, 16.5.3, 16.5.4
      expect(problems.slice(0, 20)).toEqual([]);
    },
    TIMEOUT_MS,
  );
});

/** Half of the inputs fit the schema. The same seed makes the same inputs. */
function getSamples(schema: object, known: readonly string[]): { value: unknown; index: number }[] {
  const options = { numRuns: Math.ceil(INPUTS / 2), seed: SEED };
  const both = [
    fc.sample(validInputs(schema, known), options),
    fc.sample(invalidInputs(schema, known), options),
  ];
  return both.flat().map((value, index) => ({ value, index }));
}

function getInputSchema({ parameters, requestBody }: Operation): object {
  if (requestBody !== undefined) return requestBody.content['application/json'].schema;
  const fields = parameters.filter((parameter) => parameter.in !== 'header');
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
    required: fields.filter(({ required }) => required).map(({ name }) => name),
  };
}

async function send(
  { http }: TestServer,
  { path, method, operation }: { path: string; method: string; operation: Operation },
  value: unknown,
  headers: Record<string, string>,
): Promise<LightMyRequestResponse> {
  if (method === 'post') {
    const payload = JSON.stringify(value) ?? '';
    return http.inject({
      method: 'POST',
      url: `/api${path}`,
      headers: { ...headers, 'content-type': 'application/json' },
      payload,
    });
  }
  const fields = Object.entries(Object(value)).map(
    ([name, field]) => [name, typeof field === 'string' ? field : (JSON.stringify(field) ?? '')] as const,
  );
  const isInPath = (name: string): boolean =>
    operation.parameters.some((one) => one.name === name && one.in === 'path');
  const filled = fields
    .filter(([name]) => isInPath(name))
    .reduce((text, [name, field]) => text.replace(`{${name}}`, () => encode(field) || '-'), path);
  const query = fields
    .filter(([name]) => !isInPath(name))
    .map(([name, field]) => `${encode(name)}=${encode(field)}`);
  return http.inject({ url: `/api${filled}?${query.join('&')}`, headers });
}

async function getProblem(
  operation: Operation,
  response: LightMyRequestResponse,
  isUnchanged: () => Promise<boolean>,
): Promise<string | undefined> {
  const { statusCode, headers } = response;
  if (statusCode >= 500) return `${statusCode} ${response.body.slice(0, 300)}`;
  const described = operation.responses[statusCode];
  if (described === undefined) return `${statusCode} is not described: ${response.body.slice(0, 300)}`;
  const type = String(headers['content-type']).split(';')[0] ?? '';
  const content = described.content[type];
  if (content === undefined) return `${statusCode} answers ${type}`;
  if (content['schema'] !== undefined && type === 'application/json') {
    const schema = JSON.stringify(content['schema']).replaceAll('"#/', '"document#/');
    if (!ajv.validate(JSON.parse(schema), response.json()))
      return `${statusCode} ${ajv.errorsText()} ${response.body.slice(0, 300)}`;
  }
  if (/\bat \/|node_modules|select .* from|SQLITE|stack/i.test(response.body) && statusCode >= 400)
    return `leaks: ${response.body.slice(0, 300)}`;
  if (statusCode >= 400 && !(await isUnchanged())) return `${statusCode}, but the books changed`;
  return undefined;
}

/** As browsers do, and also what they never send: halves of characters become a replacement. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

function short(value: unknown): string {
  return (JSON.stringify(value) ?? 'undefined').slice(0, 300);
}
