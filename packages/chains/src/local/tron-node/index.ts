export { PAYER_CONTRACT } from './contract.ts';
export { startTronNode, type TronNode } from './node-server.ts';
export { FAUCET_PRIVATE_KEY } from './node-state.ts';
