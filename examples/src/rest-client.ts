// A REST client in plain fetch: shows what the owner of an API key has, how the pool stands, and what changed since an entry.
//   GLASSPOOL_API_KEY=gpk_... SINCE=0 npm run rest --workspace @glasspool/examples
// Every call and every field: GLASSPOOL_URL/api/docs

import { setTimeout } from 'node:timers/promises';

const url = process.env['GLASSPOOL_URL'] ?? 'http://localhost:3000';
const apiKey = process.env['GLASSPOOL_API_KEY'] ?? '';

interface Answer {
  readonly status: boolean;
  readonly message?: string;
}

/** Calls the API. A refusal becomes an error with the pool's own sentence; 429 and 503 are waited for and asked again, a few times. */
async function call<Body extends Answer>(path: string, triesLeft = 3): Promise<Body> {
  const response = await fetch(`${url}/api${path}`, { headers: { authorization: `Bearer ${apiKey}` } });
  const retryAfterS = Number(response.headers.get('retry-after'));
  if (retryAfterS > 0 && triesLeft > 0) {
    await setTimeout(retryAfterS * 1_000);
    return call(path, triesLeft - 1);
  }
  // The document at /api/openapi.json describes what each path answers.
  const body = (await response.json()) as Body;
  if (!body.status) throw new Error(`${path}: ${body.message}`);
  return body;
}

interface Wallets extends Answer {
  readonly data: { wallets: { network: string; currency: string; address: string; balance: string }[] };
}

interface Figures extends Answer {
  readonly currencies: {
    currency: string;
    custody: string;
    owedToUsers: string;
    rewardReserve: string;
  }[];
}

interface Changes extends Answer {
  readonly data: {
    number: number;
    kind: string;
    changes: { currency: string; balance: string; amount: string }[];
  }[];
  readonly meta: { since: number };
}

const { data } = await call<Wallets>('/get-wallet');
for (const { network, currency, address, balance } of data.wallets)
  console.log(`${balance} ${currency} in the wallet; deposit to ${address} on ${network}`);

const { currencies } = await call<Figures>('/transparency');
for (const { currency, custody, owedToUsers, rewardReserve } of currencies)
  console.log(
    `the pool holds ${custody} ${currency} in custody, owes users ${owedToUsers}, and has a reward reserve of ${rewardReserve}`,
  );

// Every change of the balances once, in the order of the ledger: keep the last number, and begin with it the next time.
let since = Number(process.env['SINCE'] ?? 0);
for (let isMore = true; isMore; ) {
  const { data: entries, meta } = await call<Changes>(`/balances/changes?since=${since}&limit=100`);
  for (const { number, kind, changes } of entries)
    console.log(
      `${number} ${kind}: ${changes.map(({ amount, currency, balance }) => `${amount} ${currency} ${balance}`).join(', ')}`,
    );
  since = meta.since;
  isMore = entries.length === 100;
}
console.log(`go on with SINCE=${since}`);
