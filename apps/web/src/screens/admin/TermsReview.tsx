import { isLargeRateChange, runwayTenthDays, targetReward } from '@glasspool/core';
import { type TermsView, trpc } from '../../api/trpc.ts';
import { useHasTwoFactor } from '../../components/account/PasskeyButton.tsx';
import { type Column, DataTable } from '../../components/frame/DataTable.tsx';
import { ADMIN_PLACES, formatMoney } from '../../components/money/amounts.ts';
import { ConfirmStep, type ConfirmStepProps } from '../../components/money/ConfirmStep.tsx';
import { formatPercent, formatRunwayShort } from '../../components/money/rates.ts';
import { describeTerms } from '../../components/money/TermsList.tsx';
import { formatDateTime } from '../../i18n/format.ts';
import { t } from '../../i18n/language.ts';
import { classNames } from '../../ui/class-names.ts';
import { Facts } from '../../ui/Facts.tsx';
import { Notice } from '../../ui/Notice.tsx';

const DAYS_PER_YEAR = 365;

type TermsValues = Omit<TermsView, 'version' | 'publishedAt' | 'startsAt'>;

interface TermsReviewProps extends Omit<ConfirmStepProps, 'needsCode'> {
  readonly before: TermsView;
  /** Rates of the version in force and of those to come: a rate far from one of them needs another admin. */
  readonly knownRatesPpm: readonly number[];
  readonly after: TermsValues;
  readonly startsAt: number;
}

/** Old and new terms side by side, changes marked, their cost at today's principal, and the last step. */
export function TermsReview(props: TermsReviewProps) {
  const needsCode = useHasTwoFactor();
  const { before, knownRatesPpm, after, startsAt, ...confirm } = props;
  const old = describeTerms(before);
  const isLarge = isLargeRateChange(knownRatesPpm, after.targetRatePpm);
  return (
    <div className="space-y-4">
      <DataTable
        caption={t('admin.terms.changes')}
        columns={columns(before.version)}
        rows={[
          ...describeTerms(after).map(([label, value], index) => ({
            label,
            value,
            old: old[index]?.[1] ?? '',
          })),
          {
            label: t('admin.terms.perYear'),
            old: formatPercent(before.targetRatePpm * DAYS_PER_YEAR),
            value: formatPercent(after.targetRatePpm * DAYS_PER_YEAR),
          },
        ]}
        toKey={(row) => row.label}
        isStale={false}
      />
      <p className="text-sm text-text-2">{t('admin.terms.from', { time: formatDateTime(startsAt) })}</p>
      {isLarge && <Notice look="warning">{t('admin.terms.large')}</Notice>}
      <DailyCost before={before.targetRatePpm} after={after.targetRatePpm} />
      <ConfirmStep {...confirm} needsCode={needsCode} />
    </div>
  );
}

/** Rewards of a day at today's principal by the old and the new target, and how long the reserve would last at each. */
function DailyCost({ before, after }: { before: number; after: number }) {
  const figures = trpc.transparency.getPoolFigures.useQuery();
  return figures.data?.currencies.map(({ currency, invested, rewardReserve }) => {
    const cost = (ratePpm: number): string =>
      formatMoney(targetReward(invested, ratePpm), currency, ADMIN_PLACES);
    const lasts = (ratePpm: number): string =>
      formatRunwayShort(runwayTenthDays(rewardReserve, targetReward(invested, ratePpm)) ?? null);
    return (
      <Facts
        key={currency}
        facts={[
          [
            t('admin.terms.dailyCost', { currency }),
            t('admin.change', { before: cost(before), after: cost(after) }),
          ],
          [
            t('admin.terms.runway', { currency }),
            t('admin.change', { before: lasts(before), after: lasts(after) }),
          ],
        ]}
      />
    );
  });
}

interface Row {
  readonly label: string;
  readonly old: string;
  readonly value: string;
}

function columns(version: number): Column<Row>[] {
  return [
    { id: 'label', title: t('admin.terms.value'), cell: (row) => row.label },
    { id: 'old', title: t('terms.version', { version }), cell: (row) => row.old },
    {
      id: 'new',
      title: t('admin.terms.new'),
      cell: (row) => (
        <span className={classNames(row.value !== row.old && 'font-semibold text-warning')}>{row.value}</span>
      ),
    },
  ];
}
