// Goal: only the staff reaches the back office, over the wire: not strangers, not users, not locked accounts, and auditors
// only where nothing changes. Method: the real server on each database; every procedure of the router is called as each of them.
import { generateKeyPairSync } from 'node:crypto';
import { appRouter } from '@glasspool/api';
import type { UserId } from '@glasspool/core';
import { DAY_MS } from '@glasspool/core';
import { describeEachDatabase } from '@glasspool/db/testing';
import { createAdmin, lockUser } from '@glasspool/identity/accounts';
import { logIn } from '@glasspool/identity/sessions';
import { TestPoolWithSnapshots } from '@glasspool/solvency/testing';
import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { createLimits } from '../adapters/rate-limits.ts';
import { createSessionTokens } from '../adapters/session-tokens.ts';
import { createClientAddress } from './client-address.ts';
import { createMetrics } from './metrics.ts';
import { createServer } from './server.ts';

const Failure = z.object({
  error: z.object({ json: z.object({ data: z.object({ poolCode: z.string() }) }) }),
});
const KEYS = generateKeyPairSync('ed25519');
const EXPORTS = ['/api/exports/transactions.csv', '/api/exports/audit-log.csv'];
const ROUTER: AnyTRPCRouter = appRouter;
const PROCEDURES = Object.entries<AnyTRPCProcedure>(ROUTER._def.procedures).filter(
  // Logging out would end the session that the other calls are made with.
  ([name, { _def }]) => _def.type !== 'subscription' && name !== 'auth.logOut',
);

