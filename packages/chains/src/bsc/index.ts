export { deriveBscAddress } from './address-of.ts';
export { TokenMismatchError } from './assert-token.ts';
export { BscChain, type BscChainOptions } from './bsc-chain.ts';
export type { FeeLimits } from './fees.ts';
export { readUnsignedBsc } from './read-unsigned.ts';
