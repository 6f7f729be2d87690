import { type Currency, parseAmount } from '@glasspool/core';
import { describeCallError } from '../api/errors.ts';
import { notify } from '../api/notify.ts';
import { trpc, type WalletView } from '../api/trpc.ts';
import { FormDialog } from '../components/frame/FormDialog.tsx';
import type { MoneyPress } from '../components/money/MoneyButton.tsx';
import { readMicro } from '../components/money/typed-amount.ts';
import { useMoneyRequest } from '../components/money/use-money-request.ts';
import { t } from '../i18n/language.ts';
import { AmountField, useAmountField } from './amount-field.tsx';
import { InvestmentTerms } from './investment-terms.tsx';
import { useCloseAfterSuccess } from './use-close-after-success.ts';

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
  const send = useMoneyRequest(invest.mutate);
  useCloseAfterSuccess(invest.isSuccess, onClose);
  const submit = (press: MoneyPress): void => {
    const amount = field.read();
    if (amount === undefined) return;
    // The whole balance is asked for without an amount, as the specification has it.
    const part = parseAmount(amount) === available ? {} : { amount };
    const terms = version === undefined ? {} : { termsVersion: version };
    send(press, { currency, from: source, ...part, ...terms });
  };
  return (
    <FormDialog
      title={t('invest.title')}
      done={invest.isSuccess ? t('invest.done') : undefined}
      failure={invest.isError ? describeCallError(invest.error, 'invest.failed').message : undefined}
      isBusy={invest.isPending}
      isDisabled={figures.data === undefined}
      submitText={t('invest.proceed')}
      onMoney={submit}
      onClose={onClose}
    >
      <p>{t(source === 'wallet' ? 'invest.text' : 'invest.textAgain')}</p>
      <AmountField state={field} currency={currency} available={available} />
      <InvestmentTerms figures={figures} currency={currency} amount={readMicro(field.text)} />
    </FormDialog>
  );
}
