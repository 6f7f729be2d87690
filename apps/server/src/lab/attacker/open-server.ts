import type { PoolErrorCode } from '@glasspool/core';
import type { Actor } from '@glasspool/identity/deps';
import { z } from 'zod';
import { TestServer } from '../../testing/a-server.ts';
import type { Sandbox } from '../sandbox.ts';

/** Answer of the sandbox's server. */
export interface Answered {
  readonly status: number;
  /** Code of a refusal (packages/core/src/error-list.ts), where it is one. */
  readonly code: string | undefined;
  readonly body: unknown;
}

export interface Call {
  /** From the root, as `/api/withdraw`. */
  readonly path: string;
  readonly body: unknown;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The product's HTTP server over the sandbox, on a free port of this machine. */
export interface SandboxServer extends AsyncDisposable {
  readonly url: string;
  /** Token of a new session of a user. */
  getToken(name: string): Promise<string>;
  getActor(token: string): Promise<Actor>;
  post(call: Call): Promise<Answered>;
  get(path: string, token?: string): Promise<Answered>;
}

/** Opens it. Disposing closes it. */
export async function openServer(sandbox: Sandbox): Promise<SandboxServer> {
  const server = await TestServer.over(sandbox.pool, sandbox.deps);
  const url = await server.http.listen({ host: '127.0.0.1', port: 0 });
  const ask = async (path: string, init: RequestInit, token?: string): Promise<Answered> => {
    const headers = new Headers(init.headers);
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
    const response = await fetch(`${url}${path}`, { ...init, headers });
    const body: unknown = await response.json().catch(() => undefined);
    return { status: response.status, code: readCode(body), body };
  };
  return {
    url,
    getToken: (name) => server.getToken(name),
    getActor: (token) => server.getActor(token),
    get: (path, token) => ask(path, { method: 'GET' }, token),
    post: ({ path, body, token, headers = {} }) =>
      ask(
        path,
        {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: typeof body === 'string' ? body : JSON.stringify(body),
        },
        token,
      ),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** Form of a refusal: of a path of `/api`, or of a typed call. */
const Refusal = z.union([
  z
    .object({ error: z.object({ json: z.object({ data: z.object({ poolCode: z.string() }) }) }) })
    .transform(({ error }) => error.json.data.poolCode),
  z.object({ error: z.object({ code: z.string() }) }).transform(({ error }) => error.code),
  z.object({ code: z.string() }).transform(({ code }) => code),
]);

function readCode(body: unknown): string | undefined {
  return Refusal.safeParse(body).data;
}

/** True for a refusal for one of the reasons that an attack should meet. A call that is refused for another reason shows nothing. */
export function isRefused({ code }: Answered, reasons: readonly PoolErrorCode[]): boolean {
  return reasons.some((reason) => reason === code);
}

/** Counts answers by status or code: `200 × 1, INSUFFICIENT_BALANCE × 49`. */
export function countAnswers(answers: readonly Answered[]): string {
  const counts = new Map<string, number>();
  for (const { status, code } of answers) {
    const key = status < 300 ? String(status) : `${status} ${code ?? ''}`.trim();
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts].map(([key, count]) => `${key} × ${count}`).join(', ');
}
