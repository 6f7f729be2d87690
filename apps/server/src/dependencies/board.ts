import type {
  Dependencies,
  DependencyFinding,
  DependencyName,
  DependencyReport,
  DependencyState,
} from '@glasspool/pool/dependencies';
import type { Logger } from 'pino';

/** Findings of trouble in a row before it counts, for what loses an answer now and then. */
const PATIENCE = 2;

/** Dependencies whose first trouble counts: they are on this machine, or nothing works without them. */
const IMPATIENT: ReadonlySet<string> = new Set(['database', 'signer', 'disk', 'clock']);

interface Entry {
  report: DependencyReport;
  /** Findings of trouble since the last good one. */
  troubles: number;
}

/**
 * State of everything that this process depends on: one state machine per dependency, from `starting` to `ok`, `degraded` or `refused` and
 * back. A change is one line of the log, without a stack trace, since these faults are expected.
 */
export class DependencyBoard implements Dependencies {
  readonly #entries = new Map<DependencyName, Entry>();
  readonly #log: Logger;
  readonly #readNow: () => number;

  constructor({ log, readNow }: { log: Logger; readNow: () => number }) {
    this.#log = log;
    this.#readNow = readNow;
  }

  /** Adds a dependency, which is `starting` until something is found out about it. */
  add(name: DependencyName): void {
    if (this.#entries.has(name)) return;
    const report = {
      name,
      since: this.#readNow(),
      state: 'starting',
      reason: 'starting',
      sentence: '',
    } as const;
    this.#entries.set(name, { report, troubles: 0 });
  }

  /** Records the result of a look at a dependency. */
  record(name: DependencyName, finding: DependencyFinding): void {
    const entry = this.#entries.get(name);
    if (entry === undefined) return;
    entry.troubles = finding.state === 'ok' ? 0 : entry.troubles + 1;
    const before = entry.report;
    const isDoubtful = finding.state === 'degraded' && entry.troubles < PATIENCE && !IMPATIENT.has(name);
    if (isDoubtful && before.state === 'ok') return;
    const isSame = before.state === finding.state && before.reason === finding.reason;
    entry.report = { name, ...finding, since: isSame ? before.since : this.#readNow() };
    if (!isSame) this.#logChange(before, entry.report);
  }

  list(): readonly DependencyReport[] {
    return [...this.#entries.values()].map(({ report }) => report);
  }

  getState(name: DependencyName): DependencyState | undefined {
    return this.#entries.get(name)?.report.state;
  }

  #logChange(before: DependencyReport, { name, state, reason, sentence, since }: DependencyReport): void {
    const facts = { dependency: name, state, reason };
    if (state === 'refused') this.#log.error(facts, sentence);
    else if (state === 'degraded') this.#log.warn(facts, sentence);
    else if (before.state !== 'starting')
      this.#log.warn(facts, `${name}: recovered after ${Math.round((since - before.since) / 1_000)} s`);
  }
}
