import type { ChainHead } from '@glasspool/chains';
import { NETWORKS, type Network } from '@glasspool/core';
import type { PoolDeps } from '../deps.ts';

/** Until when a chain without nonces must not be signed for after a start. */
interface Gate {
  /** Head read after the start: the scanner must have passed it. */
  readonly height: number;
  /** Chain time after which nothing signed before the start can be taken any more. */
  readonly expiredAtMs: number;
}

/**
 * Keeps this process from signing on chains without nonces right after a start: the database may be an older copy that does not know
 * what was signed, and nothing else would tell that a payment was made already. Lives in memory, one per process.
 */
export class SigningGate {
  readonly #signedForMs = new Map<Network, number>();
  /** Undefined for a network whose nodes did not agree on a head yet: the first one that they agree on has to be passed. */
  readonly #gates = new Map<Network, Gate | undefined>();

  /** Reads the heads that have to be passed. Called at every start, before anything is signed. */
  async close({ chains }: Pick<PoolDeps, 'chains'>): Promise<void> {
    for (const network of NETWORKS) {
      const { signedForMs } = chains[network];
      if (signedForMs === null) continue;
      const { isAgreed, height, timeMs } = await chains[network].getHead();
      this.#signedForMs.set(network, signedForMs);
      this.#gates.set(network, isAgreed ? { height, expiredAtMs: timeMs + signedForMs } : undefined);
    }
  }

  /** Returns true once each transaction that was signed before the start is in a scanned block or has expired. */
  isOpen(network: Network, seen: ChainHead & { readonly scannedHeight: number }): boolean {
    if (!this.#gates.has(network)) return true;
    const gate = this.#gates.get(network);
    if (gate === undefined) {
      const expiredAtMs = seen.timeMs + (this.#signedForMs.get(network) ?? 0);
      if (seen.isAgreed) this.#gates.set(network, { height: seen.height, expiredAtMs });
      return false;
    }
    const isPassed =
      seen.scannedHeight >= gate.height &&
      seen.finalTimeMs > gate.expiredAtMs &&
      seen.scannedHeight >= seen.finalizedHeight;
    if (isPassed) this.#gates.delete(network);
    return isPassed;
  }
}
