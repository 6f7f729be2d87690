export { getWallets, type Wallet } from './get-wallets.ts';
