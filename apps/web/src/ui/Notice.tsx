import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

const LOOKS = {
  warning: 'bg-warning-soft text-warning',
  negative: 'bg-negative-soft text-negative',
  positive: 'bg-positive-soft text-positive',
} as const;

/** Text that must be seen, a hash in it broken over lines. An error is announced. */
export function Notice({ look, children }: { look: keyof typeof LOOKS; children: ReactNode }) {
  return (
    <div
      role={look === 'negative' ? 'alert' : 'status'}
      className={classNames('rounded-control px-4 py-3 text-sm break-words', LOOKS[look])}
    >
      {children}
    </div>
  );
}
