export { BscChain, type BscChainOptions, type BscFinality, TokenMismatchError } from './bsc-chain.ts';
export type { FeeLimits } from './fees.ts';
