import { LogOut } from 'lucide-react';
import { Outlet } from 'react-router-dom';
import { endSession } from '../api/session.ts';
import { trpc } from '../api/trpc.ts';
import { useLiveUpdates } from '../api/use-live-updates.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/Button.tsx';
import { Logo } from './Logo.tsx';

/** Top bar and page of a signed-in user, kept up to date over the websocket. */
export function SignedInFrame() {
  useLiveUpdates();
  const logOut = trpc.auth.logOut.useMutation({ onSettled: endSession });
  return (
    <>
      <header className="sticky top-8 z-20 border-b border-line bg-surface">
        <div className="mx-auto flex min-h-14 max-w-[1120px] items-center justify-between px-4 lg:px-8">
          <Logo to={paths.home} />
          <Button look="quiet" isBusy={logOut.isPending} onClick={() => logOut.mutate()}>
            <LogOut aria-hidden size={18} />
            Logout
          </Button>
        </div>
      </header>
      <main id="content" className="mx-auto max-w-[1120px] px-4 pt-6 pb-16 lg:px-8">
        <Outlet />
      </main>
    </>
  );
}
