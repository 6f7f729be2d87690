import { type Currency, displayAmount, formatAmount } from '@glasspool/core';

const USER_PLACES = 3;

interface AmountProps {
  readonly micro: bigint;
  readonly currency: Currency;
  /** '+' or a true minus before the amount, where it came or went. */
  readonly sign?: '+' | '−';
}

/** An amount as users see it: three decimals, rounded down, with its currency. The full figure is its title. */
export function Amount({ micro, currency, sign }: AmountProps) {
  const [whole = '0', fraction = ''] = displayAmount(micro, USER_PLACES).split('.');
  return (
    <span className="whitespace-nowrap" title={`${formatAmount(micro)} ${currency}`}>
      {sign}
      {whole}
      <span className="opacity-75">.{fraction}</span> {currency}
    </span>
  );
}
