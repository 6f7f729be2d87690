// Bytes of transactions, for tests of what signs them.
export { buildTokenTransfer } from './bsc/testing-unsigned.ts';
export { buildTrxTransfer } from './tron/testing-unsigned.ts';
