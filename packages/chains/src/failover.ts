import type { Currency, LedgerCurrency, Network } from '@glasspool/core';
import type { StateProof } from '@glasspool/core/solvency';
import {
  type BlockId,
  type BlockPage,
  type Chain,
  type ChainHead,
  type Impossibility,
  type IncomingTransfer,
  NetworkRefusedError,
  type RawTransaction,
  type SendQuote,
  type SignedTransfer,
  type TransactionOutcome,
  type TransactionReport,
  type TransferIntent,
} from './chain.ts';

/**
 * Several nodes of one chain as one. Questions go to the node that answered last, and to the next one when it does not answer. What
 * credits or refunds money is asked of all: a node that knows better is believed.
 */
export class FailoverChain implements Chain, Disposable {
  readonly network: Network;
  readonly currency: Currency;
  readonly forbiddenPayees: readonly string[];
  readonly blockAgeMaxMs: number | null;
  readonly signedForMs: number | null;
  readonly #nodes: readonly Chain[];
  readonly #first: Chain;
  #current = 0;

  constructor(nodes: readonly [Chain, ...Chain[]]) {
    [this.#first] = nodes;
    this.#nodes = nodes;
    this.network = this.#first.network;
    this.currency = this.#first.currency;
    this.forbiddenPayees = this.#first.forbiddenPayees;
    this.blockAgeMaxMs = this.#first.blockAgeMaxMs;
    this.signedForMs = this.#first.signedForMs;
  }

  /** Refuses when any node that answers is on a network that the product must not touch. */
  async assertAllowedNetwork(): Promise<void> {
    await this.#askAll((node) => node.assertAllowedNetwork());
  }

  addressOf(index: number): string {
    return this.#first.addressOf(index);
  }

  getHead(): Promise<ChainHead> {
    return this.#ask((node) => node.getHead());
  }

  findBlock(height: number): Promise<BlockId | undefined> {
    return this.#ask((node) => node.findBlock(height));
  }

  readBlocks(range: { from: number; to: number }): Promise<BlockPage | undefined> {
    return this.#ask((node) => node.readBlocks(range));
  }

  /** Found where no node that has come as far says otherwise. */
  async findFinalTransfer(event: {
    txHash: string;
    logIndex: number;
  }): Promise<IncomingTransfer | undefined> {
    const answers = await this.#askAll(async (node) => ({
      found: await node.findFinalTransfer(event),
      head: await node.getHead(),
    }));
    const found = answers.find((answer) => answer.found !== undefined)?.found;
    if (found === undefined) return undefined;
    const isDenied = answers.some(
      (answer) => answer.found === undefined && answer.head.finalizedHeight >= found.blockHeight,
    );
    return isDenied ? undefined : found;
  }

  getBalanceUnits(address: string, currency: LedgerCurrency): Promise<bigint> {
    return this.#ask((node) => node.getBalanceUnits(address, currency));
  }

  proveBalances(addresses: readonly string[], height: number): Promise<StateProof | undefined> {
    return this.#ask((node) => node.proveBalances(addresses, height));
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

  /** The highest that any node knows: a lower one is of a node that is behind. */
  async getNonce(index: number): Promise<number | null> {
    const nonces = await this.#askAll((node) => node.getNonce(index));
    return nonces.reduce((a, b) => (a === null || b === null ? null : Math.max(a, b)));
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

  async broadcast(raw: string): Promise<string> {
    return (await Promise.all(this.#nodes.map((node) => node.broadcast(raw)))).join('; ');
  }

  getOutcome(txHash: string): Promise<TransactionOutcome> {
    return this.#ask((node) => node.getOutcome(txHash));
  }

  reportTransaction(txHash: string): Promise<TransactionReport> {
    return this.#ask((node) => node.reportTransaction(txHash));
  }

  /** Proved where every node that answers proves it. */
  async findImpossibility(signed: readonly SignedTransfer[]): Promise<Impossibility | undefined> {
    const proofs = await this.#askAll((node) => node.findImpossibility(signed));
    return proofs.includes(undefined) ? undefined : proofs[0];
  }

  [Symbol.dispose](): void {
    for (const node of this.#nodes) node[Symbol.dispose]?.();
  }

  async #ask<Answer>(question: (node: Chain) => Promise<Answer>): Promise<Answer> {
    let failure: unknown;
    for (let step = 0; step < this.#nodes.length; step += 1) {
      const position = (this.#current + step) % this.#nodes.length;
      const node = this.#nodes[position] ?? this.#first;
      try {
        if (step > 0) await node.assertAllowedNetwork();
        const answer = await question(node);
        this.#current = position;
        return answer;
      } catch (error) {
        // What is wrong with the question itself is wrong for every node.
        if (error instanceof RangeError || error instanceof NetworkRefusedError) throw error;
        failure ??= error;
      }
    }
    throw failure;
  }

  /** The answers of all nodes that give one; the first failure when none does. */
  async #askAll<Answer>(question: (node: Chain) => Promise<Answer>): Promise<[Answer, ...Answer[]]> {
    const results = await Promise.allSettled(this.#nodes.map(question));
    const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    const refusal = failures.find((error) => error instanceof NetworkRefusedError);
    if (refusal !== undefined) throw refusal;
    const [first, ...others] = results.flatMap((result) =>
      result.status === 'fulfilled' ? [{ answer: result.value }] : [],
    );
    if (first === undefined) throw failures[0];
    return [first.answer, ...others.map(({ answer }) => answer)];
  }
}
