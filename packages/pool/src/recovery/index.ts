export { adoptSigned, type Unmatched } from './adopt-signed.ts';
export { followAdopted } from './follow-adopted.ts';
export { findNewestBackup, getBackupAgeMs, recordBackup } from './newest-backup.ts';
export { prepareRestored } from './prepare-restored.ts';
