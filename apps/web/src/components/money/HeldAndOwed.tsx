import { formatAmount } from '@glasspool/core';
import { type PoolFigures, trpc } from '../../api/trpc.ts';
import { formatTime } from '../../i18n/format.ts';
import { t } from '../../i18n/language.ts';
import { Card } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { LoadError } from '../frame/LoadError.tsx';
import { formatMoney } from './amounts.ts';
import { sumHeld } from './figures.ts';
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
        {figures.data?.currencies.map((one) => (
          <PoolInVessel key={one.currency} figures={one} />
        ))}
      </div>
      <p className="mt-4 min-h-[18px] text-[13px]/[18px] text-text-3">
        {figures.data !== undefined && t('held.asOf', { time: formatTime(figures.data.now) })}
      </p>
    </Card>
  );
}

/** The vessel of one currency, and what it shows in words. */
export function PoolInVessel({ figures }: { figures: PoolFigures['currencies'][number] }) {
  const { currency, owedToUsers } = figures;
  const held = sumHeld(figures);
  return (
    <figure>
      <Vessel currency={currency} held={formatAmount(held)} owed={formatAmount(owedToUsers)} />
      <figcaption className="mt-3 flex flex-wrap justify-between gap-x-6 text-[15px]/6">
        <span className="font-medium text-primary">
          {t('waterline.holds', { amount: formatMoney(held, currency) })}
        </span>
        <span className="font-medium text-liabilities underline decoration-dashed underline-offset-4">
          {t('waterline.owes', { amount: formatMoney(owedToUsers, currency) })}
        </span>
        {held < owedToUsers && (
          <span className="w-full font-medium text-negative">
            {t('waterline.short', { amount: formatMoney(owedToUsers - held, currency) })}
          </span>
        )}
      </figcaption>
    </figure>
  );
}
