export { findNewestBackup, getBackupAgeMs, recordBackup } from './newest-backup.ts';
export { prepareRestored } from './prepare-restored.ts';
export { restoreSigned, type Unmatched } from './restore-signed.ts';
