import { trpc } from '../../api/trpc.ts';
import { LoadError } from '../../components/frame/LoadError.tsx';
import { ReserveFundings } from '../../components/money/ReserveFundings.tsx';
import { t } from '../../i18n/language.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';

/** Sources of the money for rewards: each of the operator's transfers on chain, and each move into the reserve. */
export function ReserveSources() {
  const sources = trpc.transparency.listReserveSources.useQuery();
  return (
    <section aria-label={t('runs.sources.title')} className="mt-4">
      <h3 className="font-semibold">{t('runs.sources.title')}</h3>
      <p className="mt-1 max-w-[70ch] text-sm text-text-2">{t('runs.sources.text')}</p>
      {sources.isPending && <Skeleton className="mt-3 h-28" />}
      {sources.isError && sources.data === undefined && (
        <LoadError textId="runs.failed" onRetry={() => void sources.refetch()} />
      )}
      {sources.data?.data.map((one) => (
        <ReserveFundings key={one.currency} sources={one} />
      ))}
    </section>
  );
}
