export { addDevice, confirmWith, enter, getActor, SoftAuthenticator } from '@glasspool/identity/testing';
export { TEST_TERMS, TestPool } from './a-pool.ts';
export { answerLate } from './answer-late.ts';
export { editDatabase } from './edit-database.ts';
export { expectBalances, expectRefusal, readBooks, readReserve } from './expect-books.ts';
export { type BookSums, readBookSums } from './read-book-sums.ts';
export { SimChain } from './sim-chain.ts';
