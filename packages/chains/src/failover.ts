import type { Currency, LedgerCurrency, Network } from '@glasspool/core';
import type { StateProof } from '@glasspool/proof';
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
  type SignedTransfer,
  type TransactionOutcome,
  type TransactionReport,
  type TransferIntent,
} from './chain.ts';

/** A node may be pointed at another network at any moment; nothing that it says is believed for longer without asking again. */
const ALLOWED_FOR_MS = 10_000;
/** A node that let a question time out is not waited for again within this time while another one answers. */
const SILENT_MS = 10_000;
const NEVER = Number.NEGATIVE_INFINITY;

interface Node {
  readonly chain: Chain;
  /** Time of the process at which its network was last found on the list, in ms. */
  allowedAt: number;
  /** Time of the process at which it last let a question time out, in ms. */
  silentAt: number;
}

/** ethers says TIMEOUT, axios below tronweb ECONNABORTED or ETIMEDOUT. */
const TIMEOUT_CODES: ReadonlySet<unknown> = new Set(['TIMEOUT', 'ECONNABORTED', 'ETIMEDOUT']);

function isTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && TIMEOUT_CODES.has(error.code);
}

/** Orders reports on a transaction by how much they say of it. */
function getFullness(report: TransactionReport): number {
  if (report.status !== 'mined') return report.status === 'pending' ? 1 : 0;
  return 2 + (report.isFinal ? 1 : 0) + (report.transfers.length > 0 ? 2 : 0);
}

/**
 * Several nodes of one chain as one. Questions go to the node that answered last, and to the next one when it does not answer. What
 * credits or refunds money is asked of all: a node that knows better is believed.
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
  #current = 0;

  constructor(nodes: readonly [Chain, ...Chain[]]) {
    [this.#first] = nodes;
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
  async getNonce(index: number, after?: Sent): Promise<number | null> {
    const nonces = await this.#askAll((node) => node.getNonce(index, after));
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

  signVoid(
    signed: SignedTransfer,
    purpose: { fromIndex: number; subject: string },
  ): Promise<SignedTransfer | undefined> {
    return this.#ask((node) => node.signVoid(signed, purpose));
  }

  async broadcast(raw: string): Promise<string> {
    return (await Promise.all(this.#nodes.map(({ chain }) => chain.broadcast(raw)))).join('; ');
  }

  getOutcome(txHash: string): Promise<TransactionOutcome> {
    return this.#ask((node) => node.getOutcome(txHash));
  }

  /** The fullest answer of all nodes: that one knows nothing of a transaction decides nothing while another one has it. */
  async reportTransaction(txHash: string): Promise<TransactionReport> {
    const reports = await this.#askAll((node) => node.reportTransaction(txHash));
    return reports.reduce((a, b) => (getFullness(b) > getFullness(a) ? b : a));
  }

  /** Proved where every node that answers proves it. */
  async findDropProof(signed: readonly SignedTransfer[]): Promise<DropProof | undefined> {
    const proofs = await this.#askAll((node) => node.findDropProof(signed));
    return proofs.includes(undefined) ? undefined : proofs[0];
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
   * The answers of all nodes that give one; the first failure when none does. A node that let a question time out a moment ago is not
   * waited for again while another one answers.
   */
  async #askAll<Answer>(question: (node: Chain) => Promise<Answer>): Promise<[Answer, ...Answer[]]> {
    const now = performance.now();
    const isSilent = ({ silentAt }: Node): boolean => now - silentAt < SILENT_MS;
    const answering = this.#nodes.filter((node) => !isSilent(node));
    const { answers, failures } = await settle(answering, question);
    const [first, ...others] = answers;
    if (first !== undefined) return [first.answer, ...others.map(({ answer }) => answer)];
    const late = await settle(this.#nodes.filter(isSilent), question);
    const [found, ...rest] = late.answers;
    if (found === undefined) throw [...failures, ...late.failures][0];
    return [found.answer, ...rest.map(({ answer }) => answer)];
  }
}

/**
 * The answers of some nodes, and the failures of the others.
 *
 * @throws NetworkRefusedError when one of them is on a network that the product must not touch.
 */
async function settle<Answer>(
  nodes: readonly Node[],
  question: (node: Chain) => Promise<Answer>,
): Promise<{ answers: { answer: Answer }[]; failures: unknown[] }> {
  const results = await Promise.allSettled(nodes.map((node) => askNode(node, question)));
  const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  const refusal = failures.find((error) => error instanceof NetworkRefusedError);
  if (refusal !== undefined) throw refusal;
  const answers = results.flatMap((result) =>
    result.status === 'fulfilled' ? [{ answer: result.value }] : [],
  );
  return { answers, failures };
}

/** Asks one node, whose network was compared with the list a moment ago. */
async function askNode<Answer>(node: Node, question: (chain: Chain) => Promise<Answer>): Promise<Answer> {
  try {
    if (performance.now() - node.allowedAt > ALLOWED_FOR_MS) {
      await node.chain.assertAllowedNetwork();
      node.allowedAt = performance.now();
    }
    const answer = await question(node.chain);
    return answer;
  } catch (error) {
    if (error instanceof NetworkRefusedError) node.allowedAt = NEVER;
    // Only silence counts: a node that answers, whatever it says, is asked whenever money is at stake.
    else if (isTimeout(error)) node.silentAt = performance.now();
    throw error;
  }
}
