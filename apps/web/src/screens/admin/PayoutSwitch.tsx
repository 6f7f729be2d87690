import { useIsAdmin } from '../../api/use-is-admin.ts';
import { HaltedPayouts } from './HaltedPayouts.tsx';
import { HaltPayouts } from './HaltPayouts.tsx';

/** The way to stop payouts; while they are off, the reason and the way to switch them on. */
export function PayoutSwitch({ reason }: { reason: string | null }) {
  const isAdmin = useIsAdmin();
  if (reason !== null) return <HaltedPayouts reason={reason} />;
  return isAdmin && <HaltPayouts />;
}
