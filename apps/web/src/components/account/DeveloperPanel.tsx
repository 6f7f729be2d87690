import { displayAmount, parseAmount } from '@glasspool/core';
import { describeCallError } from '../../api/errors.ts';
import { notify } from '../../api/notify.ts';
import { ALL_EVENTS, useRefresh } from '../../api/refresh.ts';
import { trpc, type WalletView } from '../../api/trpc.ts';
import { currentLanguage, t } from '../../i18n/language.ts';
import { MoneyButton } from '../money/MoneyButton.tsx';
import { useMoneyRequest } from '../money/use-money-request.ts';

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
  const sendFaucet = useMoneyRequest(faucet.mutate);
  const sendFund = useMoneyRequest(fundReserve.mutate);
  const sendAdvance = useMoneyRequest(advanceClock.mutate);
  return (
    <section
      aria-label={t('dev.label')}
      className="rounded-control border border-dashed border-line-strong p-4"
    >
      <p className="mb-3 text-[13px] font-medium text-text-3">{t('dev.title')}</p>
      <div className="grid gap-2">
        <MoneyButton
          look="secondary"
          isBusy={faucet.isPending}
          text={t('dev.faucet', { amount: faucetAmount, currency })}
          onPress={(press) => sendFaucet(press, { address, currency, amount: FAUCET_AMOUNT[currency] })}
        />
        <MoneyButton
          look="secondary"
          isBusy={fundReserve.isPending}
          text={t('dev.fund', { amount: reserveAmount, currency })}
          onPress={(press) => sendFund(press, { currency, amount: RESERVE_AMOUNT[currency] })}
        />
        <MoneyButton
          look="secondary"
          isBusy={advanceClock.isPending}
          text={t('dev.advance')}
          onPress={(press) => sendAdvance(press, { hours: DAY_HOURS })}
        />
      </div>
    </section>
  );
}

function formatWhole(amount: string): string {
  return displayAmount(parseAmount(amount), 0, currentLanguage());
}
