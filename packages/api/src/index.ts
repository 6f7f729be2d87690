export { AuditFilter } from './audit/list-admin-actions.contract.ts';
export type { Context, DevTools, PrivateCookie } from './context.ts';
export { describeFailure, type Failure } from './errors.ts';
export type { LimitName, Limits } from './limits.ts';
export { createOpenApiDocument } from './openapi/document.ts';
export { type AppRouter, appRouter, type LocalAppRouter, localAppRouter } from './root.ts';
export { AdminTransactionFilter } from './transactions/admin-transactions.contract.ts';
export { SnapshotFileParams } from './transparency/snapshots.contract.ts';
export { assertStaff, createCallerFactory, type ProcedureMeta } from './trpc.ts';
