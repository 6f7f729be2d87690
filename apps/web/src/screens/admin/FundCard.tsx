import { FundReserveInput } from '@glasspool/api/contracts';
import { parseAmount, USER_CURRENCIES } from '@glasspool/core';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod/mini';
import { describeCallError } from '../../api/errors.ts';
import { notify } from '../../api/notify.ts';
import { useRefresh } from '../../api/refresh.ts';
import { type PoolFigures, trpc } from '../../api/trpc.ts';
import { Form } from '../../components/frame/Form.tsx';
import { AmountInput } from '../../components/money/AmountInput.tsx';
import { withTypedAmount } from '../../components/money/amount-resolver.ts';
import { formatMoney } from '../../components/money/amounts.ts';
import { spendableOwnFunds } from '../../components/money/figures.ts';
import { toTyped } from '../../components/money/typed-amount.ts';
import { useMoneyRequest } from '../../components/money/use-money-request.ts';
import { t, translateSentence } from '../../i18n/language.ts';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Select } from '../../ui/Select.tsx';
import { FundReview } from './FundReview.tsx';

type FundRequest = Omit<z.infer<typeof FundReserveInput>, 'totp' | 'idempotencyKey'>;

interface FundCardProps {
  readonly figures: PoolFigures;
  /** Versions of the terms whose reserve may be funded, the one in force first. */
  readonly versions: readonly number[];
}

/** Moves the operator's own funds into the reserve of one version of the terms, after a review. */
export function FundCard({ figures, versions }: FundCardProps) {
  const refresh = useRefresh();
  const [draft, setDraft] = useState<FundRequest>();
  const [isReviewing, setReviewing] = useState(false);
  const fund = trpc.reserve.fundReserve.useMutation({
    onSuccess: () => {
      notify.success(t('admin.reserve.funded'));
      setDraft(undefined);
      setReviewing(false);
      refresh('hotWallet.changed', 'terms.changed');
    },
  });
  const send = useMoneyRequest(fund.mutate);
  const failure = fund.isError ? describeCallError(fund.error, 'admin.onceFailed') : undefined;
  return (
    <Card title={t('admin.reserve.fund')}>
      {draft !== undefined && isReviewing ? (
        <FundReview
          figures={figures}
          request={{ ...draft, termsVersion: draft.termsVersion ?? figures.terms.version }}
          failure={failure}
          isBusy={fund.isPending}
          onBack={() => setReviewing(false)}
          onSubmit={(totp, press) => send(press, { ...draft, totp })}
        />
      ) : (
        <FundForm
          figures={figures}
          versions={versions}
          draft={draft}
          isDone={fund.isSuccess}
          onReview={(next) => {
            fund.reset();
            setDraft(next);
            setReviewing(true);
          }}
        />
      )}
    </Card>
  );
}

interface FundFormProps extends FundCardProps {
  readonly draft: FundRequest | undefined;
  readonly isDone: boolean;
  readonly onReview: (request: FundRequest) => void;
}

function FundForm({ figures, versions, draft, isDone, onReview }: FundFormProps) {
  const form = useForm({
    resolver: withTypedAmount(zodResolver(FundReserveInput)),
    defaultValues: {
      currency: draft?.currency ?? USER_CURRENCIES[0],
      amount: draft === undefined ? '' : toTyped(parseAmount(draft.amount)),
      termsVersion: draft?.termsVersion,
    },
  });
  const { errors } = form.formState;
  const currency = form.watch('currency');
  const own = figures.currencies.find((one) => one.currency === currency);
  const ownFunds = own?.ownFundsAvailable ?? 0n;
  const backed = own === undefined ? 0n : spendableOwnFunds(own);
  const available = backed > 0n ? backed : 0n;
  return (
    <Form
      className="space-y-4"
      failure={undefined}
      isBusy={false}
      submitText={t('withdraw.review')}
      onSubmit={() => void form.handleSubmit((values) => onReview(values))()}
    >
      <p className="text-text-2">{t('admin.reserve.text')}</p>
      <Select
        label={t('admin.currency')}
        value={currency}
        choices={USER_CURRENCIES.map((value) => ({ value, label: value }))}
        onChange={(value) => form.setValue('currency', value)}
      />
      {versions.length > 1 && (
        <Select
          label={t('admin.reserve.version')}
          value={String(form.watch('termsVersion') ?? versions[0])}
          choices={versions.map((version) => ({
            value: String(version),
            label: t('terms.version', { version }),
          }))}
          onChange={(value) => form.setValue('termsVersion', Number(value))}
        />
      )}
      <AmountInput
        currency={currency}
        typed={form.watch('amount')}
        hint={t('amount.available', { amount: formatMoney(available, currency) })}
        error={errors.amount?.message && translateSentence(errors.amount.message)}
        onAll={() => form.setValue('amount', toTyped(available))}
        {...form.register('amount')}
      />
      {backed < ownFunds && (
        <p className="text-[13px]/[18px] text-text-2">
          {t('admin.reserve.unbacked', {
            own: formatMoney(ownFunds, currency),
            amount: formatMoney(ownFunds - backed, currency),
          })}
        </p>
      )}
      {isDone && <Notice look="positive">{t('admin.reserve.funded')}</Notice>}
    </Form>
  );
}
