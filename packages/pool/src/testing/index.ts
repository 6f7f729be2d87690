export { TEST_TERMS, TestPool } from './a-pool.ts';
export { booksOf, expectBalances, expectRefusal, reserveOf } from './expect-books.ts';
export { MemorySnapshots } from './memory-snapshots.ts';
export { SimChain } from './sim-chain.ts';
