export { getHotWallet, type HotWallet, type HotWalletBalance } from './get-hot-wallet.ts';
