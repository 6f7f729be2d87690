import { displayAmount, type LedgerCurrency } from '@glasspool/core';
import { currentLanguage } from '../../i18n/language.ts';

/** Users see three decimals, rounded down. */
const USER_PLACES = 3;
/** Admins see four. */
export const ADMIN_PLACES = 4;

/** An amount as text, for sentences: '1,250.500 USDT'. */
export function formatMoney(micro: bigint, currency: LedgerCurrency, places = USER_PLACES): string {
  return `${displayAmount(micro, places, currentLanguage())} ${currency}`;
}

const LEDGER_PLACES = 6;
const MICRO_PER_THOUSANDTH = 1_000n;

/** An amount as text with every place that it has, three at least: '1.500 USDT', '0.000001 USDT'. */
export function formatExact(micro: bigint, currency: LedgerCurrency): string {
  return formatMoney(micro, currency, micro % MICRO_PER_THOUSANDTH === 0n ? USER_PLACES : LEDGER_PLACES);
}
