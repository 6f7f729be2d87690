// The parts of a pool that can fail. Each call is a point at which its process can be parked or killed, or the call can fail.
import type { Chain } from '@glasspool/chains';
import type { SeededRandom } from '@glasspool/core/testing';
import type { PoolDeps, SignedLog } from '@glasspool/pool/deps';
import type { SimChain } from '@glasspool/pool/testing';
import { createOutgoingHandlers, type SnapshotStore, type SolvencyDeps } from '@glasspool/solvency';
import type { MemorySnapshots } from '@glasspool/solvency/testing';
import type { Counters } from './counters.ts';
import type { Scheduler } from './scheduler.ts';
import type { StorySigner } from './story-signer.ts';
import { FaultError } from './violation.ts';

type Line = Parameters<SignedLog['append']>[0];

/**
 * File of lines that is flushed after each append. A power cut keeps the flushed lines and any number of the lines after them, in order.
 */
export class LogFile {
  #lines: Line[] = [];
  #flushed = 0;

  get hashes(): string[] {
    return this.#lines.map(({ txHash }) => String(txHash));
  }

  /** Returns true for a line that no power cut can remove. */
  keeps(txHash: string): boolean {
    return this.hashes.lastIndexOf(txHash) >= 0 && this.hashes.indexOf(txHash) < this.#flushed;
  }

  cutPower(random: SeededRandom): number {
    const kept = this.#flushed + random.integer(this.#lines.length - this.#flushed + 1);
    const lost = this.#lines.length - kept;
    this.#lines = this.#lines.slice(0, kept);
    this.#flushed = kept;
    return lost;
  }

  get lines(): readonly Line[] {
    return [...this.#lines];
  }

  /** Sets the file back to an earlier copy. */
  replace(lines: readonly Line[]): void {
    this.#lines = [...lines];
    this.#flushed = lines.length;
  }

  /** Returns the file in the form that a process uses. */
  open(scheduler: Scheduler): SignedLog {
    return {
      append: async (line) => {
        await scheduler.point();
        this.#lines.push(line);
        const end = this.#lines.length;
        await scheduler.point();
        this.#flushed = Math.max(this.#flushed, Math.min(end, this.#lines.length));
        await scheduler.point();
      },
      readEntries: async () => this.lines,
      readHashes: async () => this.hashes,
      flush: async () => {
        this.#flushed = this.#lines.length;
      },
    };
  }
}

/** Faults of a network's node and of the connection to it. The story switches them on and off. */
export interface NodeFaults {
  /** Chance that a call gets no answer. Half of such calls reach the node nevertheless. */
  lossChance: number;
}

const CHAIN_CALLS = [
  'getHead',
  'findBlock',
  'readBlocks',
  'listFinalTransfers',
  'getBalanceUnits',
  'getOutcome',
  'reportTransaction',
  'findDropProof',
  'quoteSend',
  'getNonce',
  'signReplacement',
  'signVoid',
  'broadcast',
] as const satisfies readonly (keyof Chain)[];

/** Chance that a node which loses calls loses the answer to a broadcast. Higher than for other calls, because few payments get that far. */
const BROADCAST_LOSS_CHANCE = 0.6;

/** Wraps a chain for a process. `onBroadcast` gets the bytes before the chain does. */
export function openChain(
  chain: SimChain,
  given: {
    scheduler: Scheduler;
    random: SeededRandom;
    faults: NodeFaults;
    counters: Counters;
    signer: StorySigner;
    onBroadcast: (raw: string) => void;
  },
): Chain {
  const { scheduler, random, faults, counters, signer, onBroadcast } = given;
  const isLost = (chance = faults.lossChance): boolean => faults.lossChance > 0 && random.fraction() < chance;
  const calls: ReadonlySet<string | symbol> = new Set(CHAIN_CALLS);
  // The signer is another process: a call to it cannot be lost on the way to a node.
  const sign: Chain['signTransfer'] = async (intent) => {
    const signed = await chain.signTransfer(intent);
    await signer.assertMaySign(chain.network, intent, signed);
    return signed;
  };
  return new Proxy(chain, {
    get(target, name) {
      // The methods use private fields, so they are called on the chain itself.
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value !== 'function') return value;
      if (name === 'signTransfer') return sign;
      if (!calls.has(name)) return value.bind(target);
      return async (...values: unknown[]) => {
        await scheduler.point();
        if (isLost()) throw new FaultError(`${target.network}: ${String(name)} did not arrive.`);
        if (name === 'broadcast') onBroadcast(String(values[0]));
        const answer: unknown = await Reflect.apply(value, target, values);
        await scheduler.point();
        if (!isLost(name === 'broadcast' ? BROADCAST_LOSS_CHANCE : undefined)) return answer;
        counters.count('answer of a node lost');
        if (name === 'broadcast') counters.count('answer to a broadcast lost');
        throw new FaultError(`${target.network}: the answer to ${String(name)} was lost.`);
      };
    },
  });
}

/** Wraps the files of snapshots for a process. */
export function openSnapshots(store: MemorySnapshots, scheduler: Scheduler): SnapshotStore {
  return {
    write: async (...file) => {
      await scheduler.point();
      await store.write(...file);
      await scheduler.point();
    },
    publish: async (...draft) => {
      await scheduler.point();
      await store.publish(...draft);
      await scheduler.point();
    },
    discard: (draft) => store.discard(draft),
    read: (...file) => store.read(...file),
  };
}

/** Files of snapshots, and what writes anchors into them. */
export function useSnapshots(snapshots: SnapshotStore): Pick<SolvencyDeps, 'snapshots' | 'outgoingHandlers'> {
  return { snapshots, outgoingHandlers: createOutgoingHandlers(snapshots) };
}

/** Mail server that sometimes refuses a mail. */
export function openMail(
  scheduler: Scheduler,
  { random, counters }: { random: SeededRandom; counters: Counters },
): PoolDeps['mail'] {
  return {
    send: async () => {
      await scheduler.point();
      if (random.fraction() >= 0.05) return undefined;
      counters.count('mail refused');
      throw new FaultError('The mail server is away.');
    },
  };
}
