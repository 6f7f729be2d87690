// Messages between the thread that serves requests and the one that builds a snapshot. Both ends are this program.
import type { BuiltSnapshot } from '@glasspool/pool';

/** Given to the thread when it starts. */
export interface SnapshotTask {
  readonly dataDir: string;
  readonly nonceKey: Uint8Array;
}

export type FromThread =
  /** Its view of the database stands: it asks for the time of the pool's clock. */
  { readonly kind: 'view' } | { readonly kind: 'built'; readonly built: BuiltSnapshot };

export interface ToThread {
  readonly nowMs: number;
}
