export { readAuditHead, verifyAuditLog } from './audit-chain.ts';
export { type AuditLine, iterateAdminActions, listAdminActions } from './list-admin-actions.ts';
export { recordAdminAction } from './record-admin-action.ts';
