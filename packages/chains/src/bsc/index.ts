export { BscChain, type BscChainOptions, type BscFinality } from './bsc-chain.ts';
export type { FeeLimits } from './fees.ts';
