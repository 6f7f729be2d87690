import { trpc, type WalletView } from '../../api/trpc.ts';
import { Countdown } from '../../components/Countdown.tsx';
import { formatDateTime } from '../../i18n/format.ts';
import { t } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { BalanceRow } from './BalanceRow.tsx';

interface InvestmentsCardProps {
  readonly wallets: readonly WalletView[];
  readonly onPrefetch: () => void;
  readonly onView: () => void;
}

/** What is invested, and when the soonest reward of each currency falls due. */
export function InvestmentsCard({ wallets, onPrefetch, onView }: InvestmentsCardProps) {
  const investments = trpc.investments.listInvestments.useQuery();
  const figures = trpc.transparency.getPoolFigures.useQuery();
  return (
    <Card title={t('investments.title')}>
      <div className="mb-4 divide-y divide-line">
        {wallets.map((one) => {
          const payouts = (investments.data?.investments ?? [])
            .filter((investment) => investment.currency === one.currency)
            .flatMap((investment) => investment.nextPayout ?? []);
          const soonest = Math.min(...payouts);
          return (
            <BalanceRow
              key={one.currency}
              currency={one.currency}
              micro={one.invested}
              label={`invested-${one.currency}`}
            >
              {payouts.length > 0 && figures.data !== undefined && (
                <p className="text-[13px]/[18px] text-text-2" title={formatDateTime(soonest)}>
                  {t('investments.nextPayout')}{' '}
                  <Countdown until={soonest} serverNow={figures.data.now} asOf={figures.dataUpdatedAt} />
                </p>
              )}
            </BalanceRow>
          );
        })}
      </div>
      <Button
        look="secondary"
        className="w-full"
        onClick={onView}
        onPointerEnter={onPrefetch}
        onFocus={onPrefetch}
      >
        {t('investments.view')}
      </Button>
    </Card>
  );
}
