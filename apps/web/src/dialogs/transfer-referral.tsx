import { TransferReferralForm } from '@glasspool/api/contracts';
import type { Currency } from '@glasspool/core';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { type CallError, describeCallError } from '../api/errors.ts';
import { notify } from '../api/notify.ts';
import { useRefresh } from '../api/refresh.ts';
import { trpc } from '../api/trpc.ts';
import { CancelButton } from '../components/frame/CancelButton.tsx';
import { AmountInput } from '../components/money/AmountInput.tsx';
import { withTypedAmount } from '../components/money/amount-resolver.ts';
import { formatMoney } from '../components/money/amounts.ts';
import { MoneyForm, type MoneyPress } from '../components/money/MoneyButton.tsx';
import { readMicro, toTyped } from '../components/money/typed-amount.ts';
import { useMoneyRequest } from '../components/money/use-money-request.ts';
import { t, translateSentence } from '../i18n/language.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Select } from '../ui/Select.tsx';
import { type FiguresQuery, InvestmentTerms } from './investment-terms.tsx';
import { useCloseAfterSuccess } from './use-close-after-success.ts';

interface TransferReferralDialogProps {
  readonly currency: Currency;
  readonly available: bigint;
  readonly onClose: () => void;
}

/** Moves referral rewards to where they can be used. */
export function TransferReferralDialog({ currency, available, onClose }: TransferReferralDialogProps) {
  const refresh = useRefresh();
  const figures = trpc.transparency.getPoolFigures.useQuery();
  const transfer = trpc.referrals.transferReferral.useMutation({
    onSuccess: () => {
      notify.success(t('transfer.toast'));
      refresh('rewards.paid');
    },
    onError: (error) => {
      const { code, message } = describeCallError(error, 'transfer.failed');
      // The new terms take the place of those that were read, so that they can be read before the next press.
      if (code === 'TERMS_CHANGED') void figures.refetch();
      notify.error(message);
    },
  });
  const send = useMoneyRequest(transfer.mutate);
  useCloseAfterSuccess(transfer.isSuccess, onClose);
  return (
    <Dialog title={t('transfer.title')} onClose={onClose}>
      {transfer.isSuccess ? (
        <Notice look="positive">{t('transfer.done')}</Notice>
      ) : (
        <TransferForm
          currency={currency}
          available={available}
          failure={transfer.isError ? describeCallError(transfer.error, 'transfer.failed') : undefined}
          isBusy={transfer.isPending}
          figures={figures}
          onCancel={onClose}
          onSubmit={({ amount, destination }, press) => {
            const termsVersion = destination === 'toInvest' ? figures.data?.terms.version : undefined;
            const terms = termsVersion === undefined ? {} : { termsVersion };
            send(press, { amount, destination, currency, ...terms });
          }}
        />
      )}
    </Dialog>
  );
}

interface TransferFormProps {
  readonly currency: Currency;
  readonly available: bigint;
  readonly failure: CallError | undefined;
  readonly isBusy: boolean;
  readonly figures: FiguresQuery;
  readonly onCancel: () => void;
  readonly onSubmit: (values: TransferValues, press: MoneyPress) => void;
}

interface TransferValues {
  readonly amount: string;
  readonly destination: 'toWithdrawable' | 'toInvest';
  readonly currency: Currency;
}

function TransferForm(props: TransferFormProps) {
  const { currency, available, failure, isBusy, figures, onCancel, onSubmit } = props;
  const form = useForm({
    resolver: withTypedAmount(zodResolver(TransferReferralForm)),
    defaultValues: { amount: '', destination: 'toWithdrawable' as const, currency },
  });
  const mistake = form.formState.errors.amount?.message;
  const isInvesting = form.watch('destination') === 'toInvest';
  const isAboutAmount = failure?.field === 'amount';
  const error = mistake === undefined ? undefined : translateSentence(mistake);
  const destinations = (['toWithdrawable', 'toInvest'] as const).map((value) => ({
    value,
    label: t(`transfer.destination.${value}`),
  }));
  return (
    <MoneyForm
      className="space-y-4"
      failure={isAboutAmount ? undefined : failure?.message}
      isBusy={isBusy}
      isDisabled={isInvesting && figures.data === undefined}
      submitText={t('transfer.submit')}
      onMoney={(press) => void form.handleSubmit((values) => onSubmit(values, press))()}
      beside={<CancelButton isBusy={isBusy} onCancel={onCancel} />}
    >
      <p className="text-text-2">{t('transfer.hint')}</p>
      <Select
        label={t('transfer.destination')}
        value={form.watch('destination')}
        choices={destinations}
        disabled={isBusy}
        onChange={(destination) => form.setValue('destination', destination)}
      />
      <AmountInput
        currency={currency}
        typed={form.watch('amount')}
        disabled={isBusy}
        error={error ?? (isAboutAmount ? failure.message : undefined)}
        hint={t('amount.available', { amount: formatMoney(available, currency) })}
        onAll={() => form.setValue('amount', toTyped(available), { shouldValidate: true })}
        {...form.register('amount')}
      />
      {isInvesting && (
        <InvestmentTerms figures={figures} currency={currency} amount={readMicro(form.watch('amount'))} />
      )}
    </MoneyForm>
  );
}
