// Goal: a TypeScript developer does the same with a typed client, and hears by websocket when something changed.
import type { LocalAppRouter } from '@glasspool/api';
import { transformer } from '@glasspool/api/transformer';
import {
  createTRPCClient,
  createWSClient,
  httpBatchLink,
  splitLink,
  TRPCClientError,
  wsLink,
} from '@trpc/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { eventually } from './rest-client.ts';
import { RunningServer } from './running-server.ts';

const OUTSIDE_BSC = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';

let server: RunningServer;
let token = '';
beforeAll(async () => {
  server = await RunningServer.start();
});
afterAll(() => server[Symbol.asyncDispose]());

function connect() {
  const socket = createWSClient({
    url: `${server.url.replace('http', 'ws')}/trpc`,
    // Node's own WebSocket would do; ws is what browsers' behaviour is tested with elsewhere, too.
    WebSocket: WebSocket as unknown as typeof globalThis.WebSocket,
    connectionParams: () => ({ token }),
    lazy: { enabled: true, closeMs: 0 },
  });
  const client = createTRPCClient<LocalAppRouter>({
    links: [
      splitLink({
        condition: (operation) => operation.type === 'subscription',
        true: wsLink({ client: socket, transformer }),
        false: httpBatchLink({
          url: `${server.url}/trpc`,
          transformer,
          headers: () => (token === '' ? {} : { authorization: `Bearer ${token}` }),
        }),
      }),
    ],
  });
  return client;
}

describe('the story over typed calls', () => {
  it('goes from sign-up to an outside address, with amounts as bigint', async () => {
    const client = connect();
    const email = 'carol@example.org';
    await client.auth.sendOtp.mutate({ email });
    const otp = await eventually(
      async () => /\b\d{6}\b/.exec((await client.dev.mailbox.query({ to: email })).data[0]?.text ?? '')?.[0],
    );
    const { signupToken } = await client.auth.verifyOtp.mutate({ email, otp });
    await client.auth.setPassword.mutate({ email, password: 'correct horse battery', signupToken });
    token = (await client.auth.logIn.mutate({ email, password: 'correct horse battery' })).token;

    const changes: string[] = [];
    const subscription = client.events.onChange.subscribe(undefined, {
      onData: (event) => changes.push(event.type),
    });
    await client.dev.fundReserve.mutate({ currency: 'USDT', amount: '5000' });
    const usdt = async () =>
      (await client.wallets.listWallets.query()).find((wallet) => wallet.currency === 'USDT');
    await client.dev.faucet.mutate({
      address: (await usdt())?.address ?? '',
      currency: 'USDT',
      amount: '100.123456789012345678',
    });
    await eventually(async () => (await usdt())?.wallet === 100_123_456n);
    expect(changes).toContain('wallet.changed');

    await client.investments.invest.mutate({ currency: 'USDT' });
    await client.dev.advanceClock.mutate({ hours: 24 });
    expect((await usdt())?.withdrawable).toBe(2_002_469n);
    await client.withdrawals.withdraw.mutate({ address: OUTSIDE_BSC, amount: '1.5', currency: 'USDT' });
    await eventually(
      async () =>
        (await client.dev.balance.query({ address: OUTSIDE_BSC, currency: 'USDT' })).balance ===
        '1.500000000000000000',
    );
    await eventually(async () => (await usdt())?.onHold === 0n);
    expect(changes).toContain('rewards.paid');
    expect(changes).toContain('withdrawal.changed');
    subscription.unsubscribe();
  });

  it('names the error of a refusal', async () => {
    const client = connect();
    const refusal = client.investments.invest.mutate({ currency: 'USDT' });
    await expect(refusal).rejects.toThrow(TRPCClientError);
    await expect(refusal).rejects.toMatchObject({
      message: 'You have no USDT to invest.',
      data: { poolCode: 'NOTHING_TO_INVEST', httpStatus: 422 },
    });
  });

  it('gives a stranger no subscription', async () => {
    const { token: kept } = { token };
    token = '';
    const client = connect();
    const error = await new Promise((resolve) =>
      client.events.onChange.subscribe(undefined, { onError: resolve }),
    );
    expect(error).toMatchObject({ data: { poolCode: 'NOT_SIGNED_IN' } });
    token = kept;
  });

  it('takes inputs as plain JSON only: no object of superjson comes in', async () => {
    const response = await fetch(`${server.url}/trpc/auth.logIn`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        json: { email: 'a@b.co', password: 'x' },
        meta: { values: { email: ['regexp'] } },
      }),
    });
    expect(response.status).toBe(400);
  });
});
