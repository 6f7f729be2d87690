export { getHotWallet, type HotWallet, type HotWalletBalance } from './get-hot-wallet.ts';
export { recordGasTopUp } from './record-gas-top-up.ts';
