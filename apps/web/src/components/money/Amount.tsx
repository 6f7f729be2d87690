import { displayAmount, formatAmount, type LedgerCurrency } from '@glasspool/core';
import { currentLanguage } from '../../i18n/language.ts';

const USER_PLACES = 3;

interface AmountProps {
  readonly micro: bigint;
  readonly currency: LedgerCurrency;
  /** '+' or a true minus before the amount, where it came or went. */
  readonly sign?: '+' | '−' | undefined;
  /** Users see three decimals, admins four. */
  readonly places?: number;
}

/**
 * An amount as people see it: rounded down to a few decimals, with its currency. The full figure is its title. Another amount is another
 * element, so that a page which the browser translated never keeps the old one.
 */
export function Amount({ micro, currency, sign, places = USER_PLACES }: AmountProps) {
  const text = displayAmount(micro, places, currentLanguage());
  const pointAt = text.length - places - 1;
  const exact = `${formatAmount(micro)} ${currency}`;
  return (
    <span key={exact + text} translate="no" className="whitespace-nowrap tabular-nums" title={exact}>
      {sign}
      {text.slice(0, pointAt)}
      <span className="text-text-2">{text.slice(pointAt)}</span> {currency}
    </span>
  );
}
