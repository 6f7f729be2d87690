import type { WalletView } from '../../api/trpc.ts';
import { Amount } from '../../components/money/Amount.tsx';
import { t } from '../../i18n/language.ts';

/** Parts of the total with their colors, in the order of the bar. */
const PARTS = [
  { name: 'invested', fill: 'fill-primary', dot: 'bg-primary' },
  { name: 'wallet', fill: 'fill-primary/45', dot: 'bg-primary/45' },
  { name: 'withdrawable', fill: 'fill-liabilities', dot: 'bg-liabilities' },
  { name: 'onHold', fill: 'fill-warning', dot: 'bg-warning' },
  { name: 'referral', fill: 'fill-text-3', dot: 'bg-text-3' },
] as const;
const WIDTH = 1_000;

/** Parts of a total, as a bar and in numbers. */
export function BalanceBar({ wallet, total }: { wallet: WalletView; total: bigint }) {
  let left = 0;
  const bars = PARTS.map((part) => {
    const width = total === 0n ? 0 : Number((wallet[part.name] * BigInt(WIDTH)) / total);
    const at = left;
    left += width;
    return { ...part, at, width };
  });
  return (
    <div>
      <svg
        viewBox={`0 0 ${WIDTH} 12`}
        preserveAspectRatio="none"
        aria-hidden
        className="h-3 w-full overflow-hidden rounded-full bg-sunken"
      >
        {bars.map(({ name, fill, at, width }) => (
          <rect key={name} x={at} y="0" width={width} height="12" className={fill} />
        ))}
      </svg>
      <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-3">
        {PARTS.map(({ name, dot }) => (
          <div key={name} className="min-w-0">
            <dt className="flex items-center gap-2 text-[13px]/[18px] text-text-2">
              <span aria-hidden className={`inline-block size-2.5 rounded-[3px] ${dot}`} />
              <span>{t(`overview.${name}`)}</span>
            </dt>
            <dd className="font-semibold break-words [&>span]:whitespace-normal">
              <Amount micro={wallet[name]} currency={wallet.currency} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
