export { TEST_TERMS, TestPool } from './a-pool.ts';
export { editDatabase } from './edit-database.ts';
export { booksOf, expectBalances, expectRefusal, reserveOf } from './expect-books.ts';
export { MemorySnapshots } from './memory-snapshots.ts';
export { actorOf, addDevice, confirmWith, enter } from './passkeys.ts';
export { SimChain } from './sim-chain.ts';
export { SoftAuthenticator } from './soft-authenticator.ts';
