export { assertNotKeptBack, lockSpendable, type Spendable } from './lock-spendable.ts';
export { releaseWallet } from './release-wallet.ts';
