export { TestPoolWithSnapshots } from './a-pool-with-snapshots.ts';
export { listFailedBookChecks } from './list-failed-book-checks.ts';
export { MemorySnapshots } from './memory-snapshots.ts';
