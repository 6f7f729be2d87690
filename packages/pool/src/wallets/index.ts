export { DERIVATION_COUNTER, nextDerivationIndex } from './derivation-index.ts';
export { getWallets, type Wallet } from './get-wallets.ts';
