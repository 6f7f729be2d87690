import { trpc } from '../api/trpc.ts';
import { LoadError } from '../components/frame/LoadError.tsx';
import { Amount } from '../components/money/Amount.tsx';
import { ReserveFundings } from '../components/money/ReserveFundings.tsx';
import { formatPercentOfPpb } from '../components/money/rates.ts';
import { formatDateTime } from '../i18n/format.ts';
import { t } from '../i18n/language.ts';
import { Facts } from '../ui/Facts.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

/** Sources of a reward: its run, the reserve before and after, and the fundings of the reserve until then. */
export function RewardReceipt({ transactionId }: { transactionId: string }) {
  const receipt = trpc.transactions.getRewardReceipt.useQuery({ transactionId });
  if (receipt.data === undefined)
    return receipt.isError ? (
      <LoadError textId="receipt.failed" onRetry={() => void receipt.refetch()} />
    ) : (
      <Skeleton className="h-[27rem]" />
    );
  const { due, run, sources } = receipt.data;
  const getAmount = (micro: bigint) => <Amount micro={micro} currency={run.currency} />;
  return (
    <section aria-label={t('receipt.title')} className="space-y-3">
      <h3 className="font-semibold">{t('receipt.title')}</h3>
      <Facts
        facts={[
          [t('receipt.due'), getAmount(due)],
          [t('runs.time'), formatDateTime(run.runAt)],
          [t('receipt.investments'), run.investments],
          [t('runs.target'), formatPercentOfPpb(run.targetRatePpb)],
          [t('runs.effective'), formatPercentOfPpb(run.effectiveRatePpb)],
          [t('runs.before'), getAmount(run.reserveBefore)],
          [t('receipt.paidToAll'), getAmount(run.paid)],
          [t('runs.referral'), getAmount(run.referralPaid)],
          [t('runs.after'), getAmount(run.reserveAfter)],
        ]}
      />
      <p className="text-sm text-text-2">{t('receipt.sources')}</p>
      <ReserveFundings sources={sources} />
    </section>
  );
}
