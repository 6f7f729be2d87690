import { useSession } from './session.ts';

/** Returns true when the token says that its holder is an admin. For comfort only: the server asks its database. */
export function useIsAdmin(): boolean {
  return useSession()?.roles.includes('admin') ?? false;
}
