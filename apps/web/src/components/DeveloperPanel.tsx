import { displayAmount, parseAmount } from '@glasspool/core';
import { describeCallError } from '../api/errors.ts';
import { notify } from '../api/notify.ts';
import { ALL_EVENTS, useRefresh } from '../api/refresh.ts';
import { trpc, type WalletView } from '../api/trpc.ts';
import { currentLanguage, t } from '../i18n/language.ts';
import { Button } from '../ui/Button.tsx';

const FAUCET_AMOUNT = { USDT: '1000', TRX: '5000' } as const;
const RESERVE_AMOUNT = { USDT: '10000', TRX: '50000' } as const;
const DAY_HOURS = 24;

/** On the local networks only: test tokens, a funded reserve, and the next day. */
export function DeveloperPanel({ wallet }: { wallet: WalletView }) {
  const { currency, address } = wallet;
  const refresh = useRefresh();
  const options = (done: string) => ({
    onSuccess: () => {
      notify.success(done);
      refresh(...ALL_EVENTS);
    },
    onError: (error: unknown) => notify.error(describeCallError(error, 'dev.failed').message),
  });
  const faucetAmount = formatWhole(FAUCET_AMOUNT[currency]);
  const reserveAmount = formatWhole(RESERVE_AMOUNT[currency]);
  const faucet = trpc.dev.faucet.useMutation(
    options(t('dev.faucetDone', { amount: faucetAmount, currency })),
  );
  const fundReserve = trpc.dev.fundReserve.useMutation(
    options(t('dev.fundDone', { amount: reserveAmount, currency })),
  );
  const advanceClock = trpc.dev.advanceClock.useMutation(options(t('dev.advanceDone')));
  return (
    <section
      aria-label={t('dev.label')}
      className="rounded-control border border-dashed border-line-strong p-4"
    >
      <p className="mb-3 text-[13px] font-medium text-text-3">{t('dev.title')}</p>
      <div className="grid gap-2">
        <Button
          look="secondary"
          isBusy={faucet.isPending}
          onClick={() => faucet.mutate({ address, currency, amount: FAUCET_AMOUNT[currency] })}
        >
          {t('dev.faucet', { amount: faucetAmount, currency })}
        </Button>
        <Button
          look="secondary"
          isBusy={fundReserve.isPending}
          onClick={() => fundReserve.mutate({ currency, amount: RESERVE_AMOUNT[currency] })}
        >
          {t('dev.fund', { amount: reserveAmount, currency })}
        </Button>
        <Button
          look="secondary"
          isBusy={advanceClock.isPending}
          onClick={() => advanceClock.mutate({ hours: DAY_HOURS })}
        >
          {t('dev.advance')}
        </Button>
      </div>
    </section>
  );
}

function formatWhole(amount: string): string {
  return displayAmount(parseAmount(amount), 0, currentLanguage());
}
