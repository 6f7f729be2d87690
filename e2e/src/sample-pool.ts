// A pool with something of everything in it, made through the public interfaces, for looking at its screens.
import { eventually, RestClient, signUp } from './rest-client.ts';
import { type RunningServer, readAdminPassword } from './running-server.ts';
import { createTypedClient, type TypedClient } from './typed-client.ts';

export interface SamplePool {
  /** Session tokens: a user with investments, rewards, referrals and a withdrawal; one with nothing; an admin. */
  readonly tokens: Readonly<Record<'rich' | 'poor' | 'admin', string>>;
  /** Id of the first of them. */
  readonly richId: string;
}

/** Low limits, so that something waits for a review, and the hot wallet's own needs a second admin. */
export const SAMPLE_SETTINGS = { WITHDRAWAL_REVIEW_USDT: '40', OPERATOR_REVIEW_USDT: '50' };

const PAYEE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const DAYS = 3;
const DAY_HOURS = 24;

export async function fillPool(server: RunningServer): Promise<SamplePool> {
  const operator = new RestClient(() => server.url);
  await operator.post('/dev/fund-reserve', { currency: 'USDT', amount: '3000' });
  await operator.post('/dev/fund-reserve', { currency: 'TRX', amount: '20000' });
  const rich = await newUser(server, 'grace.hopper@example.org');
  const { body: me } = await rich.get('/auth/me');
  const invited = await newUser(server, 'ada@example.org', me.user.referralCode);
  const poor = await newUser(server, 'alan@example.org');
  for (const client of [rich, invited]) {
    for (const [currency, amount] of [
      ['USDT', '1250.5'],
      ['TRX', '5200.75'],
    ] as const) {
      await depositAndInvest(client, currency, amount);
    }
  }
  await operator.post('/dev/clock/advance', { hours: DAYS * DAY_HOURS });
  await rich.post('/withdraw', { receiverAddress: PAYEE, amount: '25', currency: 'USDT' });
  await eventually(
    async () => (await rich.get('/transactions/user-transactions')).body.data[0].status === 'success',
  );
  const admin = new RestClient(() => server.url);
  const password = readAdminPassword(server.output);
  const login = await admin.post('/auth/login', { email: 'admin@glasspool.test', password });
  admin.token = login.body.token;
  await rich.post('/withdraw', { receiverAddress: PAYEE, amount: '38.5', currency: 'USDT' });
  const calls = createTypedClient(server.url, login.body.token);
  await sweep(admin, calls);
  await deposit(rich, 'USDT', '310.123456');
  await sendToHotWallet(admin, calls, '150');
  await admin.post('/withdraw', { from: 'own-funds', address: PAYEE, amount: '60', currency: 'USDT' });
  const tokens = { rich: rich.token ?? '', poor: poor.token ?? '', admin: login.body.token };
  return { tokens, richId: me.user.id };
}

/** Moves the deposits into the hot wallet and waits until that is final. */
async function sweep(admin: RestClient, calls: TypedClient): Promise<void> {
  await admin.post('/mass-withdrawal', {});
  await eventually(async () => {
    const { sweep } = await calls.sweeps.findNewestSweep.query();
    return sweep?.state === 'done';
  });
}

/** Deposits the operator's own funds. */
async function sendToHotWallet(admin: RestClient, calls: TypedClient, amount: string): Promise<void> {
  const getOwnFunds = async (): Promise<string> => {
    const { body } = await admin.get('/transparency');
    return body.currencies.find((one: { currency: string }) => one.currency === 'USDT').ownFundsAvailable;
  };
  const before = await getOwnFunds();
  const { addresses } = await calls.hotWallet.getHotWallet.query();
  const address = addresses.find(({ network }) => network === 'BSC')?.address;
  await admin.post('/dev/faucet', { address, currency: 'USDT', amount });
  await eventually(async () => (await getOwnFunds()) !== before);
}

async function newUser(server: RunningServer, email: string, referralCode = ''): Promise<RestClient> {
  const client = new RestClient(() => server.url);
  await signUp(client, email, undefined, referralCode);
  return client;
}

async function depositAndInvest(client: RestClient, currency: 'USDT' | 'TRX', amount: string): Promise<void> {
  await deposit(client, currency, amount);
  await client.post('/transfer/invest', { currency });
}

async function deposit(client: RestClient, currency: 'USDT' | 'TRX', amount: string): Promise<void> {
  const getWallet = async () => {
    const { body } = await client.get('/get-wallet');
    return body.data.wallets.find((wallet: { currency: string }) => wallet.currency === currency);
  };
  const { address, balance } = await getWallet();
  await client.post('/dev/faucet', { address, currency, amount });
  await eventually(async () => (await getWallet()).balance !== balance);
}
