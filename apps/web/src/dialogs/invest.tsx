import {
  type Currency,
  DAY_MS,
  parseAmount,
  reserveLevel,
  runwayTenthDays,
  targetReward,
} from '@glasspool/core';
import { describeCallError } from '../api/errors.ts';
import { notify } from '../api/notify.ts';
import { type PoolFigures, trpc, type WalletView } from '../api/trpc.ts';
import { Amount } from '../components/Amount.tsx';
import { formatMoney } from '../components/amounts.ts';
import { FormDialog } from '../components/FormDialog.tsx';
import { LoadError } from '../components/LoadError.tsx';
import { formatPercent, formatRunway, formatTenths } from '../components/rates.ts';
import { describeLastRun, findReserve } from '../components/reserves.ts';
import { readMicro } from '../components/typed-amount.ts';
import { formatDateTime } from '../i18n/format.ts';
import { t } from '../i18n/language.ts';
import { Facts } from '../ui/Facts.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { AmountField, useAmountField } from './amount-field.tsx';
import { useCloseAfterSuccess } from './use-close-after-success.ts';
import { useOnce } from './use-once.ts';

/** A runway counts in tenths of a day. */
const TENTHS = 10;

interface InvestDialogProps {
  readonly wallets: readonly WalletView[];
  readonly currency: Currency;
  /** Deposits in the wallet when left out, or what is withdrawable: unlocked principal and rewards. */
  readonly source?: 'wallet' | 'withdrawable';
  readonly onClose: () => void;
}

/** Asks for the amount and shows the terms in full before investing. A failure keeps the dialog open and says why. */
export function InvestDialog({ wallets, currency, source = 'wallet', onClose }: InvestDialogProps) {
  const utils = trpc.useUtils();
  const figures = trpc.transparency.getPoolFigures.useQuery();
  const version = figures.data?.terms.version;
  const available = wallets.find((one) => one.currency === currency)?.[source] ?? 0n;
  const field = useAmountField(available);
  const invest = trpc.investments.invest.useMutation({
    onSuccess: () => {
      notify.success(t('invest.toast'));
      void utils.wallets.invalidate();
      void utils.investments.invalidate();
      void utils.transactions.invalidate();
      void utils.transparency.invalidate();
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
  const submit = (): void => {
    const amount = field.read();
    if (amount === undefined) return;
    // The whole balance is asked for without an amount, as the specification has it.
    const part = parseAmount(amount) === available ? {} : { amount };
    send({ currency, from: source, ...part, ...(version === undefined ? {} : { termsVersion: version }) });
  };
  return (
    <FormDialog
      title={t('invest.title')}
      done={invest.isSuccess ? t('invest.done') : undefined}
      failure={invest.isError ? describeCallError(invest.error, 'invest.failed').message : undefined}
      isBusy={invest.isPending}
      isDisabled={figures.data === undefined}
      submitText={t('invest.proceed')}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{t(source === 'wallet' ? 'invest.text' : 'invest.textAgain')}</p>
      <AmountField state={field} currency={currency} available={available} />
      {figures.isPending && <Skeleton className="h-[480px]" />}
      {figures.isError && figures.data === undefined && (
        <LoadError textId="invest.termsFailed" onRetry={() => void figures.refetch()} />
      )}
      {figures.data !== undefined && (
        <InvestmentTerms figures={figures.data} currency={currency} amount={readMicro(field.text)} />
      )}
    </FormDialog>
  );
}

interface InvestmentTermsProps {
  readonly figures: PoolFigures;
  readonly currency: Currency;
  readonly amount: bigint;
}

function InvestmentTerms({ figures, currency, amount }: InvestmentTermsProps) {
  const { version, targetRatePpm, termDays } = figures.terms;
  // Investments of a version are rewarded from their version's reserve only.
  const inCurrency = figures.currencies.find((one) => one.currency === currency);
  const own = inCurrency && findReserve(inCurrency, version);
  const reserve = own?.reserve ?? 0n;
  const runway = runwayTenthDays(reserve, targetReward((own?.principal ?? 0n) + amount, targetRatePpm));
  const isTooShort = runway !== undefined && runway < termDays * TENTHS;
  return (
    <>
      {isTooShort && <ShortReserve currency={currency} runway={runway} term={termDays} />}
      <Facts
        facts={[
          [t('invest.amount'), <Amount key="amount" micro={amount} currency={currency} />],
          [
            t('invest.rate'),
            <span key="rate">
              {t('invest.rateValue', {
                rate: formatPercent(targetRatePpm),
                amount: formatMoney(targetReward(amount, targetRatePpm), currency),
              })}
              <span className="block">{describeLastRun(own)}</span>
            </span>,
          ],
          [
            t('invest.source'),
            <span key="reserve">
              <Amount micro={reserve} currency={currency} />
              <span className="block">
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
    </>
  );
}

/** Bad news before the terms: the reserve does not pay the target for the whole term. `runway` in tenths of a day. */
function ShortReserve({ currency, runway, term }: { currency: Currency; runway: number; term: number }) {
  const isEmpty = reserveLevel(runway) === 'empty';
  return (
    <Notice look={isEmpty ? 'negative' : 'warning'}>
      <strong className="block font-semibold">
        {isEmpty
          ? t('invest.reserveEmpty', { currency })
          : t('invest.short', { currency, days: formatTenths(runway), term })}
      </strong>
      {t(isEmpty ? 'invest.locked' : 'invest.shortMeans')}
    </Notice>
  );
}
