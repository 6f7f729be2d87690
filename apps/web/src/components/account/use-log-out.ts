import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { endAllRequests } from '../../api/idempotency-keys.ts';
import { endSession } from '../../api/session.ts';
import { trpc } from '../../api/trpc.ts';
import { paths } from '../../paths.ts';

/** Ends the session here, where the server ended it already, and forgets what was loaded under it. */
export function useLeaveAccount(): () => void {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return () => {
    endSession();
    endAllRequests();
    queryClient.clear();
    void navigate(paths.logIn);
  };
}

/** Ends the session here and on the server. */
export function useLogOut(): { readonly isPending: boolean; logOut(): void } {
  const leave = useLeaveAccount();
  const logOut = trpc.auth.logOut.useMutation({ onSettled: leave });
  return { isPending: logOut.isPending, logOut: () => logOut.mutate() };
}
