import type { ToldHead } from './agreed-head.ts';
import { type Difference, Differences, NodesDifferError, write } from './agreement.ts';
import { askNode, countEnough, hearAll, NEVER, type Node, pickAnswers, type Told } from './ask-node.ts';
import { type Chain, NetworkRefusedError } from './chain.ts';

/**
 * Questions that need no second node: no answer to them credits, books or gives back. A method that is not in this list has to go through
 * `poll`, or it does not compile.
 */
export type Reading = Pick<
  Chain,
  | 'getHead'
  | 'proveBalances'
  | 'quoteSend'
  | 'findRawTransaction'
  | 'getChainId'
  | 'signTransfer'
  | 'signReplacement'
  | 'signVoid'
  // A nonce that waits for a block only makes the pool wait.
  | 'getNonce'
>;

/** A question that credits, books or gives back. */
export interface Question<Answer> {
  /** Subject in words that follow 'about'. */
  readonly about: string;
  ask(node: Chain): Promise<Answer>;
  /** Parts of an answer that count, about each of which nodes have to agree; all of it where left out. */
  readonly aspects?: readonly Aspect<Answer>[];
  /** True where a node only says that it does not know yet, which counts as silence beside one that knows. */
  isNotYet?(answer: Answer): boolean;
  /** True where each node answers as of a moment of its own: that they differ decides nothing, and is no reason to stop. */
  readonly isOfMoment?: boolean;
}

export interface Aspect<Answer> {
  /** Left out for the first one. */
  readonly about?: string;
  /** Returns what counts of each answer. */
  compare(answers: readonly Answer[]): Promise<readonly unknown[]>;
  /** True for a node whose answer may be empty for its setting alone: an empty one is then no vote. Asked where nodes differ. */
  hasNoVote?(node: Chain): Promise<boolean>;
}

interface Poll<Answer> {
  readonly answers: readonly [Answer, ...Answer[]];
  /** True when enough nodes say the same; `answers` are then theirs alone. */
  readonly isDecided: boolean;
  /** True when every node that answers says so. */
  readonly isUnanimous: boolean;
}

const WHOLE: Aspect<unknown> = { compare: async (answers) => answers };
/** Leaves nothing to compare: that enough nodes answer is what counts. */
export const IF_IT_ANSWERS: readonly [Aspect<never>] = [
  { compare: async (answers) => answers.map(() => true) },
];

/** Nodes of one chain, as they are asked: one of them, all of them, or as many as decide about money. */
export class NodePanel {
  readonly #nodes: readonly Node[];
  readonly #network: Chain['network'];
  readonly #differences = new Differences();
  readonly #mayDecideAlone: () => Promise<boolean>;
  /** Position of the node that answered last. */
  #current = 0;

  /** @param mayDecideAlone true while an admin lets the nodes that answer decide without those that do not */
  constructor(nodes: readonly [Chain, ...Chain[]], mayDecideAlone: () => Promise<boolean>) {
    this.#nodes = nodes.map((chain) => ({ chain, allowedAt: NEVER, silentAt: NEVER, behindMs: 0 }));
    this.#network = nodes[0].network;
    this.#mayDecideAlone = mayDecideAlone;
  }

  /** Questions that the nodes have not decided for a time. */
  listDifferences(lastedMs: number): Difference[] {
    return this.#differences.list(lastedMs);
  }

  /** True while nodes go on differing about anything. */
  isStopped(): boolean {
    return this.#differences.findStop() !== undefined;
  }

