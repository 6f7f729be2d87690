// Compares what several nodes of one chain say about the same thing. Where they differ nothing is decided: which of them is right is for a human to say.
import type { ChainHead, TransactionOutcome, TransactionReport } from './chain.ts';

/** Questions about which nodes differ that are kept; more wait until some of these are answered alike. */
const DIFFERENCES_MAX = 100;
/** A question that no one has asked for so long is over. */
const FORGOTTEN_AFTER_MS = 5 * 60_000;
const ANSWER_MAX = 200;

/** A question that nodes answer differently. */
export interface Difference {
  readonly question: string;
  /** The answers in the order of the nodes, without those that gave none. */
  readonly answers: readonly string[];
}

interface Noted extends Difference {
  readonly sinceMs: number;
  readonly seenMs: number;
}

/** Nodes differ about something that decides about money. Nothing is decided; the question is asked again. */
export class NodesDifferError extends Error {
  override readonly name = 'NodesDifferError';
}

/** Questions about which the nodes of a chain differ now, by the clock of the process. */
export class Differences {
  readonly #noted = new Map<string, Noted>();

  /** Returns true when all answers are the same; otherwise the question is noted, and forgotten once it is answered alike. */
  agree(question: string, answers: readonly unknown[]): boolean {
    const texts = answers.map(write);
    if (texts.every((text) => text === texts[0])) {
      this.#noted.delete(question);
      return true;
    }
    const now = performance.now();
    const known = this.#noted.get(question);
    if (known === undefined && this.#noted.size >= DIFFERENCES_MAX) return false;
    const short = texts.map((text) => text.slice(0, ANSWER_MAX));
    this.#noted.set(question, { question, answers: short, sinceMs: known?.sinceMs ?? now, seenMs: now });
    return false;
  }

  /** Differences that have lasted for a time: one that is shorter is a node a moment behind. */
  list(lastedMs: number): Difference[] {
    const now = performance.now();
    for (const { question, seenMs } of this.#noted.values())
      if (now - seenMs > FORGOTTEN_AFTER_MS) this.#noted.delete(question);
    return [...this.#noted.values()]
      .filter(({ sinceMs }) => now - sinceMs >= lastedMs)
      .map(({ question, answers }) => ({ question, answers }));
  }
}

function write(answer: unknown): string {
  const text = JSON.stringify(answer, (_key, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  return text ?? 'nothing';
}

/**
 * The outcome that all nodes tell. Where one knows more than another it is not final yet, and nothing is decided by it. One that failed gives
 * money back, and is final only where every node of the settings says so.
 */
export function mergeOutcomes(
  outcomes: readonly TransactionOutcome[],
  { isAgreed, isComplete }: { isAgreed: boolean; isComplete: boolean },
): TransactionOutcome {
  const mined = outcomes.find((outcome) => outcome.status === 'mined');
  if (mined === undefined) return { status: 'unknown' };
  const isDecided = isAgreed && (mined.succeeded || isComplete);
  return isDecided ? mined : { ...mined, isFinal: false };
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
