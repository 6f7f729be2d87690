import dayjs from 'dayjs';
import { type InvestmentView, trpc } from '../api/trpc.ts';
import { Amount } from '../components/Amount.tsx';
import { LoadError } from '../components/LoadError.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

/** The investments that are at work. */
export function ViewInvestmentsDialog({ onClose }: { onClose: () => void }) {
  const investments = trpc.investments.listInvestments.useQuery();
  const active = investments.data?.investments.filter((investment) => investment.status === 'active');
  return (
    <Dialog title="Your Active Investments" onClose={onClose}>
      {investments.isPending && <Skeleton className="h-32" />}
      {investments.isError && (
        <LoadError what="your investments" onRetry={() => void investments.refetch()} />
      )}
      {active?.length === 0 && <p className="text-text-2">No active investments found.</p>}
      <ul className="space-y-3">
        {active?.map((investment) => (
          <InvestmentRow key={investment._id} investment={investment} />
        ))}
      </ul>
    </Dialog>
  );
}

function InvestmentRow({ investment }: { investment: InvestmentView }) {
  const { investedAmount, currency, startedAt, unlocksAt, rewardsPaid } = investment;
  return (
    <li className="flex items-center justify-between gap-4 rounded-control border border-line p-4">
      <div>
        <p className="text-lg font-semibold">
          <Amount micro={investedAmount} currency={currency} />
        </p>
        <p className="text-[13px] text-text-3">Started {dayjs(startedAt).format('D MMM YYYY')}</p>
        <p className="text-[13px] text-text-3">
          Paid so far: <Amount micro={rewardsPaid} currency={currency} />
        </p>
      </div>
      <div className="text-right">
        <Button look="secondary" disabled>
          Locked
        </Button>
        <p className="mt-1 text-[13px] text-text-2">until {dayjs(unlocksAt).format('D MMM YYYY')}</p>
      </div>
    </li>
  );
}