  /** Asks every node for its network before the next question. */
  forgetNetworks(): void {
    for (const node of this.#nodes) node.allowedAt = NEVER;
  }

  /** Asks one node, the next one when it does not answer, and one that has fallen behind last of all. */
  async ask<Answer>(question: (node: Reading) => Promise<Answer>): Promise<Answer> {
    let failure: unknown;
    const inTurn = this.#nodes.map((_, step) => (this.#current + step) % this.#nodes.length);
    const isBehind = (position: number): boolean => isLeft(this.#nodes[position]);
    for (const position of inTurn.toSorted((a, b) => Number(isBehind(a)) - Number(isBehind(b)))) {
      const node = this.#nodes[position];
      if (node === undefined) break;
      try {
        const answer = await askNode(node, question);
        this.#current = position;
        return answer;
      } catch (error) {
        // A mistake in the question itself is the same for every node.
        if (error instanceof RangeError || error instanceof NetworkRefusedError) throw error;
        failure ??= error;
      }
    }
    throw failure;
  }

  /**
   * Asks one node for a signature.
   *
   * @throws NodesDifferError while the chain is stopped
   */
  async sign<Answer>(question: (node: Reading) => Promise<Answer>): Promise<Answer> {
    this.#assertNotStopped();
    return this.ask(question);
  }

  /** Asks all nodes what needs no second one. */
  async askAll<Answer>(
    question: (node: Reading & Pick<Chain, 'findBlock'>) => Promise<Answer>,
  ): Promise<readonly [Answer, ...Answer[]]> {
    const upToDate = this.#nodes.filter((node) => !isLeft(node));
    return pickAnswers(await hearAll(upToDate, question));
  }

  /** Asks all nodes for their heads, and notes which of them have fallen behind by the clock of this machine. */
  async readHeads(now: number | undefined): Promise<readonly [ToldHead, ...ToldHead[]]> {
    const heard = await hearAll(this.#nodes, async (node) => ({
      head: await node.getHead(),
      findHash: async (height: number) => (await node.findBlock(height).catch(() => undefined))?.hash,
    }));
    const times = heard.told.map((one) => ('answer' in one ? one.answer.head.timeMs : undefined));
    // No honest node has a block of a later time: one that tells of such a block makes no other one old.
    const newest = Math.max(...times.map((timeMs) => Math.min(timeMs ?? 0, now ?? 0)));
    for (const [position, node] of this.#nodes.entries())
      node.behindMs = Math.max(0, newest - (times[position] ?? newest));
    return pickAnswers(heard);
  }

  /**
   * Asks all nodes about something that credits, books or gives back. Every answer that decides about money passes here: of two nodes both have to say
   * the same, of three two. One that says something else is named. While nodes go on differing about anything, nothing is decided.
   */
  async poll<Answer>(question: Question<Answer>): Promise<Poll<Answer>> {
    const heard = await hearAll(this.#nodes, (node) => question.ask(node));
    const present = heard.told.map((one, position) => passOverBehind(one, this.#nodes[position]));
    const { told, knows } = passOverNotYet(present, question);
    const absent = await this.#findAbsent(heard.told);
    let deciding: ReadonlySet<number> = new Set(told.keys());
    for (const aspect of knows ? (question.aspects ?? [WHOLE]) : IF_IT_ANSWERS)
      if (deciding.size > 0)
        deciding = intersect(deciding, await this.#decideAspect(question, aspect, { told, absent }));
    const [first, ...others] = told.flatMap((one, position) =>
      'answer' in one && deciding.has(position) ? [one] : [],
    );
    if (first === undefined || this.isStopped())
      return { answers: pickAnswers(heard), isDecided: false, isUnanimous: false };
    const isUnanimous = told.every((one, position) => !('answer' in one) || deciding.has(position));
    const answers = [first.answer, ...others.map(({ answer }) => answer)] as const;
    return { answers, isDecided: true, isUnanimous };
  }

  /** Positions of nodes that give no answer, where an admin lets the others decide without them. One that knows nothing yet, or is behind, is not away. */
  async #findAbsent(told: readonly Told<unknown>[]): Promise<ReadonlySet<number>> {
    const silent = findPositions(told, (one) => !('answer' in one));
    const deciding = await this.countDeciding(told.length - silent.size);
    return deciding < told.length ? silent : NONE;
  }

  /** Number of nodes of which enough decide: those that answer, where they are too few and an admin lets them; all of the settings otherwise. */
  async countDeciding(answering: number): Promise<number> {
    const all = this.#nodes.length;
    const isAllowed = answering < countEnough(all) && (await this.#mayDecideAlone());
    return isAllowed ? answering : all;
  }

  /** Positions of the nodes that decide one aspect; none while it is open. */
  async #decideAspect<Answer>(
    { about, isOfMoment = false }: Question<Answer>,
    aspect: Aspect<Answer>,
    { told, absent }: { told: readonly Told<Answer>[]; absent: ReadonlySet<number> },
  ): Promise<ReadonlySet<number>> {
    const answers = told.flatMap((one) => ('answer' in one ? [one.answer] : []));
    const views = (await aspect.compare(answers)).map((answer) => ({ answer }));
    const next = views.values();
    const seen = told.map((one) => ('answer' in one ? (next.next().value ?? one) : one));
    const withoutVote = isSame(views) ? NONE : await this.#findWithoutVote(aspect, seen);
    const ballot = {
      question: aspect.about === undefined ? about : `${about}, ${aspect.about}`,
      told: seen,
      isOfMoment,
      abstaining: new Set([...absent, ...withoutVote]),
    };
    return this.#differences.agree(ballot) ?? NONE;
  }

  async #findWithoutVote(
    { hasNoVote }: Aspect<never>,
    seen: readonly Told<unknown>[],
  ): Promise<ReadonlySet<number>> {
    if (hasNoVote === undefined) return NONE;
    const isEmpty = (one: Told<unknown> | undefined): boolean =>
      one !== undefined && 'answer' in one && Array.isArray(one.answer) && one.answer.length === 0;
    const asked = this.#nodes.map(async ({ chain }, position) =>
      isEmpty(seen[position]) ? hasNoVote(chain).catch(() => false) : false,
    );
    return findPositions(await Promise.all(asked), (isWithout) => isWithout);
  }

  /** @throws NodesDifferError unless the question is decided */
  async decide<Answer>(question: Question<Answer>): Promise<readonly [Answer, ...Answer[]]> {
    const { answers, isDecided } = await this.poll(question);
    if (isDecided) return answers;
    this.#assertNotStopped();
    throw new NodesDifferError(`The ${this.#network} nodes do not agree about ${question.about}.`);
  }

  #assertNotStopped(): void {
    const stop = this.#differences.findStop();
    if (stop !== undefined)
      throw new NodesDifferError(
        `The ${this.#network} nodes differ about ${stop.question}: until they agree, nothing is decided or signed.`,
      );
  }
}

const NONE: ReadonlySet<number> = new Set();

function intersect(a: ReadonlySet<number>, b: ReadonlySet<number>): ReadonlySet<number> {
  return new Set([...a].filter((position) => b.has(position)));
}

function findPositions<Item>(items: readonly Item[], counts: (item: Item) => boolean): ReadonlySet<number> {
  return new Set(items.flatMap((item, position) => (counts(item) ? [position] : [])));
}

function isSame(views: readonly unknown[]): boolean {
  return new Set(views.map(write)).size <= 1;
}

/** A node whose newest block is so much older than that of another one has stopped. */
const LEFT_BEHIND_MS = 20_000;

function isLeft(node: Node | undefined): boolean {
  return (node?.behindMs ?? 0) >= LEFT_BEHIND_MS;
}

/** A node that stands still has no voice: its answers are of another time. */
function passOverBehind<Answer>(told: Told<Answer>, node: Node | undefined): Told<Answer> {
  if (node === undefined || !isLeft(node) || !('answer' in told)) return told;
  return {
    silence: `its newest block is ${Math.round(node.behindMs / 1_000)} s behind that of another node`,
  };
}

/** That a node does not know something yet is no answer where another one knows it. */
function passOverNotYet<Answer>(
  told: readonly Told<Answer>[],
  { isNotYet = () => false }: Question<Answer>,
): { told: readonly Told<Answer>[]; knows: boolean } {
  const knows = told.some((one) => 'answer' in one && !isNotYet(one.answer));
  const known = told.map((one) =>
    knows && 'answer' in one && isNotYet(one.answer) ? { silence: 'it does not know it yet' } : one,
  );
  return { told: known, knows };
}
