import type { TestServer } from './a-server.ts';
import { TestSocket } from './a-socket.ts';

/** Call of a procedure, with an input as it goes over the wire. */
export interface ProcedureCall {
  readonly type: 'query' | 'mutation';
  readonly name: string;
  readonly value: unknown;
  readonly headers: Record<string, string>;
}

/** Calls over HTTP. */
export async function callOverHttp(
  { http }: TestServer,
  { type, name, value, headers }: ProcedureCall,
): Promise<{ status: number; text: string }> {
  const text = JSON.stringify(value) ?? '{}';
  const { statusCode, body } =
    type === 'mutation'
      ? await http.inject({
          method: 'POST',
          url: `/trpc/${name}`,
          headers: { ...headers, 'content-type': 'application/json' },
          payload: text,
        })
      : await http.inject({ url: `/trpc/${name}?input=${encodeURIComponent(text.toWellFormed())}`, headers });
  return { status: statusCode, text: body };
}

/** Connections of the callers, each kept as long as its session. */
export class SocketCalls implements AsyncDisposable {
  readonly #url: string;
  readonly #open = new Map<string, TestSocket>();

  constructor(url: string) {
    this.#url = url;
  }

  async send({ type, name, value, headers }: ProcedureCall): Promise<{ status: number; text: string }> {
    const token = headers['authorization']?.slice('Bearer '.length);
    const socket = this.#open.get(String(token)) ?? (await TestSocket.open(this.#url, token));
    this.#open.set(String(token), socket);
    const { error } = await socket.callRaw(type, name, value);
    return { status: error?.data.httpStatus ?? 200, text: JSON.stringify(error ?? {}) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#open.values()) await socket[Symbol.asyncDispose]();
  }
}
