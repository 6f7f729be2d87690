import { WithdrawFromTreasuryInput } from '@glasspool/api/contracts';
import { type Currency, formatAmount } from '@glasspool/core';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { describeCallError } from '../api/errors.ts';
import { notify } from '../api/notify.ts';
import { useRefresh } from '../api/refresh.ts';
import { type PoolFigures, type TreasuryView, trpc } from '../api/trpc.ts';
import { ADMIN_PLACES, formatMoney, readMicro } from '../components/amounts.ts';
import { CodeOrPasskey } from '../components/CodeOrPasskey.tsx';
import { sumClaims, sumHeld } from '../components/figures.ts';
import { t, translateSentence } from '../i18n/language.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Facts } from '../ui/Facts.tsx';
import { Field } from '../ui/Field.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useCloseAfterSuccess } from './use-close-after-success.ts';
import { useOnce } from './use-once.ts';

interface TreasuryWithdrawDialogProps {
  readonly currency: Currency;
  readonly treasury: TreasuryView;
  readonly onClose: () => void;
}

/** Withdraws the operator's own funds, and shows holdings and claims after it before it is confirmed. */
export function TreasuryWithdrawDialog({ currency, treasury, onClose }: TreasuryWithdrawDialogProps) {
  const refresh = useRefresh();
  const figures = trpc.transparency.getPoolFigures.useQuery();
  const available = treasury.balances.find((one) => one.currency === currency)?.ownFundsAvailable ?? 0n;
  const [needsCode, setNeedsCode] = useState(false);
  const form = useForm({
    resolver: zodResolver(WithdrawFromTreasuryInput),
    defaultValues: { address: '', amount: '', currency },
  });
  const withdraw = trpc.treasury.withdrawFromTreasury.useMutation({
    onSuccess: ({ state }) => {
      notify.success(t(state === 'reviewing' ? 'admin.withdraw.needsSecond' : 'admin.withdraw.done'));
      refresh('treasury.changed');
    },
    onError: (error) => {
      const { code, message } = describeCallError(error, 'withdraw.failed');
      if (code.startsWith('SECOND_FACTOR_')) {
        setNeedsCode(true);
        if (needsCode) form.setError('totp', { message });
      } else if (code.startsWith('ADDRESS_')) form.setError('address', { message });
      else if (code === 'RESERVES_TOO_SMALL' || code === 'TREASURY_DAILY_CAP')
        form.setError('amount', { message });
      else form.setError('root', { message });
    },
  });
  const send = useOnce(withdraw.mutate);
  useCloseAfterSuccess(withdraw.isSuccess, onClose);
  const { errors } = form.formState;
  const request = ({ address, amount }: { address: string; amount: string }, totp: string | undefined) =>
    send({
      address: address.trim(),
      amount,
      currency,
      totp,
    });
  const submit = form.handleSubmit((values) => request(values, values.totp));
  const errorAt = (name: 'address' | 'amount' | 'totp'): string | undefined =>
    errors[name]?.message && translateSentence(errors[name].message);
  return (
    <Dialog title={t('admin.withdraw.title', { currency })} onClose={onClose}>
      {withdraw.isSuccess ? (
        <Notice look="positive">
          {t(withdraw.data.state === 'reviewing' ? 'admin.withdraw.needsSecond' : 'admin.withdraw.done')}
        </Notice>
      ) : (
        <form noValidate className="space-y-4" onSubmit={(event) => void submit(event)}>
          <Field
            label={t('admin.withdraw.address')}
            placeholder={t(`withdraw.placeholder.${currency}`)}
            autoComplete="off"
            spellCheck={false}
            error={errorAt('address')}
            {...form.register('address')}
          />
          <Field
            label={t('withdraw.amount', { currency })}
            inputMode="decimal"
            autoComplete="off"
            error={errorAt('amount')}
            hint={t('admin.withdraw.available', { amount: formatMoney(available, currency, ADMIN_PLACES) })}
            end={
              <Button
                look="quiet"
                className="min-h-11 px-3 text-sm"
                onClick={() => form.setValue('amount', formatAmount(available > 0n ? available : 0n))}
              >
                {t('withdraw.all')}
              </Button>
            }
            {...form.register('amount')}
          />
          <AfterThis
            currency={currency}
            figures={figures.data?.currencies.find((one) => one.currency === currency)}
            amount={form.watch('amount')}
          />
          {needsCode && (
            <CodeOrPasskey
              hint={t('admin.withdraw.codeHint')}
              error={errorAt('totp')}
              isBusy={withdraw.isPending}
              onPasskey={(totp) => void form.handleSubmit((values) => request(values, totp))()}
              {...form.register('totp', { setValueAs: (value?: string) => value?.trim() || undefined })}
            />
          )}
          {errors.root?.message !== undefined && <Notice look="negative">{errors.root.message}</Notice>}
          <div className="grid grid-cols-2 gap-3">
            <Button look="secondary" onClick={onClose}>
              {t('dialog.cancel')}
            </Button>
            <Button type="submit" isBusy={withdraw.isPending}>
              {t('admin.withdraw.submit')}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}

interface AfterThisProps {
  readonly currency: Currency;
  readonly figures: PoolFigures['currencies'][number] | undefined;
  readonly amount: string;
}

/** Holdings, claims and own funds once this has left. */
function AfterThis({ currency, figures, amount }: AfterThisProps) {
  if (figures === undefined) return null;
  const micro = readMicro(amount);
  const money = (value: bigint): string => formatMoney(value, currency, ADMIN_PLACES);
  return (
    <Facts
      facts={[
        [t('admin.withdraw.holdsAfter'), money(sumHeld(figures) - micro)],
        [t('admin.withdraw.claims'), money(sumClaims(figures) - figures.ownFundsAvailable)],
        [t('admin.withdraw.availableAfter'), money(figures.ownFundsAvailable - micro)],
      ]}
    />
  );
}
