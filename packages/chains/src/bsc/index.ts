export { BscChain, type BscChainOptions, type BscFinality } from './bsc-chain.ts';
