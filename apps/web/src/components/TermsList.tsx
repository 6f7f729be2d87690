import type { TermsView } from '../api/trpc.ts';
import { formatDateTime } from '../i18n/format.ts';
import { t } from '../i18n/language.ts';
import { Facts } from '../ui/Facts.tsx';
import { formatMoney } from './amounts.ts';
import { formatPercent } from './rates.ts';

/** Versions of the terms, newest first, each with the time from which it holds. */
export function TermsList({ terms }: { terms: readonly TermsView[] }) {
  return (
    <ul className="space-y-4">
      {terms.map((version) => (
        <TermsItem key={version.version} terms={version} />
      ))}
    </ul>
  );
}

function TermsItem({ terms }: { terms: TermsView }) {
  const { version, targetRatePpm, termDays, minimums, publishedAt, startsAt } = terms;
  return (
    <li>
      <h3 className="mb-1.5 font-semibold">{t('terms.version', { version })}</h3>
      <Facts
        facts={[
          [t('terms.rate'), formatPercent(targetRatePpm)],
          [t('terms.term'), t('terms.days', { days: termDays })],
          [
            t('terms.minimum'),
            minimums.map(({ currency, minimum }) => formatMoney(minimum, currency, 0)).join(', '),
          ],
          [t('terms.published'), formatDateTime(publishedAt)],
          [t('terms.starts'), formatDateTime(startsAt)],
        ]}
      />
    </li>
  );
}
