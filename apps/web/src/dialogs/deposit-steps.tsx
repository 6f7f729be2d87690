import { type Currency, NETWORK_OF } from '@glasspool/core';
import { Check } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { type TransactionView, trpc } from '../api/trpc.ts';
import { formatMoney } from '../components/money/amounts.ts';
import { t } from '../i18n/language.ts';
import { Button } from '../ui/Button.tsx';
import { classNames } from '../ui/class-names.ts';

/** Deposits that are looked at for one that is new. */
const LIMIT = 10;

interface DepositStepsProps {
  readonly currency: Currency;
  /** Smallest investment in micro-units; undefined until the terms are known. */
  readonly minimum: bigint | undefined;
  /** Balance of the wallet, with this deposit once it is credited. */
  readonly available: bigint;
  readonly onInvest: () => void;
}

/** The way of a deposit in three steps: sent, seen on the chain, credited. It follows the first one that comes while it is shown. */
export function DepositSteps({ currency, minimum, available, onInvest }: DepositStepsProps) {
  const deposit = useNewDeposit(currency);
  const isCredited = deposit?.status === 'success';
  const isReversed = deposit?.status === 'reversed';
  const amount = deposit === undefined ? '' : formatMoney(deposit.amount, currency);
  return (
    <div>
      <ol aria-label={t('deposit.steps')} className="space-y-2">
        <Step number={1} state={deposit === undefined ? 'current' : 'done'}>
          {deposit === undefined
            ? t('deposit.waiting', { network: t(`network.${NETWORK_OF[currency]}`) })
            : t('deposit.sent')}
        </Step>
        <Step number={2} state={findState(deposit !== undefined, isCredited)}>
          {deposit === undefined || isCredited
            ? t('deposit.final')
            : t(isReversed ? 'deposit.reversed' : 'deposit.seen', { amount })}
        </Step>
        <Step number={3} state={isCredited ? 'done' : 'ahead'}>
          {isCredited ? t('deposit.credited', { amount }) : t('deposit.creditedStep')}
        </Step>
      </ol>
      {isCredited && minimum !== undefined && available >= minimum && (
        <Button className="mt-3 w-full" onClick={onInvest}>
          {t('deposit.investNow')}
        </Button>
      )}
    </div>
  );
}

type StepState = 'done' | 'current' | 'ahead';

function findState(isBegun: boolean, isDone: boolean): StepState {
  if (isDone) return 'done';
  return isBegun ? 'current' : 'ahead';
}

function Step({ number, state, children }: { number: number; state: StepState; children: ReactNode }) {
  return (
    <li
      className={classNames('flex items-start gap-3 text-sm', state === 'ahead' && 'text-text-3')}
      aria-current={state === 'current' ? 'step' : undefined}
    >
      <span
        aria-hidden
        className={classNames(
          'inline-flex size-6 shrink-0 items-center justify-center rounded-full text-[13px] font-semibold',
          state === 'done' ? 'bg-positive-soft text-positive' : 'bg-sunken',
          state === 'current' && 'outline-2 outline-primary',
        )}
      >
        {state === 'done' ? <Check size={14} /> : number}
      </span>
      <span
        role={state === 'ahead' ? undefined : 'status'}
        className={classNames('pt-0.5', state === 'current' && 'font-medium')}
      >
        {children}
      </span>
    </li>
  );
}

/** The newest deposit that was not final yet when the page first looked, or came later. */
function useNewDeposit(currency: Currency): TransactionView | undefined {
  const deposits = trpc.transactions.listUserTransactions.useQuery({
    type: 'deposit',
    currency,
    limit: LIMIT,
  });
  const rows = deposits.data?.data;
  const earlier = useRef<ReadonlySet<string>>(undefined);
  if (rows === undefined) return undefined;
  earlier.current ??= new Set(rows.filter(({ status }) => status !== 'confirming').map(({ _id }) => _id));
  return rows.find(({ _id }) => earlier.current?.has(_id) === false);
}
