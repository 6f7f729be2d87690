import { setTimeout as delay } from 'node:timers/promises';
import type { DependencyFinding, DependencyName } from '@glasspool/pool/dependencies';
import type { DependencyBoard } from './board.ts';

/** Result of a probe of several dependencies that are compared with each other, such as the nodes of a chain. */
export type Findings = ReadonlyMap<DependencyName, DependencyFinding>;

/** Regular look at one or several dependencies. */
export interface Probe {
  readonly names: readonly DependencyName[];
  readonly everyMs: number;
  /** A probe that takes longer counts as silence of all that it looks at. */
  readonly timeoutMs: number;
  /** Sentence for that case: setting and host, and what to do. */
  readonly silence: string;
  run(): Promise<Findings>;
}

/** Runs probes at their own pace and records what they find. Disposing ends them. */
export class Prober implements AsyncDisposable {
  readonly #board: DependencyBoard;
  readonly #stop = new AbortController();
  readonly #loops: readonly Promise<void>[];

  constructor(board: DependencyBoard, probes: readonly Probe[]) {
    this.#board = board;
    for (const { names } of probes) for (const name of names) board.add(name);
    this.#loops = probes.map((probe) => this.#loop(probe));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#loops);
  }

  async #loop(probe: Probe): Promise<void> {
    const { signal } = this.#stop;
    let running: Promise<Findings> | undefined;
    while (!signal.aborted) {
      // A run that still waits is not joined by another one.
      running ??= probe.run().catch((error: unknown) => describeFailure(probe, error));
      const findings = await Promise.race([running, silenceAfter(probe, signal)]);
      if (signal.aborted) return;
      if (findings !== 'silent') running = undefined;
      for (const name of probe.names)
        this.#board.record(
          name,
          findings === 'silent' ? toSilence(probe) : (findings.get(name) ?? toSilence(probe)),
        );
      await delay(probe.everyMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
}

function toSilence({ silence }: Probe): DependencyFinding {
  return { state: 'degraded', reason: 'silent', sentence: silence };
}

/** Findings of a probe that failed where it should have described what it found: a defect, which must not pass for silence. */
function describeFailure({ names }: Probe, error: unknown): Findings {
  const message = error instanceof Error ? error.message : String(error);
  const sentence = `A look at ${names.join(', ')} failed: ${message}. Report this.`;
  return new Map(names.map((name) => [name, { state: 'degraded', reason: 'bad-answer', sentence }]));
}

async function silenceAfter({ timeoutMs }: Probe, signal: AbortSignal): Promise<'silent'> {
  await delay(timeoutMs, undefined, { signal, ref: false }).catch(() => undefined);
  return 'silent';
}
