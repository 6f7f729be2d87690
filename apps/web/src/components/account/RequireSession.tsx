import { useEffect, useState } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { notify } from '../../api/notify.ts';
import { useIsExpired, useSession } from '../../api/session.ts';
import { t } from '../../i18n/language.ts';
import { paths } from '../../paths.ts';

/**
 * Lets signed-in users through, with a role where a page asks for one, and sends everyone else to the login or to the 403 page.
 * For comfort only: the server checks every call.
 */
export function RequireSession({ onlyFor }: { onlyFor?: readonly string[] }) {
  const session = useSession();
  const isExpired = useIsExpired();
  useEffect(() => {
    if (isExpired) notify.error(t('session.expired'), 'session-expired');
  }, [isExpired]);
  const { pathname, search } = useLocation();
  // Signed in when the page came: without a session now, it was left by logging out, and nothing is to be returned to.
  const [wasSignedIn] = useState(session !== undefined);
  if (session === undefined) {
    const isLeft = wasSignedIn && !isExpired;
    return <Navigate to={paths.logIn} state={isLeft ? null : { from: `${pathname}${search}` }} replace />;
  }
  if (onlyFor !== undefined && !session.roles.some((role) => onlyFor.includes(role)))
    return <Navigate to={paths.unauthorized} replace />;
  return <Outlet />;
}
