/** Results of queries that anyone may call, each computed once for a state of the pool. */
export interface PublicResults {
  /** The result under a key, computed where no other call of this state has computed it. One that is rejected is not kept. */
  find<Result>(key: string, compute: () => Promise<Result>): Promise<Result>;
}

/** Computes each result, for callers in the same process. */
export const NO_RESULTS: PublicResults = { find: (_key, compute) => compute() };
