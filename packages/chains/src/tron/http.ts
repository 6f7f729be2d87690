import { providers } from 'tronweb';
import { z } from 'zod';
import { ask } from '../bounded-request.ts';

/** java-tron answers a call that failed with status 200 and the exception. It must not pass for 'there is none'. */
const Refusal = z.object({ Error: z.string() });

type Provider = InstanceType<typeof providers.HttpProvider>;

/** A connection of tronweb whose requests are bounded in time and size, and followed to no other address. */
export class BoundedProvider extends providers.HttpProvider {
  override async request<Result>(path: string, payload: object = {}, method = 'get'): Promise<Result> {
    const isPost = method.toLowerCase() === 'post';
    const query = isPost ? '' : `?${new URLSearchParams(Object.entries(payload))}`;
    const { status, statusText, body } = await ask({
      url: `${this.host}/${path}${query === '?' ? '' : query}`,
      method: isPost ? 'POST' : 'GET',
      headers: isPost ? { 'content-type': 'application/json' } : {},
      body: isPost ? JSON.stringify(payload) : null,
      timeoutMs: this.timeout,
    });
    if (status !== 200) throw new Error(`Request failed with status code ${status} ${statusText}`);
    return JSON.parse(body.toString());
  }
}

/** java-tron's HTTP API: every answer is read as documented, or refused. */
export class TronHttp {
  readonly #full: Provider;
  readonly #solidity: Provider;

  constructor({ full, solidity }: { full: Provider; solidity: Provider }) {
    this.#full = full;
    this.#solidity = solidity;
  }

  request(path: string, body: object = {}, method: 'get' | 'post' = 'post'): Promise<unknown> {
    const provider = path.startsWith('walletsolidity/') ? this.#solidity : this.#full;
    return provider.request(path, body, method);
  }

  /**
   * Asks and reads the answer.
   *
   * @throws Error when the node refuses, or when the answer is not as java-tron documents it.
   */
  async ask<Message>(
    message: z.ZodType<Message>,
    path: string,
    body?: object,
    method?: 'get' | 'post',
  ): Promise<Message> {
    const answer = await this.request(path, body, method);
    const refusal = Refusal.safeParse(answer);
    if (refusal.success) throw new Error(`The TRON node refused ${path}: ${refusal.data.Error}`);
    const parsed = message.safeParse(answer);
    if (!parsed.success)
      throw new Error(`The TRON node's answer to ${path} is not as documented.`, { cause: parsed.error });
    return parsed.data;
  }
}
