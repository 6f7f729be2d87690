// Compares what several nodes of one chain say about the same thing. Where they differ nothing is decided: which of them is right is for a human to say.
import type { Told } from './ask-node.ts';
import type {
  BlockId,
  BlockPage,
  ChainHead,
  FindOurs,
  IncomingTransfer,
  TransactionReport,
} from './chain.ts';

/** Open questions of each kind that are kept; more wait until some of these are decided. */
const OPEN_MAX = 100;
/** A question about which nodes differ is over when no one has asked it for so long; one that a node left without an answer, sooner. */
const DIFFERENCE_KEPT_MS = 5 * 60_000;
const SILENCE_KEPT_MS = 60_000;
const ANSWER_MAX = 500;

/** A question that the nodes have not decided: their answers differ, or too few of them give one. */
export interface Difference {
  readonly question: string;
  /** Answers of all nodes in the order of the settings, or the reason of the one that gives none. */
  readonly answers: readonly string[];
  /** Positions of the nodes that give no answer, where the others agree; empty where answers differ. */
  readonly silent: readonly number[];
  readonly lastedMs: number;
}

interface Noted extends Omit<Difference, 'lastedMs'> {
  readonly sinceMs: number;
  readonly seenMs: number;
}

/** Nodes differ about something that decides about money, or too few of them answer. Nothing is decided; the question is asked again. */
export class NodesDifferError extends Error {
  override readonly name = 'NodesDifferError';
}

/** Questions that the nodes of a chain have not decided now, by the clock of the process. */
export class Differences {
  readonly #noted = new Map<string, Noted>();

  /** Returns true when enough nodes answer and all answers are the same; otherwise the question is noted, and forgotten once it is decided. */
  agree(question: string, told: readonly Told<unknown>[], enough: number): boolean {
    const answers = told.map((one) => ('answer' in one ? write(one.answer) : `no answer (${one.silence})`));
    const silent = told.flatMap((one, position) => ('answer' in one ? [] : [position]));
    const given = answers.filter((_, position) => !silent.includes(position));
    const isSame = given.every((text) => text === given[0]);
    const known = this.#noted.get(question);
    this.#noted.delete(question);
    if (isSame && given.length >= enough) return true;
    const isSilence = isSame && silent.length > 0;
    const kept = [...this.#noted.values()].filter((one) => one.silent.length > 0 === isSilence);
    if (kept.length >= OPEN_MAX) return false;
    const now = performance.now();
    this.#noted.set(question, {
      question,
      answers: answers.map((text, position) => `node ${position + 1}: ${text.slice(0, ANSWER_MAX)}`),
      silent: isSilence ? silent : [],
      sinceMs: known?.sinceMs ?? now,
      seenMs: now,
    });
    return false;
  }

  /** Questions that have been open for a time, differences before silence: one that is shorter is a node a moment behind. */
  list(lastedMs: number): Difference[] {
    const now = performance.now();
    for (const { question, silent, seenMs } of this.#noted.values())
      if (now - seenMs > (silent.length > 0 ? SILENCE_KEPT_MS : DIFFERENCE_KEPT_MS))
        this.#noted.delete(question);
    return [...this.#noted.values()]
      .map(({ sinceMs, seenMs: _, ...noted }) => ({ ...noted, lastedMs: now - sinceMs }))
      .filter((one) => one.lastedMs >= lastedMs)
      .sort((a, b) => a.silent.length - b.silent.length || b.lastedMs - a.lastedMs);
  }
}

function write(answer: unknown): string {
  const text = JSON.stringify(answer, (_key, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  return text ?? 'nothing';
}

/**
 * Returns what each page of the same blocks has and another one has not: its ends, and transfers of the addresses that count. Empty where all have
 * the same.
 */
export async function findDifferingParts(
  pages: readonly BlockPage[],
  findOurs: FindOurs | undefined,
): Promise<readonly unknown[][]> {
  const parts = pages.map(
    ({ first, last, transfers }) => new Map([first, last, ...transfers].map((part) => [write(part), part])),
  );
  const differing = parts.map((mine) =>
    [...mine].filter(([text]) => !parts.every((other) => other.has(text))),
  );
  const addresses = differing.flat().flatMap(([, part]) => ('to' in part ? [part.from, part.to] : []));
  const ours = addresses.length > 0 ? await findOurs?.([...new Set(addresses)]) : undefined;
  const counts = (part: BlockId | IncomingTransfer): boolean =>
    !('to' in part) || ours === undefined || ours.has(part.from) || ours.has(part.to);
  return differing.map((mine) => mine.filter(([, part]) => counts(part)).map(([, part]) => part));
}

/** Orders reports on a transaction by how much they say of it. */
export function getFullness(report: TransactionReport): number {
  if (report.status !== 'mined') return report.status === 'pending' ? 1 : 0;
  return 2 + (report.isFinal ? 1 : 0) + (report.transfers.length > 0 ? 2 : 0);
}

/** Head as a node tells it, and its block at any height. */
export interface ToldHead {
  readonly head: ChainHead;
  findHash(height: number): Promise<string | undefined>;
}

/**
 * The highest of the heads that all nodes have the same block at; the lowest head where they share no block, as on two forks. A head that one node
 * alone tells of, however far ahead, leads no further; nor does one behind hold the others back while its node has the later block. What is final
 * is the least that a node says which has come as far.
 */
export async function agreeOnHead(told: readonly [ToldHead, ...ToldHead[]]): Promise<ChainHead> {
  const heights = [...new Set(told.map(({ head }) => head.height))].sort((a, b) => b - a);
  const height = heights.length === 1 ? heights[0] : await findCommon(told, heights);
  const reached = told.map(({ head }) => head).filter((head) => head.height >= (height ?? 0));
  const [first, ...others] = reached;
  if (first === undefined || height === undefined) return told[0].head;
  return others.reduce(
    (a, b) => ({
      height,
      finalizedHeight: Math.min(a.finalizedHeight, b.finalizedHeight),
      isFinalityStalled: a.isFinalityStalled || b.isFinalityStalled,
      timeMs: Math.min(a.timeMs, b.timeMs),
      finalTimeMs: Math.min(a.finalTimeMs, b.finalTimeMs),
    }),
    { ...first, height, finalizedHeight: Math.min(first.finalizedHeight, height) },
  );
}

async function findCommon(
  told: readonly ToldHead[],
  heights: readonly number[],
): Promise<number | undefined> {
  for (const height of heights) {
    const hashes = await Promise.all(told.map(({ findHash }) => findHash(height)));
    if (hashes[0] !== undefined && hashes.every((hash) => hash === hashes[0])) return height;
  }
  return heights.at(-1);
}
