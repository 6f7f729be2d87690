import type { Currency, LedgerCurrency, Network } from '@glasspool/core';
import type { StateProof } from '@glasspool/proof';
import {
  agreeOnHead,
  type Difference,
  Differences,
  getFullness,
  mergeOutcomes,
  NodesDifferError,
} from './agreement.ts';
import { askNode, NEVER, type Node, settle } from './ask-node.ts';
import {
  type BlockId,
  type BlockPage,
  type Chain,
  type ChainHead,
  type DropProof,
  type IncomingTransfer,
  NetworkRefusedError,
  type PaymentNetwork,
  type RawTransaction,
  type SendQuote,
  type Sent,
  type SettledBalance,
  type SignedContent,
  type SignedTransfer,
  type TransactionOutcome,
  type TransactionReport,
  type TransferIntent,
} from './chain.ts';

/** A node that let a question time out is not waited for again within this time while another one answers. */
const SILENT_MS = 10_000;

export interface FailoverOptions {
  /** Takes every answer to a broadcast, for the log. */
  readonly reportBroadcast?: (answers: readonly string[]) => void;
  /** The time of this machine, in ms; left out where the nodes' own time is not compared with it. */
  readonly readNow?: () => number;
}

/**
 * Several nodes of one chain as one. Questions go to the node that answered last, and to the next one when it does not answer. What
 * credits, gives back or books money is asked of all that answer: where they differ nothing is decided, and one that is behind is waited
 * for. What gives money back needs every one of them.
 */
export class FailoverChain implements Chain, Disposable {
  readonly network: Network;
  readonly currency: Currency;
  readonly payment: PaymentNetwork;
  readonly forbiddenPayees: readonly string[];
  readonly blockAgeMaxMs: number | null;
  readonly signedForMs: number | null;
  readonly #nodes: readonly Node[];
  readonly #first: Chain;
  readonly #differences = new Differences();
  readonly #options: FailoverOptions;
  #current = 0;

  constructor(nodes: readonly [Chain, ...Chain[]], options: FailoverOptions = {}) {
    [this.#first] = nodes;
    this.#options = options;
    this.#nodes = nodes.map((chain) => ({ chain, allowedAt: NEVER, silentAt: NEVER }));
    this.network = this.#first.network;
    this.currency = this.#first.currency;
    this.payment = this.#first.payment;
    this.forbiddenPayees = this.#first.forbiddenPayees;
    this.blockAgeMaxMs = this.#first.blockAgeMaxMs;
    this.signedForMs = this.#first.signedForMs;
  }

  /** Refuses when any node that answers is on a network that the product must not touch. */
  async assertAllowedNetwork(): Promise<void> {
    for (const node of this.#nodes) node.allowedAt = NEVER;
    await this.#askAll(async () => undefined);
  }

  deriveAddress(index: number): string {
    return this.#first.deriveAddress(index);
  }

  /** Questions that the nodes have answered differently for a time. */
  listDifferences(lastedMs: number): Difference[] {
    return this.#differences.list(lastedMs);
  }

  /** A node whose newest block is old, by the clock of this machine, has no voice while another one's is not. */
  async getHead(): Promise<ChainHead> {
    const { answers } = await this.#askAll(async (node) => ({
      head: await node.getHead(),
      findHash: async (height: number) => (await node.findBlock(height).catch(() => undefined))?.hash,
    }));
    const { blockAgeMaxMs } = this;
    const oldestMs = blockAgeMaxMs === null ? 0 : (this.#options.readNow?.() ?? 0) - blockAgeMaxMs;
    const [first, ...others] = answers.filter(({ head }) => head.timeMs >= oldestMs);
    return agreeOnHead(first === undefined ? answers : [first, ...others]);
  }

  findBlock(height: number): Promise<BlockId | undefined> {
    return this.#ask((node) => node.findBlock(height));
  }

  readBlocks(range: { from: number; to: number }): Promise<BlockPage | undefined> {
    return this.#ask((node) => node.readBlocks(range));
  }

  /** Found where every node that answers has the same. */
  async findFinalTransfer(event: {
    txHash: string;
    logIndex: number;
  }): Promise<IncomingTransfer | undefined> {
    const { answers } = await this.#askAll((node) => node.findFinalTransfer(event));
    const question = `transfer ${event.logIndex} of ${event.txHash}`;
    return this.#differences.agree(question, answers) ? answers[0] : undefined;
  }

