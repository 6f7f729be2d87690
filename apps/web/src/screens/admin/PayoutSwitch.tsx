import { useIsAdmin } from '../../api/use-is-admin.ts';
import { FrozenPayouts } from './FrozenPayouts.tsx';
import { HaltPayouts } from './HaltPayouts.tsx';

/** The way to stop payouts; while they are off, the reason and the way to switch them on. */
export function PayoutSwitch({ reason }: { reason: string | null }) {
  const isAdmin = useIsAdmin();
  if (reason !== null) return <FrozenPayouts reason={reason} />;
  return isAdmin && <HaltPayouts />;
}
