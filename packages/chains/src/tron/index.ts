export { deriveTronAddress } from './derive-address.ts';
export { readUnsignedTron } from './read-unsigned.ts';
export { TronChain, type TronChainOptions } from './tron-chain.ts';
