import { type Currency, runwayTenthDays, targetReward } from '@glasspool/core';
import dayjs from 'dayjs';
import { toast } from 'sonner';
import { describeCallError } from '../api/errors.ts';
import { type PoolFigures, trpc, type WalletView } from '../api/trpc.ts';
import { Amount } from '../components/Amount.tsx';
import { formatPercent, formatRunway } from '../components/rates.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Facts } from '../ui/Facts.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useCloseAfterSuccess } from './use-close-after-success.ts';

interface InvestDialogProps {
  readonly wallets: readonly WalletView[];
  readonly currency: Currency;
  readonly onClose: () => void;
}

/** Asks before investing, with the terms in full. A failure keeps the dialog open and says why. */
export function InvestDialog({ wallets, currency, onClose }: InvestDialogProps) {
  const utils = trpc.useUtils();
  const figures = trpc.transparency.getPoolFigures.useQuery();
  const amount = wallets.find((one) => one.currency === currency)?.wallet ?? 0n;
  const invest = trpc.investments.invest.useMutation({
    onSuccess: () => {
      toast.success('Your investment is activated');
      void utils.invalidate();
    },
    onError: (error) => toast.error(describeCallError(error, 'Investment failed. Please try again.').message),
  });
  useCloseAfterSuccess(invest.isSuccess, onClose);
  if (invest.isSuccess) {
    return (
      <Dialog title="Confirm Investment" onClose={onClose}>
        <Notice look="positive">Investment Successful!</Notice>
      </Dialog>
    );
  }
  return (
    <Dialog title="Confirm Investment" onClose={onClose}>
      <div className="space-y-4">
        <p>You are about to invest your deposit amount. Are you sure you want to proceed?</p>
        {figures.data === undefined ? (
          <Skeleton className="h-72" />
        ) : (
          <InvestmentTerms figures={figures.data} currency={currency} amount={amount} />
        )}
        {invest.isError && (
          <Notice look="negative">
            {describeCallError(invest.error, 'Investment failed. Please try again.').message}
          </Notice>
        )}
        <div className="grid grid-cols-2 gap-3">
          <Button look="secondary" onClick={onClose} disabled={invest.isPending}>
            Cancel
          </Button>
          <Button
            isBusy={invest.isPending}
            disabled={figures.data === undefined}
            onClick={() => invest.mutate({ currency })}
          >
            Proceed
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function InvestmentTerms({
  figures,
  currency,
  amount,
}: {
  figures: PoolFigures;
  currency: Currency;
  amount: bigint;
}) {
  const { targetRatePpm, termDays } = figures.terms;
  const pool = figures.currencies.find((one) => one.currency === currency);
  const runway = runwayTenthDays(
    pool?.reserve ?? 0n,
    targetReward((pool?.invested ?? 0n) + amount, targetRatePpm),
  );
  return (
    <Facts
      facts={[
        ['Amount, your whole balance', <Amount key="amount" micro={amount} currency={currency} />],
        [
          'Target rate, not a promise',
          <span key="rate">
            {formatPercent(targetRatePpm)} a day ={' '}
            <Amount micro={targetReward(amount, targetRatePpm)} currency={currency} />
          </span>,
        ],
        [
          'Paid only from the reward reserve',
          <span key="reserve">
            <Amount micro={pool?.reserve ?? 0n} currency={currency} />
            <span className="block text-[13px] font-normal text-text-3">
              {formatRunway(runway ?? null)}, yours included
            </span>
          </span>,
        ],
        ['If the reserve runs low', "everyone's rate shrinks; your principal stays owed to you"],
        ['Term', `${termDays} days`],
        ['Unlocks', dayjs(figures.now).add(termDays, 'day').format('D MMM YYYY, HH:mm')],
        ['Before that', 'cannot be withdrawn'],
        ['Value', 'test tokens, worth nothing'],
      ]}
    />
  );
}
