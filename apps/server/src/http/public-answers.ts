import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { PublicResults } from '@glasspool/api';
import { SECOND_MS } from '@glasspool/core';
import type { PoolDeps } from '@glasspool/pool/deps';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';

const BYTES_MAX = 16 * 2 ** 20;
/** Shorter answers fit into one packet as they are. */
const GZIP_BYTES_MIN = 1_024;

/** Results at once in memory. An input of a caller's makes one; those of a screen are a few dozen. */
const RESULTS_MAX = 200;

/** An answer that is the same for everyone, as it goes over the wire. */
interface Rendered {
  readonly state: string;
  readonly etag: string;
  readonly plain: Buffer;
  readonly zipped: Buffer | undefined;
}

/**
 * Answers that anyone may read, rendered once for each state of the database: a commit, by whichever process, makes all of them be
 * rendered again, and so does a second of the pool's clock, for terms begin at a time.
 */
export class PublicAnswers implements PublicResults {
  readonly #results = new LRUCache<string, { state: string; result: Promise<unknown> }>({ max: RESULTS_MAX });
  readonly #deps: Pick<PoolDeps, 'db' | 'clock'>;
  readonly #answers = new LRUCache<string, Rendered>({
    maxSize: BYTES_MAX,
    sizeCalculation: ({ plain, zipped }, url) => plain.length + (zipped?.length ?? 0) + url.length,
  });

  constructor(deps: Pick<PoolDeps, 'db' | 'clock'>) {
    this.#deps = deps;
  }

  /** The result of a query. Those who ask at the same moment wait for one computation; one that fails is not kept. */
  async find<Result>(key: string, compute: () => Promise<Result>): Promise<Result> {
    const state = await this.#readState();
    const known = this.#results.get(key);
    // The key names the procedure, whose result is of one type.
    if (known?.state === state) return known.result as Promise<Result>;
    const result = compute();
    this.#results.set(key, { state, result });
    result.catch(() => this.#results.delete(key));
    return result;
  }

  /** Sends the answer of a URL, with a tag by which a client need not be sent it twice (RFC 9110, 13.1.2). */
  async send(
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
    make: { render: () => Promise<string>; onKnown: () => Promise<unknown> },
  ): Promise<FastifyReply> {
    const answer = await this.#find(request.url, make);
    reply.header('etag', answer.etag).header('cache-control', 'no-cache').header('vary', 'accept-encoding');
    // A list of tags, or one that a proxy made weak by compressing the answer, holds ours with its quotes.
    if (request.headers['if-none-match']?.includes(answer.etag) === true) return reply.code(304).send();
    reply.code(200).type('application/json; charset=utf-8');
    const takesGzip = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
    if (!takesGzip || answer.zipped === undefined) return reply.send(answer.plain);
    return reply.header('content-encoding', 'gzip').send(answer.zipped);
  }

  async #find(
    url: string,
    { render, onKnown }: { render: () => Promise<string>; onKnown: () => Promise<unknown> },
  ): Promise<Rendered> {
    // Read before the answer is made: what is committed meanwhile may be missing in it, and is another state.
    const state = await this.#readState();
    const known = this.#answers.get(url);
    if (known?.state === state) {
      await onKnown();
      return known;
    }
    const plain = Buffer.from(await render());
    const etag = `"${createHash('sha256').update(plain).digest('base64url')}"`;
    const zipped = plain.length < GZIP_BYTES_MIN ? undefined : await promisify(gzip)(plain);
    const answer = { state, etag, plain, zipped };
    this.#answers.set(url, answer);
    return answer;
  }

  async #readState(): Promise<string> {
    const { db, clock } = this.#deps;
    return `${await db.readState()} ${Math.floor(clock.now() / SECOND_MS)}`;
  }
}
