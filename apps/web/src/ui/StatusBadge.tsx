import { Check, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** A state in a word, with a mark: never by its colour alone. */
export function StatusBadge({ isGood, children }: { isGood: boolean; children: ReactNode }) {
  const Icon = isGood ? Check : TriangleAlert;
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1 rounded-full px-2 py-0.5 text-[13px]/[18px] font-medium whitespace-nowrap',
        isGood ? 'bg-positive-soft text-positive' : 'bg-negative-soft text-negative',
      )}
    >
      <Icon aria-hidden size={14} />
      {children}
    </span>
  );
}
