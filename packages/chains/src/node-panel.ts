import { type Difference, Differences, NodesDifferError } from './agreement.ts';
import { askAll, askNode, type Heard, NEVER, type Node } from './ask-node.ts';
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

/** Returns what counts of each answer. */
export type Compare<Answer> = (answers: readonly Answer[]) => Promise<readonly unknown[]>;

interface Poll<Answer> extends Heard<Answer> {
  /** True when enough nodes say the same; `answers` are then theirs alone. */
  readonly isDecided: boolean;
  /** True when every node of the settings says so. */
  readonly isComplete: boolean;
}

/** Nodes of one chain, as they are asked: one of them, all of them, or as many as decide about money. */
export class NodePanel {
  readonly #nodes: readonly Node[];
  readonly #network: Chain['network'];
  readonly #differences = new Differences();
  /** Position of the node that answered last. */
  #current = 0;

  constructor(nodes: readonly [Chain, ...Chain[]]) {
    this.#nodes = nodes.map((chain) => ({ chain, allowedAt: NEVER, silentAt: NEVER }));
    this.#network = nodes[0].network;
  }

  /** Questions that the nodes have not decided for a time. */
  listDifferences(lastedMs: number): Difference[] {
    return this.#differences.list(lastedMs);
  }

  /** Asks every node for its network before the next question. */
  forgetNetworks(): void {
    for (const node of this.#nodes) node.allowedAt = NEVER;
  }

  /** Asks one node, the next one when it does not answer. */
  async ask<Answer>(question: (node: Reading) => Promise<Answer>): Promise<Answer> {
    let failure: unknown;
    for (let step = 0; step < this.#nodes.length; step += 1) {
      const position = (this.#current + step) % this.#nodes.length;
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

  /** Asks all nodes what needs no second one. */
  async askAll<Answer>(
    question: (node: Reading & Pick<Chain, 'findBlock'>) => Promise<Answer>,
  ): Promise<readonly [Answer, ...Answer[]]> {
    return (await askAll(this.#nodes, question)).answers;
  }

  /**
   * Asks all nodes about something that credits, books or gives back. Every answer that decides about money passes here: of two nodes both have to say
   * the same, of three two, as far as `compare` says what of the answers counts. One that says something else is named.
   */
  async poll<Answer>(
    question: string,
    ask: (node: Chain) => Promise<Answer>,
    compare: Compare<Answer> = async (answers) => answers,
  ): Promise<Poll<Answer>> {
    const { told, answers } = await askAll(this.#nodes, ask);
    const views = (await compare(answers)).values();
    const compared = told.map((one) => ('answer' in one ? { answer: views.next().value } : one));
    const deciding = this.#differences.agree(question, compared);
    const [first, ...others] = told.flatMap((one, position) =>
      'answer' in one && deciding?.has(position) === true ? [one.answer] : [],
    );
    if (deciding === undefined || first === undefined)
      return { told, answers, isDecided: false, isComplete: false };
    const isComplete = deciding.size === this.#nodes.length;
    return { told, answers: [first, ...others], isDecided: true, isComplete };
  }

  /** @throws NodesDifferError unless the question is decided */
  async decide<Answer>(
    question: string,
    ask: (node: Chain) => Promise<Answer>,
    compare?: Compare<Answer>,
  ): Promise<readonly [Answer, ...Answer[]]> {
    const { answers, isDecided } = await this.poll(question, ask, compare);
    if (isDecided) return answers;
    throw new NodesDifferError(`The ${this.#network} nodes do not agree about ${question}.`);
  }
}
