// In the packed package, this type is written out: it needs nothing of the server.
export type { AppRouter } from '../root.ts';
