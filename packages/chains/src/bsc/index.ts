export { bscAddressOf } from './address-of.ts';
export { BscChain, type BscChainOptions, TokenMismatchError } from './bsc-chain.ts';
export type { FeeLimits } from './fees.ts';
export { readUnsignedBsc } from './read-unsigned.ts';
