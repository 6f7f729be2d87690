import { type Currency, NETWORK_OF } from '@glasspool/core';
import type { ReactNode } from 'react';
import { Amount } from '../../components/money/Amount.tsx';
import { t } from '../../i18n/language.ts';

interface BalanceRowProps {
  readonly currency: Currency;
  readonly micro: bigint;
  /** Names the amount for tests. */
  readonly label: string;
  readonly children?: ReactNode;
}

/** One currency with its amount, and what there is to say below it. */
export function BalanceRow({ currency, micro, label, children }: BalanceRowProps) {
  return (
    <div className="flex min-h-[68px] flex-wrap items-start justify-between gap-x-4 py-2.5">
      <div>
        <p className="font-medium">{currency}</p>
        <p className="text-[13px]/[18px] text-text-3">{t(`network.${NETWORK_OF[currency]}`)}</p>
      </div>
      <div className="ml-auto text-right">
        <p className="text-lg/7 font-semibold" data-testid={label}>
          <Amount micro={micro} currency={currency} />
        </p>
        {children}
      </div>
    </div>
  );
}
