import type { Clock } from './clock.ts';
import { parseAmount } from './money/amount.ts';
import type { Random } from './random.ts';
import type { Manifest } from './solvency/manifest.ts';

/** A clock that stands still until a test moves it. */
export class ManualClock implements Clock {
  #nowMs: number;

  constructor(startMs = Date.UTC(2026, 0, 1)) {
    this.#nowMs = startMs;
  }

  now(): number {
    return this.#nowMs;
  }

  advance(ms: number): void {
    this.#nowMs += ms;
  }
}

/** Randomness that repeats: the same seed gives the same numbers (mulberry32). Never for secrets. */
export class SeededRandom implements Random {
  #state: number;

  constructor(seed = 1) {
    this.#state = seed >>> 0;
  }

  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  integer(below: number): number {
    return Math.floor(this.fraction() * below);
  }

  bytes(length: number): Uint8Array {
    const bytes = new Uint8Array(length);
    for (let index = 0; index < length; index += 1) bytes[index] = this.integer(256);
    return bytes;
  }
}

/** Micro-units from a readable amount, for tests: `micro('12.5')`. */
export const micro = parseAmount;

/** A manifest of a leaf file and of nothing else: what is owed follows from the root, and every digest is told from the others. */
export function sampleManifest(
  leaves: Pick<Manifest, 'root' | 'leafCount'>,
  changes: Partial<Manifest> = {},
): Manifest {
  const digest = (fill: number): Uint8Array => new Uint8Array(32).fill(fill);
  const figures = {
    custody: 0n,
    inFlight: 0n,
    receivable: 0n,
    reserve: 0n,
    payable: 0n,
    ownFunds: 0n,
    dust: 0n,
  };
  return {
    ...leaves,
    snapshotNumber: 3,
    prevManifestDigest: digest(1),
    cutOffMs: 0,
    leafFileDigest: digest(2),
    usdt: { ...figures, owed: leaves.root.usdt, custody: leaves.root.usdt },
    trx: { ...figures, owed: leaves.root.trx, custody: leaves.root.trx },
    journalLength: 0,
    journalHeadDigest: digest(3),
    termsDigest: digest(4),
    bscChainId: 97,
    bscHeight: 1,
    bscBlockHash: digest(5),
    tronGenesisId: digest(6),
    tronHeight: 1,
    tronBlockId: digest(7),
    reservesFileDigest: digest(8),
    stateProofDigest: digest(12),
    inFlightDigest: digest(13),
    checkpointDigest: digest(14),
    anchorAddress: new Uint8Array(20).fill(9),
    statementPublicKey: digest(10),
    ...changes,
  };
}
