export { getTreasury, type Treasury, type TreasuryBalance } from './get-treasury.ts';