describeEachDatabase('the back office over the wire', (open) => {
  async function running(settings = {}) {
    const pool = await new TestPoolWithSnapshots((await open()).database, settings).start();
    const log = pino({ level: 'silent' });
    const deps = {
      ...pool.deps,
      tokens: createSessionTokens({ keys: KEYS, audience: 'test', clock: pool.clock }),
    };
    const server = await createServer({
      deps,
      dev: undefined,
      log,
      securityLog: log,
      limits: createLimits({ store: undefined, factor: 100 }),
      clientAddress: createClientAddress([]),
      limitFactor: 100,
      metrics: createMetrics(deps),
      metricsGuard: 'closed',
      secureCookies: false,
      role: 'all',
    });
    const admin = await createAdmin(pool.deps, 'admin@example.org');
    const auditor = await createAdmin(pool.deps, 'auditor@example.org', 'auditor');
    const getToken = async (email: string, password: string): Promise<string> =>
      (await logIn(deps, { email, password })).token;
    return { pool, server, admin, auditor, getToken };
  }

  /** The code that a call is refused with; 'reached' when it got past its guard. */
  async function getRefusal(
    server: FastifyInstance,
    name: string,
    token: string | undefined,
  ): Promise<string> {
    const [, procedure] = PROCEDURES.find(([one]) => one === name) ?? [];
    const method = procedure?._def.type === 'mutation' ? 'POST' : 'GET';
    const { body } = await server.inject({
      method,
      url: `/trpc/${name}`,
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      ...(method === 'POST' ? { payload: {} } : {}),
    });
    const failure = Failure.safeParse(JSON.parse(body));
    const code = failure.success ? failure.data.error.json.data.poolCode : 'reached';
    const GUARDS = ['NOT_SIGNED_IN', 'FORBIDDEN', 'TWO_FACTOR_NOT_ENROLLED', 'PASSWORD_CHANGE_REQUIRED'];
    return GUARDS.includes(code) ? code : 'reached';
  }

  async function staffProcedures(server: FastifyInstance, userToken: string): Promise<string[]> {
    const names: string[] = [];
    for (const [name] of PROCEDURES)
      if ((await getRefusal(server, name, userToken)) === 'FORBIDDEN') names.push(name);
    return names;
  }

  it('is closed to strangers, users, the locked, and auditors who would change something', async () => {
    const { pool, server, admin, auditor, getToken } = await running();
    await using _server = { [Symbol.asyncDispose]: () => server.close() };
    await pool.signUp('alice');
    const user = await getToken('alice@example.org', 'correct horse');
    const reader = await getToken('auditor@example.org', auditor.password);
    const locked = await getToken('admin@example.org', admin.password);
    const names = await staffProcedures(server, user);
    expect(names.length).toBeGreaterThan(25);
    const other = await createAdmin(pool.deps, 'other@example.org');
    await lock(pool, other.userId, admin.userId);
    for (const name of names) {
      expect([name, await getRefusal(server, name, undefined)]).toEqual([name, 'NOT_SIGNED_IN']);
      expect([name, await getRefusal(server, name, locked)]).toEqual([name, 'NOT_SIGNED_IN']);
      const [, procedure] = PROCEDURES.find(([one]) => one === name) ?? [];
      const expected = procedure?._def.type === 'mutation' ? 'FORBIDDEN' : 'reached';
      expect([name, await getRefusal(server, name, reader)]).toEqual([name, expected]);
    }
    for (const url of EXPORTS) {
      const getStatus = async (token?: string): Promise<number> =>
        (
          await server.inject({
            url,
            headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
          })
        ).statusCode;
      // ASVS 8.2.1, 8.3.1
      expect([
        url,
        await getStatus(),
        await getStatus(locked),
        await getStatus(user),
        await getStatus(reader),
      ]).toEqual([url, 401, 401, 403, 200]);
    }
  });

  async function lock(pool: TestPoolWithSnapshots, adminId: UserId, userId: UserId): Promise<void> {
    const origin = { ipAddress: '10.0.0.7', requestId: '1' };
    await lockUser(pool.deps, { adminId, userId, origin, reason: 'Left the team.' });
  }

  it.each([
    ['TWO_FACTOR_NOT_ENROLLED', { needsTwoFactor: true }],
    ['PASSWORD_CHANGE_REQUIRED', { replacesFirstPassword: true }],
  ])('answers admins with %s until they have done so', async (code, settings) => {
    const { pool, server, admin, getToken } = await running(settings);
    await using _server = { [Symbol.asyncDispose]: () => server.close() };
    await pool.signUp('alice');
    const user = await getToken('alice@example.org', 'correct horse');
    const token = await getToken('admin@example.org', admin.password);
    // ASVS 6.3.2, 6.4.1, 13.2.3
    for (const name of await staffProcedures(server, user))
      expect([name, await getRefusal(server, name, token)]).toEqual([name, code]);
  });

  it('exports the whole of a filter as CSV that no spreadsheet calculates', async () => {
    const { pool, server, auditor, getToken } = await running();
    await using _server = { [Symbol.asyncDispose]: () => server.close() };
    await pool.deposit('hotWallet', 'USDT', '5');
    await pool.investor('alice', 'USDT', '100');
    const token = await getToken('auditor@example.org', auditor.password);
    const headers = { authorization: `Bearer ${token}` };
    const all = await server.inject({ url: EXPORTS[0] ?? '', headers });
    expect(all.headers['content-disposition']).toBe('attachment; filename="glasspool-transactions.csv"');
    const [head = '', ...lines] = all.body.trim().split('\r\n');
    expect(head).toBe('id,date,type,amount,currency,status,network,tx_hash,address,email,operator');
    expect(lines).toHaveLength(3);
    const investments = await server.inject({ url: `${EXPORTS[0]}?type=investment`, headers });
    expect(investments.body.trim().split('\r\n')).toHaveLength(2);
    const wrong = await server.inject({ url: `${EXPORTS[0]}?type=nothing`, headers });
    expect([wrong.statusCode, wrong.json().error.code]).toEqual([400, 'INVALID_INPUT']);
    const alice = (await pool.deps.db.read.selectFrom('user').select(['id', 'email']).execute()).find(
      ({ email }) => email.startsWith('alice'),
    );
    const adminId = (await createAdmin(pool.deps, 'third@example.org')).userId;
    const origin = { ipAddress: '=1+1', requestId: '1' };
    if (alice !== undefined) await lockUser(pool.deps, { adminId, userId: alice.id, origin, reason: '=2+2' });
    const log = await server.inject({ url: EXPORTS[1] ?? '', headers });
    // ASVS 1.1.2, 1.2.10, 3.2.1, 5.4.1, 5.4.2
    expect(log.body).toContain("'=1+1");
  });

  it('exports to a user the whole of their own history by a filter, and nothing of another user', async () => {
    const { pool, server, getToken } = await running();
    await using _server = { [Symbol.asyncDispose]: () => server.close() };
    await pool.investor('alice', 'USDT', '100');
    pool.advanceHours(48);
    await pool.investor('bob', 'TRX', '1000');
    const read = async (query: string, token?: string): Promise<{ status: number; rows: string[] }> => {
      const { statusCode, body } = await server.inject({
        url: `/api/exports/user-transactions.csv${query}`,
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      });
      return { status: statusCode, rows: body.trim().split('\r\n').slice(1) };
    };
    const token = await getToken('alice@example.org', 'correct horse');
    const all = await read('', token);
    expect(all.rows.map((row) => row.split(',').slice(2, 5))).toEqual([
      ['investment', '100.000000', 'USDT'],
      ['deposit', '100.000000', 'USDT'],
    ]);
    const day = new Date(pool.clock.now() - 2 * DAY_MS).toISOString().slice(0, 10);
    expect((await read(`?type=deposit&currency=USDT&from=${day}&to=${day}`, token)).rows).toHaveLength(1);
    expect((await read('?currency=TRX', token)).rows).toEqual([]);
    expect((await read('?from=2100-01-01', token)).rows).toEqual([]);
    expect((await read('?from=yesterday', token)).status).toBe(400);
    expect((await read('')).status).toBe(401);
  });
});
