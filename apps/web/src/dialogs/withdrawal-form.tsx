import { formatAmount } from '@glasspool/core';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import type { CallError } from '../api/errors.ts';
import { formatMoney, readMicro } from '../components/amounts.ts';
import { t } from '../i18n/language.ts';
import { Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { Notice } from '../ui/Notice.tsx';
import { type WithdrawalDraft, type WithdrawalLimits, withdrawalRules } from './withdrawal-rules.ts';

interface WithdrawalFormProps {
  readonly limits: WithdrawalLimits;
  readonly draft: WithdrawalDraft | undefined;
  /** What the server refused, shown at the field that it is about. */
  readonly failure: CallError | undefined;
  readonly onCancel: () => void;
  readonly onReview: (draft: WithdrawalDraft) => void;
}

/** Where to and how much. */
export function WithdrawalForm({ limits, draft, failure, onCancel, onReview }: WithdrawalFormProps) {
  const { currency, available, fee } = limits;
  const form = useForm({
    resolver: zodResolver(withdrawalRules(limits)),
    defaultValues: draft ?? { address: '', amount: '' },
    mode: 'onTouched',
  });
  const { errors } = form.formState;
  const field = failure === undefined ? undefined : fieldOf(failure.code);
  const errorAt = (name: 'address' | 'amount'): string | undefined =>
    errors[name]?.message ?? (field === name ? failure?.message : undefined);
  const most = available > fee ? available - fee : 0n;
  return (
    <form noValidate className="space-y-4" onSubmit={(event) => void form.handleSubmit(onReview)(event)}>
      <Field
        label={t('withdraw.address')}
        placeholder={t(`withdraw.placeholder.${currency}`)}
        error={errorAt('address')}
        autoComplete="off"
        spellCheck={false}
        hint={t('withdraw.addressHint', { currency })}
        {...form.register('address')}
      />
      <Field
        label={t('withdraw.amount', { currency })}
        inputMode="decimal"
        error={errorAt('amount')}
        autoComplete="off"
        end={
          <Button
            look="quiet"
            className="min-h-11 px-3 text-sm"
            onClick={() =>
              form.setValue('amount', formatAmount(most), { shouldValidate: true, shouldTouch: true })
            }
          >
            {t('withdraw.all')}
          </Button>
        }
        {...form.register('amount')}
      />
      <p className="text-sm text-text-2">
        {t('withdraw.available', {
          available: formatMoney(available, currency),
          fee: formatMoney(fee, currency),
        })}{' '}
        {t('withdraw.receive', { amount: formatMoney(readMicro(form.watch('amount')), currency) })}
      </p>
      {failure !== undefined && field === undefined && <Notice look="negative">{failure.message}</Notice>}
      <div className="grid grid-cols-2 gap-3">
        <Button look="secondary" onClick={onCancel}>
          {t('dialog.cancel')}
        </Button>
        <Button type="submit">{t('withdraw.review')}</Button>
      </div>
    </form>
  );
}

function fieldOf(code: string): 'address' | 'amount' | undefined {
  if (code.startsWith('ADDRESS_')) return 'address';
  return code === 'INSUFFICIENT_BALANCE' || code === 'WITHDRAWAL_BELOW_MINIMUM' ? 'amount' : undefined;
}
