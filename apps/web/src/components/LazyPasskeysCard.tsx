import { lazy, Suspense } from 'react';
import { Skeleton } from '../ui/Skeleton.tsx';

const Card = lazy(async () => ({ default: (await import('./PasskeysCard.tsx')).PasskeysCard }));

/** The card of an account's passkeys, which comes after the page that shows it. */
export function PasskeysCard() {
  return (
    <Suspense fallback={<Skeleton className="h-96 rounded-card" />}>
      <Card />
    </Suspense>
  );
}
