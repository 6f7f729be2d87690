import { trpc, type WalletView } from '../../api/trpc.ts';
import { Countdown } from '../../components/Countdown.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { BalanceRow } from './BalanceRow.tsx';

/** What is invested, and when the soonest reward of each currency falls due. */
export function InvestmentsCard({ wallets, onView }: { wallets: readonly WalletView[]; onView: () => void }) {
  const investments = trpc.investments.listInvestments.useQuery();
  const figures = trpc.transparency.getPoolFigures.useQuery();
  return (
    <Card title="Investment Balances">
      <div className="mb-4 divide-y divide-line">
        {wallets.map((one) => {
          const payouts = (investments.data?.investments ?? [])
            .filter((investment) => investment.currency === one.currency)
            .flatMap((investment) => investment.nextPayout ?? []);
          return (
            <BalanceRow
              key={one.currency}
              currency={one.currency}
              micro={one.invested}
              label={`invested-${one.currency}`}
            >
              {payouts.length > 0 && figures.data !== undefined && (
                <p className="text-[13px] text-text-2">
                  Next payout{' '}
                  <Countdown
                    until={Math.min(...payouts)}
                    serverNow={figures.data.now}
                    asOf={figures.dataUpdatedAt}
                  />
                </p>
              )}
            </BalanceRow>
          );
        })}
      </div>
      <Button look="secondary" className="w-full" onClick={onView}>
        View Investments
      </Button>
    </Card>
  );
}
