import { DAY_MS } from '@glasspool/core';
import { useState } from 'react';
import { type InvestmentView, trpc } from '../api/trpc.ts';
import { LoadError } from '../components/frame/LoadError.tsx';
import { Amount } from '../components/money/Amount.tsx';
import { formatMoney } from '../components/money/amounts.ts';
import { formatDate } from '../i18n/format.ts';
import { t } from '../i18n/language.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Segments } from '../ui/Segments.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

/** The user's investments: those that are locked, and those whose term is over. */
export function ViewInvestmentsDialog({ onClose }: { onClose: () => void }) {
  const investments = trpc.investments.listInvestments.useQuery();
  const figures = trpc.transparency.getPoolFigures.useQuery();
  const [shown, setShown] = useState<InvestmentView['status']>('active');
  const all = investments.data?.investments;
  const listed = all?.filter(({ status }) => status === shown);
  const count = (status: InvestmentView['status']): number =>
    all?.filter((investment) => investment.status === status).length ?? 0;
  return (
    <Dialog title={t('active.title')} onClose={onClose}>
      {investments.isPending && <Skeleton className="h-36" />}
      {investments.isError && all === undefined && (
        <LoadError textId="active.failed" onRetry={() => void investments.refetch()} />
      )}
      {all !== undefined && (
        <div className="mb-4">
          <Segments
            label={t('active.which')}
            value={shown}
            choices={[
              { value: 'active', label: t('active.active', { count: count('active') }) },
              { value: 'matured', label: t('active.past', { count: count('matured') }) },
            ]}
            onChange={setShown}
          />
        </div>
      )}
      {listed?.length === 0 && (
        <p className="text-text-2">{t(shown === 'active' ? 'active.empty' : 'active.noPast')}</p>
      )}
      <ul className="space-y-3">
        {listed?.map((investment) =>
          shown === 'active' ? (
            <InvestmentItem key={investment._id} investment={investment} now={figures.data?.now} />
          ) : (
            <PastItem key={investment._id} investment={investment} />
          ),
        )}
      </ul>
    </Dialog>
  );
}

function PastItem({ investment }: { investment: InvestmentView }) {
  const { investedAmount, currency, startedAt, unlocksAt, rewardsPaid } = investment;
  return (
    <li className="rounded-control border border-line p-4">
      <p className="text-lg font-semibold">
        <Amount micro={investedAmount} currency={currency} />
      </p>
      <p className="text-[13px]/[18px] text-text-2">
        {t('active.term', { from: formatDate(startedAt), to: formatDate(unlocksAt) })}
      </p>
      <p className="text-[13px]/[18px] text-text-2">
        {t('active.paidInAll', { amount: formatMoney(rewardsPaid, currency) })}
      </p>
    </li>
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
