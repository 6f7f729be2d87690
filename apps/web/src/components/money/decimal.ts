// Amounts as REST writes them: decimal strings with six places. For parts of a page that load no more of the ledger's arithmetic than this.
import { displayDecimal } from '@glasspool/core';
import { currentLanguage } from '../../i18n/language.ts';

const PLACES = 6;
const SHOWN_PLACES = 3;

/** Micro-units of an amount of the server. Its form is not checked: what a user types is read by `parseAmount`. */
export function toMicro(amount: string): bigint {
  return BigInt(amount.replace('.', ''));
}

/** An amount as REST writes it. */
export function toDecimal(micro: bigint): string {
  const digits = micro.toString().padStart(PLACES + 1, '0');
  return `${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`;
}

/** An amount for a screen, rounded toward zero to three places. */
export function formatDecimal(amount: string): string {
  return displayDecimal(amount, SHOWN_PLACES, currentLanguage());
}
