import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { endAllRequests } from '../api/request-keys.ts';
import { endSession } from '../api/session.ts';
import { trpc } from '../api/trpc.ts';
import { paths } from '../paths.ts';

/** Ends the session here and on the server, and forgets what was loaded under it. */
export function useLogOut(): { readonly isPending: boolean; logOut(): void } {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const logOut = trpc.auth.logOut.useMutation({
    onSettled: () => {
      endSession();
      endAllRequests();
      queryClient.clear();
      void navigate(paths.logIn);
    },
  });
  return { isPending: logOut.isPending, logOut: () => logOut.mutate() };
}
