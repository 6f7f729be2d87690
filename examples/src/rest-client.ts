// A REST client in plain fetch: shows what the owner of an API key has, and how the pool stands.
//   GLASSPOOL_URL=http://localhost:3000 GLASSPOOL_API_KEY=gpk_... node examples/src/rest-client.ts
// Every call and every field: GLASSPOOL_URL/api/docs

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
    await new Promise((resolve) => setTimeout(resolve, retryAfterS * 1_000));
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

const { data } = await call<Wallets>('/get-wallet');
for (const { network, currency, address, balance } of data.wallets)
  console.log(`${balance} ${currency} in the wallet; deposit to ${address} on ${network}`);

const { currencies } = await call<Figures>('/transparency');
for (const { currency, custody, owedToUsers, rewardReserve } of currencies)
  console.log(
    `the pool holds ${custody} ${currency} in custody, owes users ${owedToUsers}, and has a reward reserve of ${rewardReserve}`,
  );
