import type { ReserveSourcesView } from '../../api/trpc.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { t } from '../../i18n/language.ts';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { formatMoney } from './amounts.ts';

/** Fundings of the reserve of one currency: the operator's transfers on chain, and the moves into the reserve. */
export function ReserveFundings({ sources }: { sources: ReserveSourcesView }) {
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
            <span>{`${formatMoney(amount, currency)}, ${formatDateTime(creditedAt)}`}</span>
            <code className="block font-mono text-[13px]/5 break-all">{txHash}</code>
          </li>
        ))}
      </ul>
      <h4 className="mt-3 text-sm font-medium">{t('runs.sources.fundings')}</h4>
      {fundings.length === 0 && <p className="text-sm">{t('runs.sources.none')}</p>}
      <ul className="divide-y divide-line text-sm">
        {fundings.map(({ amount, createdAt }) => (
          <li key={`${createdAt}-${amount}`} className="py-2">
            {`${formatMoney(amount, currency)}, ${formatDateTime(createdAt)}`}
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
