import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

/** A titled part of a page: a hairline, no shadow. */
export function Card({
  title,
  children,
  className,
}: {
  title: string;
  children: ReactNode;
  className?: string;
}) {
  return (
    <section
      aria-label={title}
      className={classNames('rounded-card border border-line bg-surface p-5 lg:p-6', className)}
    >
      <h2 className="mb-4 text-[17px]/6 font-semibold tracking-[-0.01em] lg:text-lg">{title}</h2>
      {children}
    </section>
  );
}
