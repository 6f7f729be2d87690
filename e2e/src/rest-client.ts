// A third party's view: plain fetch against the documented paths.

import { setTimeout } from 'node:timers/promises';
export interface RestAnswer {
  readonly status: number;
  /** Fields are read as a caller without types would. */
  // biome-ignore lint/suspicious/noExplicitAny: a REST client in plain JavaScript has no types either.
  readonly body: any;
}

export class RestClient {
  readonly #url: () => string;
  token: string | undefined;

  /** The address is asked for at each call: a restarted server has another port. */
  constructor(url: () => string) {
    this.#url = url;
  }

  get(path: string, query: Record<string, string> = {}): Promise<RestAnswer> {
    const search = new URLSearchParams(query).toString();
    return this.#send(`${path}${search && `?${search}`}`, { method: 'GET' });
  }

  post(path: string, body: unknown = {}, headers: Record<string, string> = {}): Promise<RestAnswer> {
    return this.postText(path, JSON.stringify(body), headers);
  }

  postText(path: string, body: string, headers: Record<string, string> = {}): Promise<RestAnswer> {
    return this.#send(path, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
    });
  }

  async #send(path: string, init: RequestInit): Promise<RestAnswer> {
    const authorization: Record<string, string> =
      this.token === undefined ? {} : { authorization: `Bearer ${this.token}` };
    const response = await fetch(`${this.#url()}/api${path}`, {
      ...init,
      headers: { ...authorization, ...init.headers },
    });
    return { status: response.status, body: await response.json() };
  }
}

/** The address in the code's mail, and the code. */
export async function readOtp(client: RestClient, email: string): Promise<string> {
  return eventually(async () => {
    const { body } = await client.get('/dev/mailbox', { to: email });
    return /\b\d{6}\b/.exec(body.data?.[0]?.text ?? '')?.[0];
  });
}

/** Signs a user up in three steps and logs in. */
export async function signUp(
  client: RestClient,
  email: string,
  password = 'correct horse battery',
  referralCode = '',
): Promise<void> {
  await client.post('/auth/send-otp', { email });
  const otp = await readOtp(client, email);
  const { body } = await client.post('/auth/verify-otp', { email, otp });
  await client.post('/auth/set-password', { email, password, referralCode, signupToken: body.signupToken });
  client.token = (await client.post('/auth/login', { email, password })).body.token;
}

const TRIES_MAX = 4_800;
const STEP_MS = 50;

/** Asks until the answer is there. For what a chain or a worker does in its own time. */
export async function eventually<Result>(ask: () => Promise<Result | undefined | false>): Promise<Result> {
  for (let attempt = 0; attempt < TRIES_MAX; attempt += 1) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    await setTimeout(STEP_MS);
  }
  throw new Error(`It did not happen within ${(TRIES_MAX * STEP_MS) / 1_000} s: ${ask.toString()}`);
}
