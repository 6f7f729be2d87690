import type { Currency } from '@glasspool/core';
import { describeCallError } from '../api/errors.ts';
import { notify } from '../api/notify.ts';
import { trpc, type WalletView } from '../api/trpc.ts';
import { t } from '../i18n/language.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Notice } from '../ui/Notice.tsx';
import { AmountField, useAmountField } from './amount-field.tsx';
import { useCloseAfterSuccess } from './use-close-after-success.ts';
import { useOnce } from './use-once.ts';

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
  const send = useOnce(release.mutate);
  useCloseAfterSuccess(release.isSuccess, onClose);
  const submit = (): void => {
    const amount = field.read();
    if (amount !== undefined) send({ currency, amount });
  };
  return (
    <Dialog title={t('release.title')} onClose={onClose}>
      {release.isSuccess ? (
        <Notice look="positive">{t('release.done')}</Notice>
      ) : (
        <div className="space-y-4">
          <p>{t('release.text')}</p>
          <AmountField state={field} currency={currency} available={available} />
          {release.isError && (
            <Notice look="negative">{describeCallError(release.error, 'call.failed').message}</Notice>
          )}
          <div className="grid grid-cols-2 gap-3">
            <Button look="secondary" onClick={onClose} disabled={release.isPending}>
              {t('dialog.cancel')}
            </Button>
            <Button isBusy={release.isPending} onClick={submit}>
              {t('release.submit')}
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}
