import { type Currency, DAY_MS, runwayTenthDays, targetReward } from '@glasspool/core';
import { describeCallError } from '../api/errors.ts';
import { notify } from '../api/notify.ts';
import { type PoolFigures, trpc, type WalletView } from '../api/trpc.ts';
import { Amount } from '../components/Amount.tsx';
import { formatMoney } from '../components/amounts.ts';
import { LoadError } from '../components/LoadError.tsx';
import { formatPercent, formatRunway } from '../components/rates.ts';
import { formatDateTime } from '../i18n/format.ts';
import { t } from '../i18n/language.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Facts } from '../ui/Facts.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useCloseAfterSuccess } from './use-close-after-success.ts';
import { useOnce } from './use-once.ts';

interface InvestDialogProps {
  readonly wallets: readonly WalletView[];
  readonly currency: Currency;
  readonly onClose: () => void;
}

/** Asks before investing, with the terms in full. A failure keeps the dialog open and says why. */
export function InvestDialog({ wallets, currency, onClose }: InvestDialogProps) {
  const utils = trpc.useUtils();
  const figures = trpc.transparency.getPoolFigures.useQuery();
  const version = figures.data?.terms.version;
  const amount = wallets.find((one) => one.currency === currency)?.wallet ?? 0n;
  const invest = trpc.investments.invest.useMutation({
    onSuccess: () => {
      notify.success(t('invest.toast'));
      void utils.invalidate();
    },
    onError: (error) => {
      const { code, message } = describeCallError(error, 'invest.failed');
      // The new terms take the place of those that were read, so that they can be read before the next press.
      if (code === 'TERMS_CHANGED') void figures.refetch();
      notify.error(message);
    },
  });
  const send = useOnce(invest.mutate);
  useCloseAfterSuccess(invest.isSuccess, onClose);
  if (invest.isSuccess) {
    return (
      <Dialog title={t('invest.title')} onClose={onClose}>
        <Notice look="positive">{t('invest.done')}</Notice>
      </Dialog>
    );
  }
  return (
    <Dialog title={t('invest.title')} onClose={onClose}>
      <div className="space-y-4">
        <p>{t('invest.text')}</p>
        {figures.isPending && <Skeleton className="h-[480px]" />}
        {figures.isError && figures.data === undefined && (
          <LoadError textId="invest.termsFailed" onRetry={() => void figures.refetch()} />
        )}
        {figures.data !== undefined && (
          <InvestmentTerms figures={figures.data} currency={currency} amount={amount} />
        )}
        {invest.isError && (
          <Notice look="negative">{describeCallError(invest.error, 'invest.failed').message}</Notice>
        )}
        <div className="grid grid-cols-2 gap-3">
          <Button look="secondary" onClick={onClose} disabled={invest.isPending}>
            {t('dialog.cancel')}
          </Button>
          <Button
            isBusy={invest.isPending}
            disabled={figures.data === undefined}
            onClick={() => send({ currency, ...(version === undefined ? {} : { termsVersion: version }) })}
          >
            {t('invest.proceed')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

interface InvestmentTermsProps {
  readonly figures: PoolFigures;
  readonly currency: Currency;
  readonly amount: bigint;
}

function InvestmentTerms({ figures, currency, amount }: InvestmentTermsProps) {
  const { targetRatePpm, termDays } = figures.terms;
  const pool = figures.currencies.find((one) => one.currency === currency);
  const runway = runwayTenthDays(
    pool?.reserve ?? 0n,
    targetReward((pool?.invested ?? 0n) + amount, targetRatePpm),
  );
  return (
    <Facts
      facts={[
        [t('invest.amount'), <Amount key="amount" micro={amount} currency={currency} />],
        [
          t('invest.rate'),
          t('invest.rateValue', {
            rate: formatPercent(targetRatePpm),
            amount: formatMoney(targetReward(amount, targetRatePpm), currency),
          }),
        ],
        [
          t('invest.source'),
          <span key="reserve">
            <Amount micro={pool?.reserve ?? 0n} currency={currency} />
            <span className="block text-[13px]/[18px] font-normal text-text-3">
              {t('invest.sourceRunway', { runway: formatRunway(runway ?? null) })}
            </span>
          </span>,
        ],
        [t('invest.low'), t('invest.lowValue')],
        [t('invest.term'), t('invest.termValue', { days: termDays })],
        [t('invest.unlocks'), formatDateTime(figures.now + termDays * DAY_MS)],
        [t('invest.before'), t('invest.beforeValue')],
        [t('invest.value'), t('invest.valueValue')],
      ]}
    />
  );
}
