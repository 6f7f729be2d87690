import { displayAmount } from '@glasspool/core';
import { trpc } from '../../api/trpc.ts';
import { classNames } from '../../ui/class-names.ts';

/** One line on whether the pool holds what it owes. */
export function SolvencyStrip() {
  const figures = trpc.transparency.getPoolFigures.useQuery();
  if (figures.data === undefined) return null;
  return (
    <div
      className="flex flex-wrap gap-x-8 gap-y-1 rounded-control border border-line bg-surface px-4 py-2.5 text-sm"
      role="note"
      aria-label="What the pool holds and owes"
    >
      {figures.data.currencies.map((one) => (
        <p key={one.currency} className={classNames(one.held < one.owed && 'text-negative')}>
          <span className="text-text-2">{one.currency}: the pool holds</span>{' '}
          <span className="font-medium text-primary">{displayAmount(one.held, 3)}</span>{' '}
          <span className="text-text-2">and owes</span>{' '}
          <span className="font-medium text-liabilities underline decoration-dashed underline-offset-4">
            {displayAmount(one.owed, 3)}
          </span>
        </p>
      ))}
    </div>
  );
}
