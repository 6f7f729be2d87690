import { WithdrawOwnFundsInput } from '@glasspool/api/contracts';
import { type Currency, parseAmount } from '@glasspool/core';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { type CallError, describeCallError } from '../api/errors.ts';
import { notify } from '../api/notify.ts';
import { useRefresh } from '../api/refresh.ts';
import { type HotWalletView, trpc } from '../api/trpc.ts';
import { CancelButton } from '../components/frame/CancelButton.tsx';
import { Form } from '../components/frame/Form.tsx';
import { AmountInput } from '../components/money/AmountInput.tsx';
import { withTypedAmount } from '../components/money/amount-resolver.ts';
import { ADMIN_PLACES, formatMoney } from '../components/money/amounts.ts';
import { readMicro, toTyped } from '../components/money/typed-amount.ts';
import { useMoneyRequest } from '../components/money/use-money-request.ts';
import { t, translateSentence } from '../i18n/language.ts';
import { Dialog } from '../ui/Dialog.tsx';
import { Field } from '../ui/Field.tsx';
import { Notice } from '../ui/Notice.tsx';
import { HotWalletFigures, type OwnFundsDraft, OwnFundsReview } from './own-funds-review.tsx';
import { useCloseAfterSuccess } from './use-close-after-success.ts';
import { isShownAtField } from './withdrawal-form.tsx';
import { readPayee } from './withdrawal-rules.ts';

interface OwnFundsWithdrawDialogProps {
  readonly currency: Currency;
  readonly hotWallet: HotWalletView;
  readonly onClose: () => void;
}

/** Withdraws the operator's own funds: address and amount, then a review with the position after it, then the request. */
export function OwnFundsWithdrawDialog({ currency, hotWallet, onClose }: OwnFundsWithdrawDialogProps) {
  const refresh = useRefresh();
  const backed = hotWallet.balances.find((one) => one.currency === currency)?.backedOwnFunds ?? 0n;
  // Below zero where users owe more than the operator has.
  const available = backed > 0n ? backed : 0n;
  const [draft, setDraft] = useState<OwnFundsDraft>();
  const [isReviewing, setReviewing] = useState(false);
  const withdraw = trpc.hotWallet.withdrawOwnFunds.useMutation({
    onSuccess: ({ state }) => {
      notify.success(t(state === 'reviewing' ? 'admin.withdraw.needsSecond' : 'withdraw.toast'));
      refresh('hotWallet.changed');
    },
    onError: (error) => {
      // Without an answer, and after a wrong code, the review stays, where the same request can be sent again.
      if (isShownAtField(describeCallError(error, 'withdraw.failed'))) setReviewing(false);
    },
  });
  const send = useMoneyRequest(withdraw.mutate);
  useCloseAfterSuccess(withdraw.isSuccess, onClose);
  const failure = withdraw.isError ? describeCallError(withdraw.error, 'withdraw.failed') : undefined;
  return (
    <Dialog title={t('admin.withdraw.title', { currency })} onClose={onClose}>
      {withdraw.isSuccess && (
        <Notice look="positive">
          {t(withdraw.data.state === 'reviewing' ? 'admin.withdraw.needsSecond' : 'admin.withdraw.done')}
        </Notice>
      )}
      {!withdraw.isSuccess && (draft === undefined || !isReviewing) && (
        <OwnFundsForm
          currency={currency}
          available={available}
          draft={draft}
          failure={failure}
          onCancel={onClose}
          onReview={(next) => {
            withdraw.reset();
            setDraft(next);
            setReviewing(true);
          }}
        />
      )}
      {!withdraw.isSuccess && draft !== undefined && isReviewing && (
        <OwnFundsReview
          currency={currency}
          draft={draft}
          failure={failure}
          isBusy={withdraw.isPending}
          onBack={() => setReviewing(false)}
          onSubmit={(totp, press) => send(press, { ...draft, currency, totp })}
        />
      )}
    </Dialog>
  );
}

interface OwnFundsFormProps {
  readonly currency: Currency;
  readonly available: bigint;
  readonly draft: OwnFundsDraft | undefined;
  /** Refusal of the server, shown at the field that it is about. */
  readonly failure: CallError | undefined;
  readonly onCancel: () => void;
  readonly onReview: (draft: OwnFundsDraft) => void;
}

function OwnFundsForm({ currency, available, draft, failure, onCancel, onReview }: OwnFundsFormProps) {
  const form = useForm({
    resolver: withTypedAmount(zodResolver(WithdrawOwnFundsInput)),
    defaultValues: {
      address: draft?.address ?? '',
      amount: draft === undefined ? '' : toTyped(parseAmount(draft.amount)),
      currency,
    },
  });
  const { errors } = form.formState;
  const errorAt = (name: 'address' | 'amount'): string | undefined =>
    (errors[name]?.message && translateSentence(errors[name].message)) ??
    (failure?.field === name ? failure.message : undefined);
  const submit = form.handleSubmit(({ address, amount }) =>
    onReview({ address: readPayee(address, currency), amount }),
  );
  // The specification has one sentence for every field that is left out.
  const isEmpty = form.formState.isSubmitted && form.watch('address').trim() === '';
  return (
    <Form
      className="space-y-4"
      failure={isShownAtField(failure) ? undefined : failure?.message}
      isBusy={false}
      submitText={t('withdraw.review')}
      onSubmit={() => void submit()}
      beside={<CancelButton isBusy={false} onCancel={onCancel} />}
    >
      <Field
        label={t('admin.withdraw.address')}
        placeholder={t(`withdraw.placeholder.${currency}`)}
        autoComplete="off"
        spellCheck={false}
        error={isEmpty ? t('form.fillAll') : errorAt('address')}
        {...form.register('address')}
      />
      <AmountInput
        currency={currency}
        typed={form.watch('amount')}
        error={errorAt('amount')}
        hint={t('admin.withdraw.available', { amount: formatMoney(available, currency, ADMIN_PLACES) })}
        onAll={() => form.setValue('amount', toTyped(available))}
        {...form.register('amount')}
      />
      <HotWalletFigures currency={currency} micro={readMicro(form.watch('amount'))} />
    </Form>
  );
}
