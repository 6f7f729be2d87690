// A process of the pool that stops at one of its points: after a statement, a transaction, a call of the chain or of the signed log.
import type { Network } from '@glasspool/core';
import { Database } from '@glasspool/db';
import type { TestDatabase } from '@glasspool/db/testing';
import type { KyselyPlugin } from 'kysely';
import type { PoolDeps } from '../deps.ts';

/** Calls that others can see once they are over, as they see a commit. */
const SEEN = new Set<PropertyKey>(['append', 'broadcast']);
/** Parts that answer at once. */
const AT_ONCE = new Set<PropertyKey>(['deriveAddress', 'readSigned', 'findSignerLogEnd']);

/** Moment after something that a process waits for. What comes before the next wait is done at the same moment. */
export interface Point {
  /** True for a moment after others may see something new: between two of these a killed process leaves the same behind. */
  readonly isSeen: boolean;
  /** True within a transaction, where a process can be killed, and no other one can do its work meanwhile. */
  readonly isInTransaction: boolean;
}

export interface InterruptedProcess {
  readonly deps: PoolDeps;
  /** Points that it has come to. */
  readonly points: readonly Point[];
  readonly close: () => Promise<void>;
}

/** Starts a process that is killed at the point of a number, from 1 on, or goes on after it once `meanwhile` is over. It stops nowhere at 0. */
export function startInterrupted(
  { deps: base, network }: { readonly deps: PoolDeps; readonly network: Network },
  { url }: Pick<TestDatabase, 'url'>,
  { at, meanwhile }: { readonly at: number; readonly meanwhile: (() => Promise<void>) | 'killed' },
): InterruptedProcess {
  const points: Point[] = [];
  let isKilled = false;
  let isInTransaction = false;
  const assertAlive = (): void => {
    if (isKilled) throw new Error('The process was killed.');
  };
  const pass = async (isSeen = false): Promise<void> => {
    assertAlive();
    points.push({ isSeen, isInTransaction });
    if (points.length !== at) return;
    if (meanwhile === 'killed') isKilled = true;
    else await meanwhile();
    assertAlive();
  };
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      assertAlive();
      return node;
    },
    transformResult: async ({ result }) => {
      await pass();
      return result;
    },
  };
  const database = new Database(() => url, { plugins: [plugin] });
  const transaction = database.transaction.bind(database);
  database.transaction = async (work) => {
    isInTransaction = true;
    const result = await transaction(work).finally(() => (isInTransaction = false));
    await pass(true);
    return result;
  };
  const interrupt = <Part extends object>(part: Part): Part =>
    new Proxy(part, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function' || AT_ONCE.has(name)) return value;
        return async (...args: readonly unknown[]) => {
          assertAlive();
          const answer: unknown = await Reflect.apply(value, target, args);
          await pass(SEEN.has(name));
          return answer;
        };
      },
    });
  const deps: PoolDeps = {
    ...base,
    db: database,
    chains: { ...base.chains, [network]: interrupt(base.chains[network]) },
    signedLog: interrupt(base.signedLog),
  };
  return { deps, points, close: () => database.close() };
}
