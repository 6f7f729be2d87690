export { TronChain, type TronChainOptions } from './tron-chain.ts';
