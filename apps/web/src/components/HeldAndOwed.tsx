import { trpc } from '../api/trpc.ts';
import { formatTime } from '../i18n/format.ts';
import { t } from '../i18n/language.ts';
import { Card } from '../ui/Card.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { sumHeld } from './figures.ts';
import { LoadError } from './LoadError.tsx';
import { Waterline } from './Waterline.tsx';

/** The waterline of each currency at this moment. */
export function HeldAndOwed() {
  const figures = trpc.transparency.getPoolFigures.useQuery();
  return (
    <Card title={t('held.title')}>
      {figures.data === undefined && !figures.isError && (
        <div className="space-y-6">
          <Skeleton className="aspect-[320/174] w-full" />
          <Skeleton className="aspect-[320/174] w-full" />
        </div>
      )}
      {figures.isError && figures.data === undefined && (
        <LoadError textId="held.failed" onRetry={() => void figures.refetch()} />
      )}
      <div className="space-y-6">
        {figures.data?.currencies.map((one) => (
          <Waterline key={one.currency} held={sumHeld(one)} owed={one.owedToUsers} currency={one.currency} />
        ))}
      </div>
      <p className="mt-4 min-h-[18px] text-[13px]/[18px] text-text-3">
        {figures.data !== undefined && t('held.asOf', { time: formatTime(figures.dataUpdatedAt) })}
      </p>
    </Card>
  );
}
