import type { LimitName, LimitState, Limits } from '@glasspool/api';
import { MINUTE_MS, PoolError, SECOND_MS } from '@glasspool/core';
import type { RateLimitStore } from '@glasspool/db';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import { readNetworkBlocks } from '../http/network-blocks.ts';

/**
 * Calls that one network address and one account may make in a while. An address may stand for an office, so it may do more. Of IPv6 a whole
 * /64 counts as one address, since it is what one host is given.
 */
const LIMITS: Readonly<Record<LimitName, { perMs: number; address: number; account: number }>> = {
  read: { perMs: MINUTE_MS, address: 1_200, account: 600 },
  write: { perMs: MINUTE_MS, address: 300, account: 120 },
  money: { perMs: MINUTE_MS, address: 120, account: 30 },
  secret: { perMs: 10 * MINUTE_MS, address: 100, account: 30 },
  node: { perMs: MINUTE_MS, address: 60, account: 30 },
};

/** A site of many IPv6 networks may make so many times the calls of one address. */
const SITE_FACTOR = 10;
/** Streams of events that one address, and one account, may have open in one process: a few dozen tabs, or an office. */
const STREAMS = { address: 100, account: 30 } as const;
const STREAM_RETRY_S = 60;

/**
 * Counts calls in PostgreSQL, so that all processes agree, or in memory where a single process serves a SQLite database. Should the
 * store not answer, each process counts for itself meanwhile.
 */
export function createLimits(options: { store: RateLimitStore | undefined; factor: number }): Limits {
  const { store, factor } = options;
  const names: LimitName[] = ['read', 'write', 'money', 'secret', 'node'];
  const limiters = new Map(
    names.map((name) => {
      const { perMs, address, account } = LIMITS[name];
      const make = (kind: string, points: number): RateLimiterAbstract =>
        createLimiter(store, { keyPrefix: `${name}-${kind}`, points: points * factor, perMs });
      return [
        name,
        {
          host: make('address', address),
          site: make('site', address * SITE_FACTOR),
          account: make('account', account),
        },
      ];
    }),
  );
  const streams = {
    address: new OpenCount(STREAMS.address * factor),
    account: new OpenCount(STREAMS.account * factor),
  };
  return {
    take: async (name, { ipAddress, accountId }) => {
      const limiter = limiters.get(name);
      if (limiter === undefined) throw new Error(`There is no limit named ${name}.`);
      const { host, site } = readNetworkBlocks(ipAddress);
      const states = [await consume(limiter.host, host)];
      if (site !== undefined) states.push(await consume(limiter.site, site));
      if (accountId !== undefined) states.push(await consume(limiter.account, accountId));
      return states.reduce((nearest, state) => (state.remaining < nearest.remaining ? state : nearest));
    },
    openStream: ({ ipAddress, accountId }) => {
      const close = streams.address.open(readNetworkBlocks(ipAddress).host);
      try {
        const closeOther = streams.account.open(accountId);
        return () => {
          close();
          closeOther();
        };
      } catch (error) {
        close();
        throw error;
      }
    },
  };
}

/** Number of things that are open, by the key of their holder. */
class OpenCount {
  readonly #max: number;
  readonly #open = new Map<string, number>();

  constructor(max: number) {
    this.#max = max;
  }

  /** @throws PoolError RATE_LIMITED */
  open(key: string): () => void {
    const count = this.#open.get(key) ?? 0;
    if (count >= this.#max) throw new PoolError('RATE_LIMITED', { seconds: STREAM_RETRY_S });
    this.#open.set(key, count + 1);
    return () => {
      const left = (this.#open.get(key) ?? 1) - 1;
      if (left === 0) this.#open.delete(key);
      else this.#open.set(key, left);
    };
  }
}

function createLimiter(
  store: RateLimitStore | undefined,
  { keyPrefix, points, perMs }: { keyPrefix: string; points: number; perMs: number },
): RateLimiterAbstract {
  const options = { keyPrefix, points, duration: perMs / SECOND_MS };
  const memory = new RateLimiterMemory(options);
  if (store === undefined) return memory;
  return new RateLimiterPostgres({
    ...options,
    storeClient: store.pool,
    storeType: 'pool',
    tableName: store.table,
    tableCreated: true,
    // A caller over the limit is refused without another query.
    inMemoryBlockOnConsumed: points + 1,
    insuranceLimiter: memory,
  });
}

async function consume(limiter: RateLimiterAbstract, key: string): Promise<LimitState> {
  try {
    const { remainingPoints, msBeforeNext } = await limiter.consume(key);
    return {
      quota: limiter.points,
      windowS: limiter.duration,
      remaining: remainingPoints,
      resetS: Math.ceil(msBeforeNext / SECOND_MS),
    };
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    throw new PoolError('RATE_LIMITED', { seconds: Math.max(1, Math.ceil(error.msBeforeNext / SECOND_MS)) });
  }
}
