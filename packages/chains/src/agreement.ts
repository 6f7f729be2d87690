// Compares what several nodes of one chain say about the same thing. Where they differ nothing is decided: which of them is right is for a human to say.
import { countEnough, type Told } from './ask-node.ts';
import type { TransactionReport } from './chain.ts';

/** Open questions of each kind that are kept; more wait until some of these are decided. */
const OPEN_MAX = 100;
/** A question about which nodes differ is over when no one has asked it for so long; one that a node left without an answer, sooner. */
const DIFFERENCE_KEPT_MS = 5 * 60_000;
const SILENCE_KEPT_MS = 60_000;
/** Nodes that are only a moment apart do not go on differing for so long. */
const STOPS_AFTER_MS = 60_000;
const ANSWER_MAX = 500;
const SILENCE = 'silence about ';
const DIFFERENCE = 'difference about ';

/** A question about which the nodes of a chain differ, or that too few of them answer. */
export interface Difference {
  readonly question: string;
  /** Answers of all nodes in the order of the settings, or the reason of the one that gives none. */
  readonly answers: readonly string[];
  /** Positions of the nodes that give no answer, where the others agree; empty where answers differ. */
  readonly silent: readonly number[];
  /** Positions of the nodes that answer otherwise than those that decided; empty where nothing is decided. */
  readonly outvoted: readonly number[];
  readonly lastedMs: number;
}

interface Noted extends Omit<Difference, 'lastedMs'> {
  readonly isOfMoment: boolean;
  readonly sinceMs: number;
  readonly seenMs: number;
}

/** Nodes differ about something that decides about money, or too few of them answer. Nothing is decided; the question is asked again. */
export class NodesDifferError extends Error {
  override readonly name = 'NodesDifferError';
}

/** Answers of the nodes to a question, in the order of the settings. */
export interface Ballot {
  readonly question: string;
  readonly told: readonly Told<unknown>[];
  /** Positions of nodes that have no vote: the others decide without them. */
  readonly abstaining: ReadonlySet<number>;
  /** True where each node answers as of a moment of its own: that they differ decides nothing, and is no reason to stop. */
  readonly isOfMoment: boolean;
}

/** Questions about which the nodes of a chain differ now, by the clock of the process. */
export class Differences {
  readonly #noted = new Map<string, Noted>();

  /**
   * Returns the positions of the nodes that decide: enough of them say the same. Undefined while there are none. A question is noted while
   * nodes differ, or too few of them answer, and forgotten once they agree.
   */
  agree({ question, told, abstaining, isOfMoment }: Ballot): ReadonlySet<number> | undefined {
    const answers = told.map((one) => ('answer' in one ? write(one.answer) : `no answer (${one.silence})`));
    const voting = [...told.entries()].filter(([position]) => !abstaining.has(position));
    const silent = voting.flatMap(([position, one]) => ('answer' in one ? [] : [position]));
    const given = voting.flatMap(([position, one]) => ('answer' in one ? [position] : []));
    const largest = findLargest(answers, given);
    const deciding =
      largest.length > 0 && largest.length >= countEnough(voting.length) ? new Set(largest) : undefined;
    const outvoted = deciding === undefined ? [] : given.filter((position) => !deciding.has(position));
    if (deciding !== undefined && outvoted.length === 0) {
      for (const kind of [SILENCE, DIFFERENCE]) this.#noted.delete(kind + question);
      return deciding;
    }
    const isSilence = largest.length === given.length && silent.length > 0;
    this.#note({ question, answers, silent: isSilence ? silent : [], outvoted, isOfMoment });
    return deciding;
  }

  #note({ question, answers, ...noted }: Omit<Noted, 'sinceMs' | 'seenMs'>): void {
    // Kept apart: an error in between does not start the minute again.
    const key = (noted.silent.length > 0 ? SILENCE : DIFFERENCE) + question;
    const known = this.#noted.get(key);
    this.#noted.delete(key);
    const isSameKind = (one: Noted): boolean =>
      one.silent.length > 0 === noted.silent.length > 0 && one.isOfMoment === noted.isOfMoment;
    if ([...this.#noted.values()].filter(isSameKind).length >= OPEN_MAX) return;
    const now = performance.now();
    this.#noted.set(key, {
      question,
      answers: answers.map((text, position) => `node ${position + 1}: ${text.slice(0, ANSWER_MAX)}`),
      ...noted,
      sinceMs: known?.sinceMs ?? now,
      seenMs: now,
    });
  }

  /** The difference that stops the chain: its nodes have said different things for a minute, and enough of them still say so. */
  findStop(): Difference | undefined {
    const stops = ({ silent, outvoted, isOfMoment, sinceMs, seenMs }: Noted): boolean =>
      silent.length + outvoted.length === 0 && !isOfMoment && seenMs - sinceMs >= STOPS_AFTER_MS;
    return this.#list(stops)[0];
  }

  /** Questions that have been open for a time, differences before silence: one that is shorter is a node a moment behind. */
  list(lastedMs: number): Difference[] {
    const now = performance.now();
    return this.#list(({ sinceMs }) => now - sinceMs >= lastedMs);
  }

  #list(counts: (noted: Noted) => boolean): Difference[] {
    const now = performance.now();
    for (const [key, { silent, seenMs }] of this.#noted)
      if (now - seenMs > (silent.length > 0 ? SILENCE_KEPT_MS : DIFFERENCE_KEPT_MS)) this.#noted.delete(key);
    return [...this.#noted.values()]
      .filter(counts)
      .map(({ sinceMs, seenMs: _, isOfMoment: __, ...noted }) => ({ ...noted, lastedMs: now - sinceMs }))
      .sort((a, b) => a.silent.length - b.silent.length || b.lastedMs - a.lastedMs);
  }
}

/** Positions of the answer that most of some nodes give. */
export function findLargest(answers: readonly string[], given: readonly number[]): readonly number[] {
  const groups = given.map((position) => given.filter((other) => answers[other] === answers[position]));
  return groups.reduce((a, b) => (b.length > a.length ? b : a), []);
}

/** An answer as text, the same for the same answer. */
export function write(answer: unknown): string {
  const text = JSON.stringify(answer, (_key, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  return text ?? 'nothing';
}

/** Orders reports on a transaction by how much they say of it. */
export function getFullness(report: TransactionReport): number {
  if (report.status !== 'mined') return report.status === 'pending' ? 1 : 0;
  return 2 + (report.isFinal ? 1 : 0) + (report.transfers.length > 0 ? 2 : 0);
}
