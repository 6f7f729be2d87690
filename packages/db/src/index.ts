export { assertWritable } from './assert-writable.ts';
export { BackupError, dumpDatabase, listBackedUp, restoreDatabase } from './backup.ts';
export { incrementCounter } from './counters.ts';
export { Database } from './database.ts';
export type { DatabaseUrl, ReadDatabaseUrl } from './database-url.ts';
export { databaseTime, lockRows, scaleDownSql, sumMicro } from './expressions.ts';
export { type Fence, LeaseLostError } from './fence.ts';
export { holdFile } from './file-lock.ts';
export { passGate, shutGate } from './gate.ts';
export { type Horizon, readHorizon } from './horizon.ts';
export {
  findEarlierResult,
  findIdempotencyKey,
  type KeyedRequest,
  rememberKey,
  toKey,
} from './idempotency.ts';
export { describeMigrations, FirstEditionError, migrateToLatest, NewerDatabaseError } from './migrate.ts';
export { listenForNotifications, type Notifications } from './notifications.ts';
export { isLostOutgoing, isOpenOutgoing, isOpenSweepItem, isOpenWithdrawal, isStaff } from './open-work.ts';
export {
  countUpTo,
  cutPage,
  getOffset,
  isAfter,
  iteratePages,
  type PageOf,
  type PageRequest,
  type Place,
} from './paging.ts';
export { type Param, prepareSelect } from './prepare.ts';
export { openRateLimitStore, type RateLimitStore } from './rate-limit-store.ts';
export { isCheckViolation, isUniqueViolation } from './retry.ts';
export type { DailyTotalKind } from './schema/operations.ts';
export type { ApiKeyScope } from './schema/programs.ts';
export type { Row, Tables } from './schema/tables.ts';
export type { Role } from './schema/users.ts';
export { readSetting, writeSetting } from './settings.ts';
export { listStoredTables, type StoredTable } from './stored-tables.ts';
export type { DialectName, Queryable, Transaction } from './transaction.ts';
