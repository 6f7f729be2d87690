import { type Currency, displayAmount, USER_CURRENCIES } from '@glasspool/core';
import { Link } from 'react-router-dom';
import { adminPaths } from '../../admin-paths.ts';
import { trpc } from '../../api/trpc.ts';
import { LoadError } from '../../components/frame/LoadError.tsx';
import { useCountUp } from '../../components/frame/use-count-up.ts';
import { ADMIN_PLACES, formatMoney } from '../../components/money/amounts.ts';
import { formatCount } from '../../components/money/rates.ts';
import { currentLanguage, t } from '../../i18n/language.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';

/** As specified. */
const COUNT_MS = 1_500;

type AmountOfEach = Readonly<Record<Currency, bigint>>;

/** The seven counters, each leading to what it counts. */
export function Counters() {
  const deposits = trpc.transactions.getDepositsTotal.useQuery();
  const withdrawals = trpc.transactions.getWithdrawalsTotal.useQuery();
  const investments = trpc.transactions.getInvestmentsTotal.useQuery();
  const users = trpc.users.listUsers.useQuery({ limit: 1 });
  const all = [deposits, withdrawals, investments, users];
  if (all.some((query) => query.isError && query.data === undefined)) {
    return (
      <LoadError
        textId="admin.counters.failed"
        onRetry={() => void Promise.all(all.map((query) => query.refetch()))}
      />
    );
  }
  const history = (type: string): string => `${adminPaths.history}?type=${type}`;
  return (
    <ul className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <MoneyCounter text="admin.counters.deposits" to={history('deposit')} amounts={deposits.data?.total} />
      <MoneyCounter
        text="admin.counters.withdrawals"
        to={history('withdrawal')}
        amounts={withdrawals.data?.total}
      />
      <MoneyCounter
        text="admin.counters.depositsToday"
        to={history('deposit')}
        amounts={deposits.data?.todayTotal}
      />
      <MoneyCounter
        text="admin.counters.withdrawalsToday"
        to={history('withdrawal')}
        amounts={withdrawals.data?.todayTotal}
      />
      <MoneyCounter
        text="admin.counters.investments"
        to={adminPaths.investments}
        amounts={investments.data?.total}
      />
      <MoneyCounter
        text="admin.counters.investmentsToday"
        to={adminPaths.investments}
        amounts={investments.data?.todayTotal}
      />
      <Counter text="admin.counters.users" to={adminPaths.users} label={String(users.data?.totalUsers ?? '')}>
        {users.data !== undefined && <Counting value={BigInt(users.data.totalUsers)} places={undefined} />}
      </Counter>
    </ul>
  );
}

interface MoneyCounterProps {
  readonly text: string;
  readonly to: string;
  readonly amounts: AmountOfEach | undefined;
}

function MoneyCounter({ text, to, amounts }: MoneyCounterProps) {
  const label =
    amounts && USER_CURRENCIES.map((one) => formatMoney(amounts[one], one, ADMIN_PLACES)).join(', ');
  return (
    <Counter text={text} to={to} label={label ?? ''}>
      {amounts !== undefined &&
        USER_CURRENCIES.map((currency) => (
          <span key={currency} className="block">
            <Counting value={amounts[currency]} places={ADMIN_PLACES} />{' '}
            <span className="text-[13px] font-normal text-text-2">{currency}</span>
          </span>
        ))}
    </Counter>
  );
}

/** One card. Its name says the final value from the start; what counts up is for the eyes alone. */
function Counter(props: { text: string; to: string; label: string; children: React.ReactNode }) {
  const { text, to, label, children } = props;
  return (
    <li>
      <Link
        to={to}
        className="block min-h-[104px] rounded-card border border-line bg-surface p-4 hover:border-line-strong"
      >
        <span className="sr-only">{`${t(text)}: ${label}`}</span>
        <span aria-hidden className="block text-[13px]/[18px] text-text-2">
          {t(text)}
        </span>
        <span aria-hidden className="mt-1 block font-semibold lg:text-base">
          {label === '' ? <Skeleton className="mt-2 h-10" /> : children}
        </span>
      </Link>
    </li>
  );
}

function Counting({ value, places }: { value: bigint; places: number | undefined }) {
  const shown = useCountUp(value, COUNT_MS);
  if (places === undefined) return formatCount(shown);
  return displayAmount(shown, places, currentLanguage());
}
