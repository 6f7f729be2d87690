import type { providers } from 'tronweb';
import type { z } from 'zod';

/** java-tron's HTTP API: every answer is read as documented, or refused. */
export class TronHttp {
  readonly #provider: InstanceType<typeof providers.HttpProvider>;

  constructor(provider: InstanceType<typeof providers.HttpProvider>) {
    this.#provider = provider;
  }

  request(path: string, body: object = {}, method: 'get' | 'post' = 'post'): Promise<unknown> {
    return this.#provider.request(path, body, method);
  }

  /**
   * Asks and reads the answer.
   *
   * @throws Error when the answer is not as java-tron documents it.
   */
  async ask<Message>(
    message: z.ZodType<Message>,
    path: string,
    body?: object,
    method?: 'get' | 'post',
  ): Promise<Message> {
    const parsed = message.safeParse(await this.request(path, body, method));
    if (!parsed.success)
      throw new Error(`The TRON node's answer to ${path} is not as documented.`, { cause: parsed.error });
    return parsed.data;
  }
}
