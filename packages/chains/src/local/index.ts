export {
  LOCAL_FINALITY_BLOCKS,
  type LocalChains,
  type LocalChainsOptions,
  startLocalChains,
} from './local-chains.ts';
export { mintTestToken, sendTestBnb, TEST_USDT_ADDRESS } from './test-token.ts';
export { sendTestTrx } from './test-trx.ts';
