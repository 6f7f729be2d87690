import { displayAmount, type LedgerCurrency, parseAmount } from '@glasspool/core';
import { currentLanguage } from '../i18n/language.ts';

/** Users see three decimals, rounded down. */
const USER_PLACES = 3;
/** Admins see four. */
export const ADMIN_PLACES = 4;

/** An amount as text, for sentences: '1,250.500 USDT'. */
export function formatMoney(micro: bigint, currency: LedgerCurrency, places = USER_PLACES): string {
  return `${displayAmount(micro, places, currentLanguage())} ${currency}`;
}

/** What a field holds while somebody types: 0 for what is no amount yet. For showing sums only; the form's rules refuse it. */
export function readMicro(amount: string): bigint {
  try {
    return parseAmount(amount.trim());
  } catch {
    // Not an amount yet: somebody is typing.
    return 0n;
  }
}
