import { parseAmount } from '@glasspool/core';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import type { CallError } from '../api/errors.ts';
import { CancelButton } from '../components/frame/CancelButton.tsx';
import { Form } from '../components/frame/Form.tsx';
import { AmountInput } from '../components/money/AmountInput.tsx';
import { formatMoney } from '../components/money/amounts.ts';
import { readTyped, toTyped } from '../components/money/typed-amount.ts';
import { t } from '../i18n/language.ts';
import { Field } from '../ui/Field.tsx';
import { SavedAddresses } from './saved-addresses.tsx';
import { type WithdrawalDraft, type WithdrawalLimits, withdrawalRules } from './withdrawal-rules.ts';

interface WithdrawalFormProps {
  readonly limits: WithdrawalLimits;
  readonly draft: WithdrawalDraft | undefined;
  /** Refusal of the server, shown at the field that it is about. */
  readonly failure: CallError | undefined;
  readonly onCancel: () => void;
  readonly onReview: (draft: WithdrawalDraft) => void;
}

/** Returns true for a refusal that one of the two fields shows. */
export function isShownAtField(failure: CallError | undefined): boolean {
  return failure?.field === 'address' || failure?.field === 'amount';
}

/** Address and amount, with the limits of today. */
export function WithdrawalForm({ limits, draft, failure, onCancel, onReview }: WithdrawalFormProps) {
  const { currency, available, fee } = limits;
  const form = useForm({
    resolver: zodResolver(withdrawalRules(limits)),
    defaultValues: {
      address: draft?.address ?? '',
      amount: draft === undefined ? '' : toTyped(parseAmount(draft.amount)),
    },
    mode: 'onTouched',
  });
  const { errors } = form.formState;
  const errorAt = (name: 'address' | 'amount'): string | undefined =>
    errors[name]?.message ?? (failure?.field === name ? failure.message : undefined);
  const most = available > fee ? available - fee : 0n;
  const fill = (name: 'address' | 'amount', value: string): void =>
    form.setValue(name, value, { shouldValidate: true, shouldTouch: true });
  const submit = form.handleSubmit(({ address, amount }) =>
    onReview({ address, amount: readTyped(amount).plain ?? '' }),
  );
  return (
    <Form
      className="space-y-4"
      failure={isShownAtField(failure) ? undefined : failure?.message}
      isBusy={false}
      submitText={t('withdraw.review')}
      onSubmit={() => void submit()}
      beside={<CancelButton isBusy={false} onCancel={onCancel} />}
    >
      <div>
        <Field
          label={t('withdraw.address')}
          placeholder={t(`withdraw.placeholder.${currency}`)}
          error={errorAt('address')}
          autoComplete="off"
          spellCheck={false}
          hint={t('withdraw.addressHint', { currency })}
          {...form.register('address')}
        />
        <SavedAddresses limits={limits} onChoose={(address) => fill('address', address)} />
      </div>
      <AmountInput
        currency={currency}
        typed={form.watch('amount')}
        error={errorAt('amount')}
        hint={t('withdraw.available', {
          available: formatMoney(available, currency),
          fee: formatMoney(fee, currency),
        })}
        onAll={() => fill('amount', toTyped(most))}
        {...form.register('amount')}
      />
      <p className="text-sm text-text-2">
        {t('withdraw.limit', {
          limit: formatMoney(limits.reviewAbove, currency),
          left: formatMoney(limits.withoutReview, currency),
        })}
      </p>
    </Form>
  );
}
