import { type ReserveSourcesView, trpc } from '../../api/trpc.ts';
import { formatMoney } from '../../components/amounts.ts';
import { LoadError } from '../../components/LoadError.tsx';
import { formatDateTime } from '../../i18n/format.ts';
import { t } from '../../i18n/language.ts';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

/** Where the money for rewards came from: each of the operator's transfers on chain, and each move into the reserve. */
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
        <Sources key={one.currency} sources={one} />
      ))}
    </section>
  );
}

function Sources({ sources }: { sources: ReserveSourcesView }) {
  const { currency, received, funded, receipts, fundings } = sources;
  return (
    <Disclosure
      title={t('runs.sources.sums', {
        received: formatMoney(received, currency),
        funded: formatMoney(funded, currency),
      })}
    >
      <h4 className="text-sm font-medium">{t('runs.sources.receipts')}</h4>
      {receipts.length === 0 && <p className="text-sm">{t('runs.sources.none')}</p>}
      <ul className="divide-y divide-line text-sm">
        {receipts.map(({ txHash, amount, creditedAt }) => (
          <li key={`${txHash}-${amount}`} className="py-2">
            {formatMoney(amount, currency)}, {formatDateTime(creditedAt)}
            <code className="block font-mono text-[13px]/5 break-all">{txHash}</code>
          </li>
        ))}
      </ul>
      <h4 className="mt-3 text-sm font-medium">{t('runs.sources.fundings')}</h4>
      {fundings.length === 0 && <p className="text-sm">{t('runs.sources.none')}</p>}
      <ul className="divide-y divide-line text-sm">
        {fundings.map(({ amount, createdAt }) => (
          <li key={`${createdAt}-${amount}`} className="py-2">
            {formatMoney(amount, currency)}, {formatDateTime(createdAt)}
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
