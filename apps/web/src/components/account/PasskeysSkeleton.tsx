import { Skeleton } from '../../ui/Skeleton.tsx';

/** As high as the form that most people see. */
export function PasskeysSkeleton() {
  return <Skeleton className="h-57" />;
}
