import { settle } from '@glasspool/pool/outgoing';
import { TestPool } from '@glasspool/pool/testing';
import { ed25519 } from '@noble/curves/ed25519.js';
import {
  anchorSnapshots,
  buildSnapshot,
  createOutgoingHandlers,
  type SolvencyDeps,
  type StatementKey,
} from '../index.ts';
import { MemorySnapshots } from './memory-snapshots.ts';

const STATEMENT_SECRET = new Uint8Array(32).fill(5);
const TEST_STATEMENT_KEY: StatementKey = {
  publicKey: ed25519.getPublicKey(STATEMENT_SECRET),
  sign: (message) => ed25519.sign(message, STATEMENT_SECRET),
};

/** Test pool that also takes snapshots, and keeps their files in memory. */
export class TestPoolWithSnapshots extends TestPool {
  declare readonly deps: SolvencyDeps;

  constructor(...parts: ConstructorParameters<typeof TestPool>) {
    super(...parts);
    const snapshots = new MemorySnapshots();
    this.deps = {
      ...this.deps,
      statementKey: TEST_STATEMENT_KEY,
      snapshots,
      outgoingHandlers: createOutgoingHandlers(snapshots),
      buildSnapshot,
    };
  }

  /** Goes on with the anchors as the workers do. Returns true when it sent something. */
  async anchor(deps: SolvencyDeps = this.deps): Promise<boolean> {
    await settle(deps, 'BSC');
    return anchorSnapshots(deps);
  }
}
