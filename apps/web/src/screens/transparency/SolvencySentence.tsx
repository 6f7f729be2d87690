import { trpc } from '../../api/trpc.ts';
import { formatMoney } from '../../components/money/amounts.ts';
import { sumHeld } from '../../components/money/figures.ts';
import { ReserveNotices } from '../../components/money/ReserveNotices.tsx';
import { t } from '../../i18n/language.ts';
import { classNames } from '../../ui/class-names.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

/** For each currency in one sentence: what is held, what is owed, and whether everyone could be paid now. */
export function SolvencySentence() {
  const figures = trpc.transparency.getPoolFigures.useQuery();
  const heldAndOwed = (figures.data?.currencies ?? []).map((one) => ({
    currency: one.currency,
    held: sumHeld(one),
    owed: one.owedToUsers,
  }));
  if (figures.data === undefined && !figures.isError) return <Skeleton className="h-[116px] lg:h-[68px]" />;
  return (
    <div className="min-h-[116px] space-y-1 text-base/7 lg:min-h-[68px] lg:text-lg/8">
      {figures.data === undefined && <p className="text-text-2">{t('strip.unavailable')}</p>}
      {figures.data?.currencies.map(({ currency, missing }) =>
        missing > 0n ? (
          <Notice key={currency} look="negative">
            {t('transparency.missing', { missing: formatMoney(missing, currency) })}
          </Notice>
        ) : null,
      )}
      <ReserveNotices />
      {heldAndOwed.map(({ currency, held, owed }) => (
        <p key={currency} className={classNames(held < owed && 'font-semibold text-negative')}>
          {t(held < owed ? 'transparency.short' : 'transparency.covered', {
            held: formatMoney(held, currency),
            owed: formatMoney(owed, currency),
            missing: formatMoney(held < owed ? owed - held : 0n, currency),
          })}
        </p>
      ))}
    </div>
  );
}
