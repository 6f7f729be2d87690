export { ANVIL_FAUCET_KEY, type Anvil, startAnvil } from './anvil.ts';
export {
  LOCAL_FINALITY_BLOCKS,
  type LocalChains,
  type LocalChainsOptions,
  startLocalChains,
} from './local-chains.ts';
export {
  ensureTestToken,
  mintTestToken,
  sendFakeToken,
  sendTestBnb,
  TEST_USDT_ADDRESS,
} from './test-token.ts';
export { sendTestTrx, sendTestTrxByConstructor, sendTestTrxByContract } from './test-trx.ts';
export { startTronNode, type TronNode } from './tron-node/index.ts';
