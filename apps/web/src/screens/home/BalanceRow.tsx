import type { Currency } from '@glasspool/core';
import type { ReactNode } from 'react';
import { Amount } from '../../components/Amount.tsx';

const NETWORK_NAMES: Readonly<Record<Currency, string>> = { USDT: 'BSC (BEP20)', TRX: 'TRON' };

/** One currency with its amount, and what there is to say below it. */
export function BalanceRow({
  currency,
  micro,
  label,
  children,
}: {
  currency: Currency;
  micro: bigint;
  label: string;
  children?: ReactNode;
}) {
  return (
    <div className="flex items-start justify-between gap-4 py-2.5">
      <div>
        <p className="font-medium">{currency}</p>
        <p className="text-[13px] text-text-3">{NETWORK_NAMES[currency]}</p>
      </div>
      <div className="text-right">
        <p className="text-lg font-semibold" data-testid={label}>
          <Amount micro={micro} currency={currency} />
        </p>
        {children}
      </div>
    </div>
  );
}
