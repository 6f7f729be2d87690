export { TokenMismatchError } from './assert-token.ts';
export { BscChain, type BscChainOptions } from './bsc-chain.ts';
export { deriveBscAddress } from './derive-address.ts';
export type { FeeLimits } from './fees.ts';
export { readUnsignedBsc } from './read-unsigned.ts';
