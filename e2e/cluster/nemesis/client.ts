// Client of the pool's documented API that records each outcome: done, refused, or unknown.
import { setTimeout } from 'node:timers/promises';
import type { Availability } from './availability.ts';

const ANSWER_TIMEOUT_MS = 20_000;
const REPEAT_AFTER_MS = 400;

/** Outcome of one request. It is unknown after no answer, or after the answer that a dependency is away. */
export type Outcome =
  // biome-ignore lint/suspicious/noExplicitAny: a caller in plain JavaScript has no types either.
  | { readonly kind: 'done'; readonly body: any }
  | { readonly kind: 'refused'; readonly code: string }
  | { readonly kind: 'unknown' };

export class Client {
  readonly #url: string;
  readonly #availability: Availability;
  token: string | undefined;

  constructor(url: string, availability: Availability) {
    this.#url = url;
    this.#availability = availability;
  }

  async get(path: string, query: Record<string, string> = {}): Promise<Outcome> {
    const outcome = await this.#send(`${path}?${new URLSearchParams(query)}`, { method: 'GET' });
    if (outcome.kind === 'unknown') this.#availability.recordAnswer(outcome.kind);
    return outcome;
  }

  async post(path: string, body: object, key?: string): Promise<Outcome> {
    const outcome = await this.#send(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...(key !== undefined && { 'idempotency-key': key }) },
    });
    this.#availability.recordAnswer(outcome.kind);
    return outcome;
  }

  /** Repeats a request under its idempotency key until the outcome is known, as a client should. */
  async insist(path: string, body: object, key: string): Promise<Exclude<Outcome, { kind: 'unknown' }>> {
    for (;;) {
      const outcome = await this.post(path, body, key);
      if (outcome.kind !== 'unknown') return outcome;
      await setTimeout(REPEAT_AFTER_MS);
    }
  }

  async #send(path: string, init: RequestInit): Promise<Outcome> {
    const authorization: Record<string, string> =
      this.token === undefined ? {} : { authorization: `Bearer ${this.token}` };
    try {
      const response = await fetch(`${this.#url}/api${path}`, {
        ...init,
        headers: { ...authorization, ...init.headers },
        signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
      });
      const body = await response.json();
      if (response.ok) return { kind: 'done', body };
      if (response.status < 500 && response.status !== 429)
        return { kind: 'refused', code: body.code ?? String(response.status) };
      return { kind: 'unknown' };
    } catch {
      return { kind: 'unknown' };
    }
  }
}
