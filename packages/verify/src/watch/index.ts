export { type Served, serve } from './serve.ts';
export { look, type Round, type WatchOptions } from './watcher.ts';
