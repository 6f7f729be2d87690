import { useEffect } from 'react';
import { Navigate, Outlet } from 'react-router-dom';
import { toast } from 'sonner';
import { getSession, useSession } from '../api/session.ts';
import { paths } from '../paths.ts';

/** Lets signed-in users through and sends everyone else to the login. For comfort only: the server checks every call. */
export function RequireSession() {
  const session = useSession();
  const isExpired = getSession() === 'expired';
  useEffect(() => {
    if (isExpired) toast.error('Session expired. Please login again.', { id: 'session-expired' });
  }, [isExpired]);
  if (session === undefined) return <Navigate to={paths.logIn} replace />;
  return <Outlet />;
}
