import { Check, Clock, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

const LOOKS = {
  good: { Icon: Check, colors: 'bg-positive-soft text-positive' },
  waiting: { Icon: Clock, colors: 'bg-warning-soft text-warning' },
  bad: { Icon: TriangleAlert, colors: 'bg-negative-soft text-negative' },
} as const;

export type StatusLook = keyof typeof LOOKS;

/** A state in a word, with a mark: never by its colour alone. */
export function StatusBadge({ look, children }: { look: StatusLook; children: ReactNode }) {
  const { Icon, colors } = LOOKS[look];
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1 rounded-full px-2 py-0.5 text-[13px]/[18px] font-medium whitespace-nowrap',
        colors,
      )}
    >
      <Icon aria-hidden size={14} />
      <span>{children}</span>
    </span>
  );
}
