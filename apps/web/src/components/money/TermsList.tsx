import type { TermsView } from '../../api/trpc.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { t } from '../../i18n/language.ts';
import { Facts } from '../../ui/Facts.tsx';
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
  const { version, publishedAt, startsAt } = terms;
  return (
    <li>
      <h3 className="mb-1.5 font-semibold">{t('terms.version', { version })}</h3>
      <Facts
        facts={[
          ...describeTerms(terms),
          [t('terms.published'), formatDateTime(publishedAt)],
          [t('terms.starts'), formatDateTime(startsAt)],
        ]}
      />
    </li>
  );
}

type TermsValues = Omit<TermsView, 'version' | 'publishedAt' | 'startsAt'>;

/** Values of terms, published or not, as rows. */
export function describeTerms(terms: TermsValues): [label: string, value: string][] {
  const { targetRatePpm, termDays, minimums, referralRatesPpm, referralCapPpm } = terms;
  const amounts = (name: 'minimum' | 'withdrawalMinimum' | 'withdrawalFee'): string =>
    minimums.map((one) => formatMoney(one[name], one.currency, 1)).join(', ');
  return [
    [t('terms.rate'), formatPercent(targetRatePpm)],
    [t('terms.term'), t('terms.days', { days: termDays })],
    [t('terms.minimum'), amounts('minimum')],
    [t('terms.withdrawalMinimum'), amounts('withdrawalMinimum')],
    [t('terms.withdrawalFee'), amounts('withdrawalFee')],
    [
      t('terms.referral'),
      t('terms.referralValue', {
        rates: referralRatesPpm.map(formatPercent).join(', '),
        cap: formatPercent(referralCapPpm),
      }),
    ],
  ];
}
