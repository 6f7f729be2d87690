// Goal: a third party can do everything over REST alone: from an email address to coins at an outside address.
// Method: the real program on a fresh data folder, real nodes, plain fetch.
import { newPostgresDatabase } from '@glasspool/db/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually, RestClient, readOtp, signUp } from './rest-client.ts';
import { RunningServer } from './running-server.ts';

const OUTSIDE = {
  USDT: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  TRX: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
} as const;

describe.each(['sqlite', 'postgres'] as const)('the story over REST (%s)', (dialect) => {
  let server: RunningServer;
  let client: RestClient;
  beforeAll(async () => {
    server = await RunningServer.start(
      dialect === 'sqlite' ? {} : { DATABASE_URL: await newPostgresDatabase() },
    );
    client = new RestClient(() => server.url);
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const deriveAddress = async (currency: string): Promise<string> =>
    (await client.get('/get-wallet')).body.data.wallets.find(
      (wallet: { currency: string }) => wallet.currency === currency,
    ).address;

  it('signs up with the code from the mailbox, and logs in', async () => {
    const email = 'alice@example.org';
    expect((await client.post('/auth/send-otp', { email })).body).toMatchObject({
      status: true,
      resendAfter: 120,
    });
    const otp = await readOtp(client, email);
    const { body } = await client.post('/auth/verify-otp', { email, otp });
    expect(body).toMatchObject({ status: true, signupToken: expect.any(String) });
    const created = await client.post('/auth/set-password', {
      email,
      password: 'correct horse battery',
      signupToken: body.signupToken,
    });
    expect(created.body).toMatchObject({ status: true, message: expect.any(String) });
    client.token = (
      await client.post('/auth/login', { email, password: 'correct horse battery' })
    ).body.token;
    expect((await client.get('/auth/me')).body).toMatchObject({
      status: true,
      user: { email, userName: 'alice', roles: ['user'] },
    });
  });

  it.each([
    [
      'USDT',
      '/get-bsc-wallet',
      '100.123456789012345678',
      '100.123456',
      '2.002469',
      '1.5',
      '1.500000000000000000',
      '0.502469',
    ],
    ['TRX', '/get-wallet', '1000.123456', '1000.123456', '20.002469', '15', '15.000000', '5.002469'],
  ] as const)(
    'carries %s from a deposit to an outside address',
    async (currency, path, sent, credited, reward, amount, received, rest) => {
      await client.post('/dev/fund-reserve', { currency, amount: '5000' });
      const address = await deriveAddress(currency);
      await client.post('/dev/faucet', { address, currency, amount: sent });
      const getWallet = async () =>
        (await client.get(path)).body.data.wallets.find(
          (wallet: { currency: string }) => wallet.currency === currency,
        );
      await eventually(
        async () => (await getWallet()).bbalance === credited || (await getWallet()).balance === credited,
      );
      await eventually(async () => (await getWallet()).balance === credited);

      const invested = await client.post('/transfer/invest', { currency });
      expect(invested.body).toMatchObject({
        status: true,
        investment: { investedAmount: credited, currency, status: 'active' },
      });
      await client.post('/dev/clock/advance', { hours: 24 });
      expect((await client.get(path)).body.data.withdrawableBalance).toBe(reward);

      const withdrawn = await client.post(
        '/withdraw',
        { receiverAddress: OUTSIDE[currency], amount, currency },
        { 'idempotency-key': `story-${currency}` },
      );
      expect(withdrawn.body).toMatchObject({ status: true, data: { state: 'approved' } });
      await eventually(
        async () =>
          (await client.get('/dev/balance', { address: OUTSIDE[currency], currency })).body.balance ===
          received,
      );
      await eventually(async () => {
        const { body } = await client.get('/transactions/user-transactions');
        return body.data.some(
          (row: { type: string; currency: string; status: string }) =>
            row.type === 'withdrawal' && row.currency === currency && row.status === 'success',
        );
      });
      expect((await client.get(path)).body.data.withdrawableBalance).toBe(rest);
      const again = await client.post(
        '/withdraw',
        { receiverAddress: OUTSIDE[currency], amount, currency },
        { 'idempotency-key': `story-${currency}` },
      );
      expect(again.body.data.id).toBe(withdrawn.body.data.id);
    },
  );

  it('shows every reward run and the deposits to everyone, with addresses shortened', async () => {
    const anonymous = new RestClient(() => server.url);
    const runs = (await anonymous.get('/transparency/payouts')).body;
    expect(runs.meta.total).toBeGreaterThanOrEqual(2);
    expect(runs.data[0]).toMatchObject({
      targetRatePpb: expect.any(Number),
      paid: expect.stringMatching(/^\d+\.\d{6}$/),
    });
    const { body } = await anonymous.get('/transactions/get-transactions', {
      page: '1',
      limit: '10',
      type: 'withdrawal',
    });
    expect(body.meta).toEqual({ page: 1, limit: 10, total: 2, next: null });
    expect(body.data[0].to).toContain('…');
  });

  it('keeps admin calls from users and from strangers', async () => {
    expect((await client.get('/users')).status).toBe(403);
    expect((await new RestClient(() => server.url).get('/users')).status).toBe(401);
    const admin = new RestClient(() => server.url);
    const password = /password: (\S+)/.exec(server.output)?.[1] ?? '';
    admin.token = (await admin.post('/auth/login', { email: 'admin@glasspool.test', password })).body.token;
    expect((await admin.get('/users')).body).toMatchObject({
      status: true,
      totalUsers: 1,
      meta: { total: 2 },
    });
    expect((await client.get('/transactions/deposits-total')).status).toBe(403);
    expect((await admin.get('/transactions/deposits-total')).body).toEqual({
      status: true,
      total: { USDT: '100.123456', TRX: '1000.123456' },
      // The second story's clock stands on another day.
      todayTotal: { USDT: '0.000000', TRX: '0.000000' },
    });
    expect((await admin.get('/transactions/withdrawals-total')).body.total).toEqual({
      USDT: '1.500000',
      TRX: '15.000000',
    });
    expect((await admin.get('/transactions/investment-total')).body.total).toEqual({
      USDT: '100.123456',
      TRX: '1000.123456',
    });
  });

  it('ends a session with logging out', async () => {
    const bob = new RestClient(() => server.url);
    await signUp(bob, 'bob@example.org');
    expect((await bob.get('/auth/me')).status).toBe(200);
    await bob.post('/auth/logout');
    expect((await bob.get('/auth/me')).status).toBe(401);
  });

  it('ends with right books, equal to both chains to the last unit, and goes on after a restart', async () => {
    await server.stop();
    const { code, output } = await server.verifyBooks();
    expect(output).toContain('books: right');
    expect(output.match(/unexplained 0 units/g)).toHaveLength(3);
    expect(code).toBe(0);
    await server.start();
    // The second story moved the clock another day, so the first investment was rewarded twice.
    expect((await client.get('/get-bsc-wallet')).body.data.withdrawableBalance).toBe('2.504938');
    expect(server.output).not.toContain('password:');
  });
});
