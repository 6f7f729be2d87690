export type { Context, DevTools, SignUpCookie } from './context.ts';
export { describeFailure, type Failure } from './errors.ts';
export { type AppRouter, appRouter, type LocalAppRouter, localAppRouter } from './root.ts';
export { createCallerFactory, type ProcedureMeta } from './trpc.ts';
