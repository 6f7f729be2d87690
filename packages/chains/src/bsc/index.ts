export { BscChain, type BscChainOptions, TokenMismatchError } from './bsc-chain.ts';
export type { FeeLimits } from './fees.ts';
