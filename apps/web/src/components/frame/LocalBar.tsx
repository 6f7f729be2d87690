import { USER_CURRENCIES } from '@glasspool/core';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { formatDateTime } from '../../i18n/format.ts';
import { t } from '../../i18n/language.ts';
import { paths } from '../../paths.ts';
import { formatDecimal, toDecimal, toMicro } from '../money/decimal.ts';
import { announceClockMoved, onClockMoved } from './local-network.ts';

const STEPS_DAYS = [1, 7, 30] as const;
const DAY_HOURS = 24;
const BUTTON =
  'inline-flex min-h-8 shrink-0 items-center whitespace-nowrap rounded-control border border-line-strong bg-surface px-3 font-medium hover:bg-sunken disabled:cursor-not-allowed disabled:text-text-3';

/** Rewards of one currency, as decimal strings. */
interface Reward {
  readonly currency: string;
  readonly due: string;
  readonly paid: string;
}

interface Advance {
  readonly now: number;
  readonly rewards: readonly Reward[];
  readonly unlocked: number;
}

type State =
  | { readonly kind: 'idle'; readonly outcome: string }
  | { readonly kind: 'moving'; readonly day: number; readonly days: number };

/**
 * Bar of a local network on every page: the pool's day, steps of it, and what fell due meanwhile in words. It asks over REST, so that a page
 * without the data layer needs none for it.
 */
export function LocalBar() {
  const [now, setNow] = useState<number>();
  const [state, setState] = useState<State>({ kind: 'idle', outcome: '' });
  useEffect(() => {
    const read = (): void => {
      call<{ now: number }>('/api/dev/clock').then(
        (answer) => setNow(answer.now),
        // The page says by itself that the server does not answer.
        () => undefined,
      );
    };
    read();
    return onClockMoved(read);
  }, []);
  const advance = async (days: number): Promise<void> => {
    const passed: Advance[] = [];
    let failure = '';
    try {
      for (let day = 1; day <= days; day += 1) {
        setState({ kind: 'moving', day, days });
        const step = await call<Advance>('/api/dev/clock/advance', { hours: DAY_HOURS });
        passed.push(step);
        setNow(step.now);
      }
    } catch (error) {
      failure = t('clock.stopped', { message: error instanceof Error ? error.message : String(error) });
    }
    setState({ kind: 'idle', outcome: `${describeOutcome(passed)} ${failure}`.trim() });
    announceClockMoved();
  };
  return (
    <section
      aria-label={t('clock.label')}
      className="border-b border-dashed border-line-strong bg-sunken text-[13px]/5"
    >
      <div className="mx-auto grid max-w-[1120px] grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 px-4 py-1.5 md:flex lg:px-8">
        <p className="truncate text-text-2 md:shrink-0">
          <span className="max-[479px]:sr-only">{`${t('clock.label')}.`}</span>{' '}
          <span className="max-[389px]:sr-only">{t('clock.network')}</span>{' '}
          <span className="md:inline-block md:min-w-[10.5rem] font-medium text-text">
            {now === undefined ? '…' : formatDateTime(now)}
          </span>
        </p>
        <Link
          to={paths.devMail}
          className="inline-flex min-h-8 items-center px-2 font-medium text-primary underline md:order-1"
        >
          {t('clock.mail')}
        </Link>
        <p className="flex shrink-0 gap-2 max-md:col-span-2">
          {STEPS_DAYS.map((days) => (
            <button
              key={days}
              type="button"
              className={BUTTON}
              disabled={state.kind === 'moving'}
              onClick={() => void advance(days)}
            >
              {t('clock.step', { days })}
            </button>
          ))}
        </p>
        <p role="status" className="min-w-0 text-text-2 empty:hidden max-md:col-span-2 md:order-2">
          {state.kind === 'moving' ? t('clock.moving', { day: state.day, days: state.days }) : state.outcome}
        </p>
      </div>
    </section>
  );
}

/** Days that passed, in words: what was paid per currency and beside what was due, and what unlocked. */
function describeOutcome(passed: readonly Advance[]): string {
  if (passed.length === 0) return '';
  const rewards = passed.flatMap((step) => step.rewards);
  const lines = USER_CURRENCIES.flatMap((currency) => {
    const own = rewards.filter((one) => one.currency === currency);
    if (own.length === 0) return [];
    const sum = (field: 'due' | 'paid'): bigint => own.reduce((all, one) => all + toMicro(one[field]), 0n);
    const [due, paid] = [sum('due'), sum('paid')];
    const values = { paid: formatWith(paid, currency), due: formatWith(due, currency) };
    return [t(paid < due ? 'clock.paidLess' : 'clock.paid', values)];
  });
  const unlocked = passed.reduce((all, step) => all + step.unlocked, 0);
  return [
    t('clock.passed', { days: passed.length }),
    ...(lines.length === 0 ? [t('clock.noRewards')] : lines),
    ...(unlocked === 0 ? [] : [t('clock.unlocked', { count: unlocked })]),
  ].join(' ');
}

function formatWith(micro: bigint, currency: string): string {
  return `${formatDecimal(toDecimal(micro))} ${currency}`;
}

/** @throws Error with the server's sentence when it refuses, or one of the browser's when there is no answer. */
async function call<Body>(path: string, body?: object): Promise<Body> {
  const response = await fetch(path, {
    ...(body !== undefined && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });
  // REST answers in this form; the paths are ours.
  const answer: { status: boolean; message?: string } & Body = await response.json();
  if (!answer.status) throw new Error(answer.message ?? t('clock.noAnswer'));
  return answer;
}
