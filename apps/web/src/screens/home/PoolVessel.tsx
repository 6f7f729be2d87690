import type { Currency } from '@glasspool/core';
import { Link } from 'react-router-dom';
import { trpc } from '../../api/trpc.ts';
import { formatMoney } from '../../components/money/amounts.ts';
import { PoolInVessel } from '../../components/money/HeldAndOwed.tsx';
import { formatTime } from '../../i18n/format.ts';
import { t } from '../../i18n/language.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

interface PoolVesselProps {
  readonly currency: Currency;
  /** Part of the debt of the pool that is owed to the user. */
  readonly own: bigint;
}

/** The pool that owes the user's balance: what it holds and owes now, and the way to its books. */
export function PoolVessel({ currency, own }: PoolVesselProps) {
  const figures = trpc.transparency.getPoolFigures.useQuery();
  const pool = figures.data?.currencies.find((one) => one.currency === currency);
  return (
    <Card title={t('strip.title')}>
      {figures.isPending && <Skeleton className="h-[250px]" />}
      {figures.isError && figures.data === undefined && (
        <p className="text-text-2">{t('strip.unavailable')}</p>
      )}
      {pool !== undefined && <PoolInVessel figures={pool} />}
      {figures.data !== undefined && (
        <p className="mt-2 text-sm text-text-2">
          {t('strip.yours', { amount: formatMoney(own, currency), time: formatTime(figures.data.now) })}
        </p>
      )}
      <Link
        to={paths.transparency}
        className="mt-1 inline-flex min-h-11 items-center font-medium text-primary underline"
      >
        {t('strip.check')}
      </Link>
    </Card>
  );
}
