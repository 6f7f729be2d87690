import { formatChainAmount, type LedgerCurrency } from '@glasspool/core';
import { useState } from 'react';
import { describeCallError } from '../../api/errors.ts';
import { notify } from '../../api/notify.ts';
import { notifyIfLost } from '../../api/notify-if-lost.ts';
import { type BookCorrectionView, trpc } from '../../api/trpc.ts';
import { StepUp } from '../../components/account/StepUp.tsx';
import { useStepUp } from '../../components/account/use-step-up.ts';
import { MoneyButton, MoneyForm, MoneyRow } from '../../components/money/MoneyButton.tsx';
import { useMoneyRequest } from '../../components/money/use-money-request.ts';
import { t } from '../../i18n/language.ts';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';

interface BookCorrectionProps {
  readonly currency: LedgerCurrency;
  /** Set while nothing explains the difference. */
  readonly differs: boolean;
}

/** Booking of a difference that stays: one admin proposes it with a reason, a second one books or rejects it. */
export function BookCorrection({ currency, differs }: BookCorrectionProps) {
  const open = trpc.books.listOpenCorrections.useQuery();
  const correction = open.data?.find((one) => one.currency === currency);
  if (correction !== undefined) return <Decision correction={correction} />;
  return differs && open.isSuccess && <Proposal currency={currency} />;
}

function Proposal({ currency }: Pick<BookCorrectionProps, 'currency'>) {
  const utils = trpc.useUtils();
  const [reason, setReason] = useState('');
  const propose = trpc.books.proposeCorrection.useMutation({
    onError: notifyIfLost,
    onSuccess: () => {
      notify.success(t('admin.correction.proposed'));
      void utils.books.invalidate();
    },
  });
  const send = useMoneyRequest(propose.mutate);
  return (
    <MoneyForm
      className="mt-4 space-y-3"
      failure={undefined}
      isBusy={propose.isPending}
      look="secondary"
      submitText={t('admin.correction.propose')}
      onMoney={(press) => send(press, { currency, reason })}
    >
      <p className="text-sm text-text-2">{t('admin.correction.text')}</p>
      <Field
        label={t('admin.correction.reason')}
        value={reason}
        autoComplete="off"
        error={propose.isError ? describeCallError(propose.error, 'call.failed').message : undefined}
        onChange={(event) => setReason(event.target.value)}
      />
    </MoneyForm>
  );
}

function Decision({ correction }: { correction: BookCorrectionView }) {
  const { id, currency, units, reason, proposedBy, isOwn } = correction;
  const utils = trpc.useUtils();
  const decide = trpc.books.decideCorrection.useMutation({
    onError: notifyIfLost,
    onSuccess: () => {
      notify.success(t('admin.actionDone'));
      void utils.books.invalidate();
      void utils.notices.invalidate();
    },
  });
  const send = useMoneyRequest(decide.mutate);
  const failure = decide.isError ? describeCallError(decide.error, 'call.failed') : undefined;
  const stepUp = useStepUp({ failure, isBusy: decide.isPending });
  const amount = `${formatChainAmount(currency, units)} ${currency}`;
  if (stepUp.isAsked)
    return (
      <StepUp
        codeError={stepUp.codeError}
        text={t('admin.correction.confirm', { amount })}
        isBusy={decide.isPending}
        submit={t('admin.correction.book')}
        onCode={(totp, press) => send(press, { id, decision: 'book', totp })}
        onCancel={() => decide.reset()}
      />
    );
  return (
    <div className="mt-4 space-y-3">
      <Notice look="warning">{t('admin.correction.open', { email: proposedBy, amount, reason })}</Notice>
      {failure !== undefined && <Notice look="negative">{failure.message}</Notice>}
      <MoneyRow
        beside={
          !isOwn && (
            <MoneyButton
              isBusy={decide.isPending}
              text={t('admin.correction.book')}
              onPress={(press) => send(press, { id, decision: 'book' })}
            />
          )
        }
      >
        <MoneyButton
          look="secondary"
          isBusy={decide.isPending}
          text={t('admin.correction.reject')}
          onPress={(press) => send(press, { id, decision: 'reject' })}
        />
      </MoneyRow>
    </div>
  );
}
