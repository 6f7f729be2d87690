import type { Currency } from '@glasspool/core';
import { describeCallError } from '../api/errors.ts';
import { notify } from '../api/notify.ts';
import { trpc, type WalletView } from '../api/trpc.ts';
import { FormDialog } from '../components/frame/FormDialog.tsx';
import type { MoneyPress } from '../components/money/MoneyButton.tsx';
import { useMoneyRequest } from '../components/money/use-money-request.ts';
import { t } from '../i18n/language.ts';
import { AmountField, useAmountField } from './amount-field.tsx';
import { useCloseAfterSuccess } from './use-close-after-success.ts';

interface ReleaseWalletDialogProps {
  readonly wallets: readonly WalletView[];
  readonly currency: Currency;
  readonly onClose: () => void;
}

/** 'Not now: withdraw instead': makes an uninvested deposit withdrawable, without a term. */
export function ReleaseWalletDialog({ wallets, currency, onClose }: ReleaseWalletDialogProps) {
  const utils = trpc.useUtils();
  const available = wallets.find((one) => one.currency === currency)?.wallet ?? 0n;
  const field = useAmountField(available);
  const release = trpc.investments.releaseWallet.useMutation({
    onSuccess: () => {
      notify.success(t('release.done'));
      void utils.wallets.invalidate();
      void utils.transactions.invalidate();
    },
  });
  const send = useMoneyRequest(release.mutate);
  useCloseAfterSuccess(release.isSuccess, onClose);
  const submit = (press: MoneyPress): void => {
    const amount = field.read();
    if (amount !== undefined) send(press, { currency, amount });
  };
  return (
    <FormDialog
      title={t('release.title')}
      done={release.isSuccess ? t('release.done') : undefined}
      failure={release.isError ? describeCallError(release.error, 'call.failed').message : undefined}
      isBusy={release.isPending}
      submitText={t('release.submit')}
      onMoney={submit}
      onClose={onClose}
    >
      <p>{t('release.text')}</p>
      <AmountField state={field} currency={currency} available={available} />
    </FormDialog>
  );
}
