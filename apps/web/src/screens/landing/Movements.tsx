import { shortenMiddle } from '@glasspool/core';
import { LoadError } from '../../components/frame/LoadError.tsx';
import { formatDecimal } from '../../components/money/decimal.ts';
import { formatAge } from '../../i18n/format.ts';
import { t } from '../../i18n/language.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import type { Overview, OverviewState } from './overview.ts';

const ROWS_WHILE_LOADING = [1, 2, 3, 4];

/** Newest deposits and withdrawals of everyone. */
export function Movements({ overview: { data, isFailed, reload } }: { overview: OverviewState }) {
  const rows = data?.transactions;
  return (
    <section id="transactions" aria-labelledby="moved-title" className="scroll-mt-28">
      <h2 id="moved-title" className="mb-4 text-[28px]/8 font-semibold tracking-[-0.025em]">
        {t('landing.moved')}
      </h2>
      <div className="rounded-card border border-line bg-surface px-5 py-3 lg:px-6">
        {rows === undefined &&
          !isFailed &&
          ROWS_WHILE_LOADING.map((row) => <Skeleton key={row} className="my-3 h-8" />)}
        {rows === undefined && isFailed && <LoadError textId="public.failed" onRetry={reload} />}
        {rows?.length === 0 && <p className="py-3 text-text-2">{t('history.empty')}</p>}
        {data !== undefined && rows !== undefined && rows.length > 0 && <Table overview={data} />}
      </div>
    </section>
  );
}

/** A table on wide screens. On phones each row folds into two lines, and drops nothing. */
function Table({ overview: { transactions, now } }: { overview: Overview }) {
  return (
    <table className="num w-full text-left text-sm max-sm:block">
      <caption className="sr-only">{t('landing.moved')}</caption>
      <thead className="text-[13px] text-text-3 max-sm:sr-only">
        <tr>
          <th className="py-2.5 pr-4 font-medium">{t('public.when')}</th>
          <th className="py-2.5 pr-4 font-medium">{t('public.what')}</th>
          <th className="py-2.5 pr-4 font-medium">{t('public.to')}</th>
          <th className="py-2.5 pr-4 text-right font-medium">{t('public.amount')}</th>
          <th className="py-2.5 text-right font-medium">{t('public.hash')}</th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line max-sm:block">
        {transactions.map(({ _id, type, amount, currency, txHash, to, timestamp }) => (
          <tr
            key={_id}
            className="max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-x-3 max-sm:py-3"
          >
            <td className="text-text-2 max-sm:row-start-2 sm:py-3 sm:pr-4">{formatAge(now - timestamp)}</td>
            <td className="font-medium max-sm:row-start-1 sm:py-3 sm:pr-4">{t(`public.${type}`)}</td>
            <td className="font-mono text-[13px] text-text-2 max-sm:row-start-3 sm:py-3 sm:pr-4">{to}</td>
            <td
              className="text-right font-medium max-sm:row-start-1 sm:py-3 sm:pr-4"
              title={`${amount} ${currency}`}
            >
              {`${type === 'withdrawal' ? '−' : '+'}${formatDecimal(amount)} ${currency}`}
            </td>
            <td className="text-right font-mono text-[13px] text-text-2 max-sm:row-start-3 sm:py-3">
              {shortenMiddle(txHash ?? '')}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
