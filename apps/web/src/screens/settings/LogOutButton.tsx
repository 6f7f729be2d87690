import { LogOut } from 'lucide-react';
import { useLogOut } from '../../components/account/use-log-out.ts';
import { useIsReady } from '../../components/frame/use-is-ready.ts';
import { t } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';

/** Ends the session. */
export function LogOutButton() {
  const { isPending, logOut } = useLogOut();
  const isReady = useIsReady();
  return (
    <Button look="secondary" className="w-full" isBusy={isPending} disabled={!isReady} onClick={logOut}>
      <LogOut aria-hidden size={18} />
      <span>{t('settings.logOut')}</span>
    </Button>
  );
}
