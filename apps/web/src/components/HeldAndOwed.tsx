import { formatAmount } from '@glasspool/core';
import { trpc } from '../api/trpc.ts';
import { formatTime } from '../i18n/format.ts';
import { t } from '../i18n/language.ts';
import { Card } from '../ui/Card.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { formatMoney } from './amounts.ts';
import { sumHeld } from './figures.ts';
import { LoadError } from './LoadError.tsx';
import { Vessel } from './Vessel.tsx';

/** A vessel for each currency at this moment. */
export function HeldAndOwed() {
  const figures = trpc.transparency.getPoolFigures.useQuery();
  return (
    <Card title={t('held.title')}>
      {figures.isError && figures.data === undefined && (
        <LoadError textId="held.failed" onRetry={() => void figures.refetch()} />
      )}
      <div className="grid gap-8 md:grid-cols-2">
        {figures.data === undefined && !figures.isError && (
          <>
            <Skeleton className="aspect-[560/350] w-full" />
            <Skeleton className="aspect-[560/350] w-full" />
          </>
        )}
        {figures.data?.currencies.map((one) => {
          const held = sumHeld(one);
          return (
            <figure key={one.currency}>
              <Vessel
                currency={one.currency}
                held={formatAmount(held)}
                owed={formatAmount(one.owedToUsers)}
              />
              <figcaption className="mt-3 flex flex-wrap justify-between gap-x-6 text-[15px]/6">
                <span className="font-medium text-primary">
                  {t('waterline.holds', { amount: formatMoney(held, one.currency) })}
                </span>
                <span className="font-medium text-liabilities underline decoration-dashed underline-offset-4">
                  {t('waterline.owes', { amount: formatMoney(one.owedToUsers, one.currency) })}
                </span>
                {held < one.owedToUsers && (
                  <span className="w-full font-medium text-negative">
                    {t('waterline.short', { amount: formatMoney(one.owedToUsers - held, one.currency) })}
                  </span>
                )}
              </figcaption>
            </figure>
          );
        })}
      </div>
      <p className="mt-4 min-h-[18px] text-[13px]/[18px] text-text-3">
        {figures.data !== undefined && t('held.asOf', { time: formatTime(figures.dataUpdatedAt) })}
      </p>
    </Card>
  );
}
