import { DAY_MS } from '@glasspool/core';
import { type InvestmentView, trpc } from '../api/trpc.ts';
import { Amount } from '../components/Amount.tsx';
import { formatMoney } from '../components/amounts.ts';
import { LoadError } from '../components/LoadError.tsx';
import { formatDate } from '../i18n/format.ts';
import { t } from '../i18n/language.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

/** The investments that are at work. */
export function ViewInvestmentsDialog({ onClose }: { onClose: () => void }) {
  const investments = trpc.investments.listInvestments.useQuery();
  const figures = trpc.transparency.getPoolFigures.useQuery();
  const active = investments.data?.investments.filter((investment) => investment.status === 'active');
  return (
    <Dialog title={t('active.title')} onClose={onClose}>
      {investments.isPending && <Skeleton className="h-36" />}
      {investments.isError && active === undefined && (
        <LoadError textId="active.failed" onRetry={() => void investments.refetch()} />
      )}
      {active?.length === 0 && <p className="text-text-2">{t('active.empty')}</p>}
      <ul className="space-y-3">
        {active?.map((investment) => (
          <InvestmentItem key={investment._id} investment={investment} now={figures.data?.now} />
        ))}
      </ul>
    </Dialog>
  );
}

function InvestmentItem({ investment, now }: { investment: InvestmentView; now: number | undefined }) {
  const { investedAmount, currency, startedAt, unlocksAt, rewardsPaid } = investment;
  const termDays = Math.round((unlocksAt - startedAt) / DAY_MS);
  const daysDone = now === undefined ? undefined : Math.min(termDays, Math.floor((now - startedAt) / DAY_MS));
  return (
    <li className="rounded-control border border-line p-4">
      <div className="flex items-start justify-between gap-4">
        <div>
          <p className="text-lg font-semibold">
            <Amount micro={investedAmount} currency={currency} />
          </p>
          <p className="text-[13px]/[18px] text-text-3">
            {t('active.started', { date: formatDate(startedAt) })}
          </p>
          <p className="text-[13px]/[18px] text-text-3">
            {t('active.paid', { amount: formatMoney(rewardsPaid, currency) })}
          </p>
        </div>
        <div className="text-right">
          <Button
            look="secondary"
            disabled
            aria-label={t('active.lockedUntil', { date: formatDate(unlocksAt) })}
          >
            {t('active.locked')}
          </Button>
          <p className="mt-1 text-[13px]/[18px] text-text-2">
            {t('active.until', { date: formatDate(unlocksAt) })}
          </p>
        </div>
      </div>
      {daysDone !== undefined && (
        <div className="mt-3">
          <progress
            className="h-1.5 w-full appearance-none overflow-hidden rounded-full [&::-moz-progress-bar]:bg-primary [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-primary"
            aria-label={t('active.progress', { done: daysDone, days: termDays })}
            value={daysDone}
            max={termDays}
          />
          <p className="text-[13px]/[18px] text-text-2">
            {t('active.progress', { done: daysDone, days: termDays })}
          </p>
        </div>
      )}
    </li>
  );
}
