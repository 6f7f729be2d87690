export { TEST_TERMS, TestPool } from './a-pool.ts';
export { booksOf, expectBalances, expectRefusal, reserveOf } from './expect-books.ts';
export { SimChain } from './sim-chain.ts';
