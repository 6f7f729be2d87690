import { TestPool } from '@glasspool/pool/testing';
import { ed25519 } from '@noble/curves/ed25519.js';
import { buildSnapshot, type SolvencyDeps, type StatementKey } from '../index.ts';
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
    this.deps = {
      ...this.deps,
      statementKey: TEST_STATEMENT_KEY,
      snapshots: new MemorySnapshots(),
      buildSnapshot,
    };
  }
}
