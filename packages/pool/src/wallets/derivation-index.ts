import { incrementCounter, type Transaction } from '@glasspool/db';

/** Last index that addresses were derived with. A restored database jumps far ahead with it. */
export const DERIVATION_COUNTER = 'wallet.derivationIndex';
/**
 * Next index to derive the addresses of an account with. Never counts back, so that no address is handed out twice.
 * Starts at 1: 0 is the hot wallet.
 */
export async function nextDerivationIndex(tx: Transaction): Promise<number> {
  return incrementCounter(tx, DERIVATION_COUNTER);
}
