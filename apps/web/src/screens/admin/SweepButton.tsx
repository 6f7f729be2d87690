import { trpc } from '../../api/trpc.ts';
import { useIsAdmin } from '../../api/use-is-admin.ts';
import { t } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { classNames } from '../../ui/class-names.ts';

/** 'Withdraw All Pending Deposit', or how far it is. Auditors see only the latter. */
export function SweepButton({ className, onPress }: { className: string; onPress: () => void }) {
  const isAdmin = useIsAdmin();
  const newest = trpc.sweeps.findNewestSweep.useQuery();
  const sweep = newest.data?.sweep;
  const isRunning = sweep?.state === 'running';
  if (!isAdmin && !isRunning) return null;
  const decided = sweep?.progress.reduce((sum, one) => sum + one.decided, 0) ?? 0;
  const addresses = sweep?.progress.reduce((sum, one) => sum + one.addresses, 0) ?? 0;
  return (
    <Button look="secondary" className={classNames('min-h-11 px-4', className)} onClick={onPress}>
      {isRunning ? t('admin.sweep.running', { decided, addresses }) : t('admin.sweep.title')}
    </Button>
  );
}
