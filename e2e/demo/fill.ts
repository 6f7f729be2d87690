// Makes the history of a demo pool through its public interfaces, day by day: people sign up, deposit, invest and withdraw; the operator
// funds the reserve, and less and less.
import { parseAmount } from '@glasspool/core';
import { SeededRandom } from '@glasspool/core/testing';
import { eventually, RestClient, signUp } from '../src/rest-client.ts';
import { type DemoSize, type Person, planPeople } from './plan.ts';

const PAYEE = {
  USDT: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  TRX: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
};
/** Smaller ones stay for another time. */
const WORTH_A_WITHDRAWAL_MICRO = parseAmount('10');
export const PASSWORD = 'correct horse battery';
const WEEK_DAYS = 7;
/** Funding of the reserves, week by week: for a while too little. */
const FUNDING = [
  { USDT: '4000', TRX: '6000' },
  { USDT: '4000', TRX: '6000' },
  { USDT: '6000', TRX: '9000' },
  { USDT: '9000', TRX: '13500' },
  { USDT: '12000', TRX: '18000' },
  { USDT: '14000', TRX: '21000' },
  { USDT: '16000', TRX: '24000' },
  { USDT: '5000', TRX: '7500' },
  { USDT: '3000', TRX: '4500' },
  { USDT: '14000', TRX: '21000' },
  { USDT: '18000', TRX: '27000' },
  { USDT: '18000', TRX: '27000' },
  { USDT: '16000', TRX: '24000' },
] as const;
/** Sign-ups at once: each costs the server a hash of a password. */
const AT_ONCE = 8;

interface Member extends Person {
  readonly client: RestClient;
  readonly address: string;
  /** For those whom they invite. */
  readonly code: string;
  hasInvested: boolean;
}

/** Fills a pool that has just been started. Tells how far it has come after each day. */
export async function fillDemo(
  { url, adminPassword }: { url: string; adminPassword: string },
  size: DemoSize,
  tell: (day: number, people: number) => void,
): Promise<void> {
  const people = planPeople(new SeededRandom(1), size);
  const operator = new RestClient(() => url);
  const members = new Map<number, Member>();
  for (let day = 0; day < size.days; day += 1) {
    const present = [...members.values()];
    const joiners = people.flatMap((person, number) => (person.joinsOn === day ? [{ person, number }] : []));
    // Everyone acts at once: most of the time is spent waiting for a mail or a chain.
    await Promise.all([
      fund(operator, day),
      eachOf(joiners, async ({ person, number }) => {
        const inviter = person.invitedBy === undefined ? undefined : members.get(person.invitedBy);
        members.set(number, await join(url, person, inviter));
      }),
      eachOf(
        present.filter(({ hasInvested }) => !hasInvested),
        invest,
      ),
      eachOf(
        present.filter(({ reinvestsOn }) => reinvestsOn === day),
        investAgain,
      ),
      eachOf(
        present.filter(({ withdrawsOn }) => withdrawsOn.includes(day)),
        withdraw,
      ),
    ]);
    await operator.post('/dev/clock/advance', { hours: 24 });
    tell(day + 1, members.size);
  }
  const admin = { email: 'admin@glasspool.test', password: adminPassword };
  operator.token = (await operator.post('/auth/login', admin)).body.token;
  await settle(operator);
}

async function fund(operator: RestClient, day: number): Promise<void> {
  const funding = day % WEEK_DAYS === 0 ? FUNDING[day / WEEK_DAYS] : undefined;
  if (funding === undefined) return;
  const fundOne = (currency: 'USDT' | 'TRX') =>
    operator.post('/dev/fund-reserve', { currency, amount: funding[currency] });
  await Promise.all([fundOne('USDT'), fundOne('TRX')]);
}

async function join(url: string, person: Person, inviter: Member | undefined): Promise<Member> {
  const client = new RestClient(() => url);
  await signUp(client, person.email, PASSWORD, inviter?.code);
  const { body: me } = await client.get('/auth/me');
  const { body } = await client.get('/get-wallet');
  const wallets: readonly { currency: string; address: string }[] = body.data.wallets;
  const address = wallets.find(({ currency }) => currency === person.currency)?.address ?? '';
  await client.post('/dev/faucet', { address, currency: person.currency, amount: person.amount });
  return { ...person, client, address, code: me.user.referralCode, hasInvested: false };
}

/** Invests once the deposit is final; until then there is nothing to invest, and the next day tries again. */
async function invest(member: Member): Promise<void> {
  const { status } = await call(member, (client) =>
    client.post('/transfer/invest', { currency: member.currency }),
  );
  member.hasInvested = status < 300;
}

async function investAgain(member: Member): Promise<void> {
  const { currency } = member;
  await call(member, (client) => client.post('/transfer/invest', { currency, from: 'withdrawable' }));
}

/** Takes out everything that can be withdrawn. */
async function withdraw(member: Member): Promise<void> {
  const { currency } = member;
  const path = currency === 'USDT' ? '/get-bsc-wallet' : '/get-tron-wallet';
  const { body } = await call(member, (client) => client.get(path));
  const amount = body.data?.withdrawableBalance ?? '0';
  if (parseAmount(amount) < WORTH_A_WITHDRAWAL_MICRO) return;
  await call(member, (client) => client.post('/withdraw', { address: PAYEE[currency], amount, currency }));
}

/** A call of a member, who logs in again once the session has ended. */
async function call<Answer extends { status: number }>(
  { client, email }: Member,
  ask: (client: RestClient) => Promise<Answer>,
): Promise<Answer> {
  const answer = await ask(client);
  if (answer.status !== 401) return answer;
  client.token = (await client.post('/auth/login', { email, password: PASSWORD })).body.token;
  return ask(client);
}

/** Waits until every payout is final, and every snapshot anchored on the chain. */
async function settle(operator: RestClient): Promise<void> {
  await eventually(async () => {
    const { body } = await operator.get('/transactions/admin-only-transactions', { outcome: 'open' });
    return body.data.length === 0;
  });
  await eventually(async () => {
    const { body } = await operator.get('/transparency/snapshots', { limit: '100' });
    return body.data.every(({ anchorTxHash }: { anchorTxHash: string | null }) => anchorTxHash !== null);
  });
}

async function eachOf<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const left = [...items];
  const workers = Array.from({ length: AT_ONCE }, async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item);
  });
  await Promise.all(workers);
}
