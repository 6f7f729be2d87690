// Goal: who may call what, for each procedure and each kind of caller, stands in one file that a review can read: roles.txt. A new
// procedure, or another answer, fails until the file says so. Method: the real server, real tokens and keys; an input that no procedure
// takes, so that being let in shows as 400 and changes nothing.
import { appRouter } from '@glasspool/api';
import { describeEachDatabase } from '@glasspool/db/testing';
import { lockUser } from '@glasspool/identity/accounts';
import { createApiKey } from '@glasspool/identity/api-keys';
import type { AnyTRPCProcedure, AnyTRPCRouter } from '@trpc/server';
import { expect, it } from 'vitest';
import { TestServer } from '../testing/a-server.ts';

const ROUTER: AnyTRPCRouter = appRouter;
const NAME_WIDTH = 40;
const CELL_WIDTH = 14;

describeEachDatabase('a role', (open) => {
  it('allows what roles.txt says, and nothing else', async () => {
    const { database } = await open();
    const settings = { needsTwoFactor: true, replacesFirstPassword: true };
    await using server = await TestServer.start(database, { settings });
    const callers = await makeCallers(server);
    const lines = [row('', Object.keys(callers))];
    for (const [name, { _def }] of Object.entries<AnyTRPCProcedure>(ROUTER._def.procedures)) {
      if (_def.type === 'subscription') continue;
      const cells: string[] = [];
      for (const headers of Object.values(callers))
        cells.push(await answerTo(server, { name, isMutation: _def.type === 'mutation', headers }));
      lines.push(row(name, cells));
    }
    // ASVS 8.2.1, 8.3.1
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./roles.txt');
  });

  async function makeCallers(server: TestServer): Promise<Record<string, Record<string, string>>> {
    const { deps, pool } = server;
    const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });
    await pool.signUp('alice');
    const user = await server.getToken('alice');
    const lockedId = await pool.signUp('locked');
    const locked = await server.getToken('locked');
    const [admin, noFactor, firstPassword, auditor] = [
      await server.staffToken('admin'),
      await server.staffToken('careless'),
      await server.staffToken('fresh'),
      await server.staffToken('auditor', 'auditor'),
    ];
    const actor = await server.getActor(user);
    const mine = { actor, name: 'Bot', password: 'correct horse' };
    const readKey = (await createApiKey(deps, { ...mine, scope: 'read' })).key;
    const withdrawKey = (await createApiKey(deps, { ...mine, scope: 'withdraw' })).key;
    const { userId: adminId } = await server.getActor(admin);
    const origin = { ipAddress: '127.0.0.1', requestId: '1' };
    await lockUser(deps, { adminId, userId: lockedId, origin, reason: 'Asked for.' });
    const enrolled = [admin, firstPassword, auditor];
    for (const token of enrolled) await enrol(server, (await server.getActor(token)).userId);
    for (const token of [admin, noFactor, auditor]) await keepPassword(server, token);
    const anonymous = {};
    return {
      anonymous,
      user: bearer(user),
      locked: bearer(locked),
      'read key': bearer(readKey),
      'withdraw key': bearer(withdrawKey),
      auditor: bearer(auditor),
      admin: bearer(admin),
      'no factor': bearer(noFactor),
      'first password': bearer(firstPassword),
    };
  }

  async function enrol({ deps }: TestServer, userId: `usr_${string}`): Promise<void> {
    const now = deps.machineClock.now();
    const factor = { userId, secretBox: 'x', createdAt: now, confirmedAt: now, lastStep: 0 };
    await deps.db.transaction(async (tx) => void (await tx.insertInto('twoFactor').values(factor).execute()));
  }

  /** As if the admin had replaced the password that the command made. */
  async function keepPassword(server: TestServer, token: string): Promise<void> {
    const { userId } = await server.getActor(token);
    await server.deps.db.transaction(async (tx) => {
      await tx.updateTable('user').set({ mustChangePassword: 0 }).where('id', '=', userId).execute();
    });
  }
});

async function answerTo(
  server: TestServer,
  call: { name: string; isMutation: boolean; headers: Record<string, string> },
): Promise<string> {
  const { name, isMutation, headers } = call;
  const input = { noProcedureTakesThis: true };
  const { statusCode, body } = isMutation
    ? await server.http.inject({ method: 'POST', url: `/trpc/${name}`, headers, payload: input })
    : await server.http.inject({
        url: `/trpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`,
        headers,
      });
  if (statusCode === 400) return 'may';
  const { poolCode } = JSON.parse(body).error?.json?.data ?? {};
  return SHORT.get(poolCode) ?? `${statusCode} ${poolCode}`;
}

const SHORT = new Map([
  ['NOT_SIGNED_IN', '401'],
  ['FORBIDDEN', '403'],
  ['API_KEY_NOT_ALLOWED', '403 key'],
  ['TWO_FACTOR_NOT_ENROLLED', '403 factor'],
  ['PASSWORD_CHANGE_REQUIRED', '403 password'],
]);

function row(name: string, cells: readonly string[]): string {
  const padded = cells.map((cell) => cell.padEnd(CELL_WIDTH)).join('');
  return `${name.padEnd(NAME_WIDTH)}${padded}`.trimEnd();
}
