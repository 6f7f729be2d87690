// Bytes of transactions, for tests of what signs them, and real nodes behind proxies, for those of what reads them.

export { startGeth } from './bsc/testing-geth.ts';
export { buildTokenTransfer } from './bsc/testing-unsigned.ts';
export { startTestBscNode } from './testing-bsc-node.ts';
export { type ForwardedCall, ForwardingProxy, JSON_HEADERS } from './testing-forwarding-proxy.ts';
export {
  type NodeProxy,
  type ProxiedChains,
  type ProxiedChainsOptions,
  startProxiedChains,
} from './testing-proxied-chains.ts';
export { collectUncaught } from './testing-uncaught.ts';
export { buildTrxTransfer } from './tron/testing-unsigned.ts';
