import type { Currency } from '@glasspool/core';
import { useState } from 'react';
import { notify } from '../../api/notify.ts';
import type { ReferralsView } from '../../api/trpc.ts';
import { Amount } from '../../components/money/Amount.tsx';
import { t } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';

interface ReferralBalanceProps {
  readonly referrals: ReferralsView;
  readonly onPrefetch: () => void;
  readonly onTransfer: (currency: Currency) => void;
}

/** Referral rewards that were not moved yet, a row for each currency. */
export function ReferralBalance({ referrals, onPrefetch, onTransfer }: ReferralBalanceProps) {
  const [isEmpty, setEmpty] = useState(false);
  const rows = [
    { currency: 'USDT', micro: referrals.referralBalance },
    { currency: 'TRX', micro: referrals.referralBalanceTrx },
  ] as const;
  const transfer = ({ currency, micro }: (typeof rows)[number]): void => {
    setEmpty(micro <= 0n);
    if (micro > 0n) onTransfer(currency);
    else notify.error(t('referralBalance.none'));
  };
  return (
    <Card title={t('referralBalance.title')}>
      <ul className="divide-y divide-line" onPointerEnter={onPrefetch} onFocus={onPrefetch}>
        {rows.map((row) => (
          <li key={row.currency} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <p className="text-lg/7 font-semibold" data-testid={`referral-${row.currency}`}>
              <Amount micro={row.micro} currency={row.currency} />
            </p>
            <Button
              look="secondary"
              aria-label={t('referralBalance.transferOf', { currency: row.currency })}
              onClick={() => transfer(row)}
            >
              {t('referralBalance.transfer')}
            </Button>
          </li>
        ))}
      </ul>
      {isEmpty && <Notice look="warning">{t('referralBalance.none')}</Notice>}
    </Card>
  );
}
