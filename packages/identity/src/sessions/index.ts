export { logIn } from './log-in.ts';
export {
  authenticate,
  endSessions,
  isSessionOpen,
  listOpenSessions,
  listSessions,
  logOut,
  type OpenSession,
} from './sessions.ts';
export type { LogInOrigin } from './start-session.ts';
