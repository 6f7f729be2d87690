import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** All that nodes answer is JSON. */
export const JSON_HEADERS = { 'content-type': 'application/json' };

export interface ForwardedCall {
  readonly url: string;
  readonly method: string;
  readonly body: string;
}

/** Server in front of a node, on a free port of this machine. What it does with a call is the subclass's. */
export abstract class ForwardingProxy implements AsyncDisposable {
  readonly #target: string;
  readonly #server: Server;

  protected constructor(target: string) {
    this.#target = target;
    this.#server = createServer((request, response) => {
      // The node or the program has gone away meanwhile; a test ends so.
      this.#take(request, response).catch(() => response.destroy());
    });
  }

  /** Answers a call, or leaves it without an answer. */
  protected abstract answer(call: ForwardedCall, response: ServerResponse): Promise<void>;

  protected async listen(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return this;
  }

  /** Asks the node itself. */
  protected async forward({ url, method, body }: ForwardedCall): Promise<{ status: number; text: string }> {
    const answer = await fetch(`${this.#target}${url}`, {
      method,
      headers: JSON_HEADERS,
      ...(method === 'POST' ? { body } : {}),
    });
    return { status: answer.status, text: await answer.text() };
  }

  get url(): string {
    // A TCP server that listens has an AddressInfo; the string form is for sockets only.
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const { url = '/', method = 'GET' } = request;
    await this.answer({ url, method, body: Buffer.concat(chunks).toString('utf8') }, response);
  }
}