  /** @throws NodesDifferError while the nodes do not say the same. */
  async getBalanceUnits(address: string, currency: LedgerCurrency): Promise<bigint> {
    const { answers } = await this.#askAll((node) => node.getBalanceUnits(address, currency));
    if (this.#differences.agree(`${currency} of ${address}`, answers)) return answers[0];
    throw new NodesDifferError(
      `The ${this.network} nodes differ about the ${currency} of ${address}: ${answers.join(', ')}.`,
    );
  }

  async readSettledBalances(address: string): Promise<readonly SettledBalance[]> {
    return (await this.#askAll((node) => node.readSettledBalances(address))).answers.flat();
  }

  /** The first proof that a node gives. A proof is checked by its reader. */
  async proveBalances(addresses: readonly string[], height: number): Promise<StateProof | undefined> {
    const { answers } = await this.#askAll((node) => node.proveBalances(addresses, height));
    return answers.find((proof) => proof !== undefined);
  }

  quoteSend(intent: TransferIntent): Promise<SendQuote> {
    return this.#ask((node) => node.quoteSend(intent));
  }

  findRawTransaction(txHash: string): Promise<RawTransaction | undefined> {
    return this.#ask((node) => node.findRawTransaction(txHash));
  }

  signStatement(index: number, text: string): Promise<string> {
    return this.#first.signStatement(index, text);
  }

  getChainId(): Promise<string> {
    return this.#ask((node) => node.getChainId());
  }

  /** Of what waits the highest that any node knows: one that is behind knows less. Of what is in blocks the lowest, which all of them have. */
  async getNonce(index: number, after: Sent = 'mined'): Promise<number | null> {
    const { answers } = await this.#askAll((node) => node.getNonce(index, after));
    const choose = after === 'mined' ? Math.min : Math.max;
    return answers.reduce((a, b) => (a === null || b === null ? null : choose(a, b)));
  }

  readSigned(raw: string): SignedContent {
    return this.#first.readSigned(raw);
  }

  signTransfer(intent: TransferIntent & { nonce: number | null }): Promise<SignedTransfer> {
    return this.#ask((node) => node.signTransfer(intent));
  }

  signReplacement(
    signed: SignedTransfer,
    purpose: { fromIndex: number; subject: string },
  ): Promise<SignedTransfer | undefined> {
    return this.#ask((node) => node.signReplacement(signed, purpose));
  }

  signVoid(
    signed: SignedTransfer,
    purpose: { fromIndex: number; subject: string },
  ): Promise<SignedTransfer | undefined> {
    return this.#ask((node) => node.signVoid(signed, purpose));
  }

  async broadcast(raw: string): Promise<string> {
    const answers = await Promise.all(this.#nodes.map(({ chain }) => chain.broadcast(raw)));
    this.#options.reportBroadcast?.(answers);
    return answers.join('; ');
  }

  async getOutcome(txHash: string): Promise<TransactionOutcome> {
    const { answers, isComplete } = await this.#askAll((node) => node.getOutcome(txHash));
    const isAgreed = this.#differences.agree(`outcome of ${txHash}`, answers);
    return mergeOutcomes(answers, { isAgreed, isComplete });
  }

  /** The fullest answer of all nodes: that one knows nothing of a transaction decides nothing while another one has it. */
  async reportTransaction(txHash: string): Promise<TransactionReport> {
    const { answers } = await this.#askAll((node) => node.reportTransaction(txHash));
    return answers.reduce((a, b) => (getFullness(b) > getFullness(a) ? b : a));
  }

  /** Proved where every node proves it. */
  async findDropProof(signed: readonly SignedTransfer[]): Promise<DropProof | undefined> {
    const { answers, isComplete } = await this.#askAll((node) => node.findDropProof(signed));
    const isProved = answers.map((proof) => (proof === undefined ? 'not proved' : 'proved'));
    const question = `whether ${signed.map(({ txHash }) => txHash).join(', ')} may still happen`;
    return this.#differences.agree(question, isProved) && isComplete ? answers[0] : undefined;
  }

  [Symbol.dispose](): void {
    for (const { chain } of this.#nodes) chain[Symbol.dispose]?.();
  }

  async #ask<Answer>(question: (node: Chain) => Promise<Answer>): Promise<Answer> {
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

  /**
   * The answers of all nodes that give one, and whether these are all there are; the first failure when none does. A node that let a
   * question time out a moment ago is not waited for again while another one answers.
   */
  async #askAll<Answer>(
    question: (node: Chain) => Promise<Answer>,
  ): Promise<{ answers: [Answer, ...Answer[]]; isComplete: boolean }> {
    const now = performance.now();
    const isSilent = ({ silentAt }: Node): boolean => now - silentAt < SILENT_MS;
    const answering = this.#nodes.filter((node) => !isSilent(node));
    const early = await settle(answering, question);
    const late =
      early.answers.length > 0
        ? { answers: [], failures: [] }
        : await settle(this.#nodes.filter(isSilent), question);
    const [first, ...others] = [...early.answers, ...late.answers];
    if (first === undefined) throw [...early.failures, ...late.failures][0];
    const answers: [Answer, ...Answer[]] = [first.answer, ...others.map(({ answer }) => answer)];
    return { answers, isComplete: answers.length === this.#nodes.length };
  }
}
