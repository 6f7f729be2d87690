import { classNames } from './class-names.ts';

/** Takes the place of what is loading, in its final size. */
export function Skeleton({ className }: { className: string }) {
  return (
    <span aria-hidden className={classNames('block animate-pulse rounded-control bg-sunken', className)} />
  );
}
