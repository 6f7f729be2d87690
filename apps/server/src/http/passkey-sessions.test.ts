// Goal: the code of a passkey confirms an action in the session that asked for it, and nowhere else. Method: the real server; two sessions
// of one account.
import { describeEachDatabase } from '@glasspool/db/testing';
import { addDevice, confirmWith, SoftAuthenticator } from '@glasspool/identity/testing';
import { expect, it } from 'vitest';
import { TestServer } from '../testing/a-server.ts';

describeEachDatabase('the code of a passkey', (open) => {
  it('is refused in another session of the account, and for an API key of it', async () => {
    await using server = await TestServer.start((await open()).database);
    await server.pool.investor('alice', 'USDT', '100');
    const [own, other] = [await server.getToken('alice'), await server.getToken('alice')];
    const actor = await server.getActor(own);
    const device = new SoftAuthenticator('laptop');
    await addDevice(server.deps, { actor, password: 'correct horse', device });
    const code = await confirmWith(server.deps, { actor, device });
    const renew = async (token: string | undefined): Promise<[number, unknown]> => {
      const { statusCode, json } = await server.http.inject({
        method: 'POST',
        url: '/trpc/users.renewRecoveryCodes',
        headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
        payload: { code },
      });
      return [statusCode, json().error?.json.data.poolCode];
    };
    expect(await renew(other)).toEqual([401, 'TWO_FACTOR_INVALID']);
    expect(await renew(undefined)).toEqual([401, 'TWO_FACTOR_INVALID']);
    expect(await renew(own)).toEqual([200, undefined]);
  });
});
