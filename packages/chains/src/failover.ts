import type { Currency, LedgerCurrency, Network } from '@glasspool/core';
import type { StateProof } from '@glasspool/proof';
import { agreeOnHead, pickCautious } from './agreed-head.ts';
import { type Difference, getFullness, NodesDifferError } from './agreement.ts';
import { countEnough } from './ask-node.ts';
import type {
  BlockId,
  BlockPage,
  Chain,
  ChainHead,
  DropProof,
  FindOurs,
  IncomingTransfer,
  PaymentNetwork,
  RawTransaction,
  SendQuote,
  Sent,
  SettledBalances,
  SignedContent,
  SignedTransfer,
  SigningIntent,
  TransactionOutcome,
  TransactionReport,
  TransferIntent,
} from './chain.ts';
import { compareTransfers } from './compare-transfers.ts';
import { IF_IT_ANSWERS, NodePanel, type Reading } from './node-panel.ts';
import {
  BehindError,
  BY_FACT,
  combineQuotes,
  compareUnits,
  getTransfers,
  readWhole,
  WITHOUT_TRANSFERS,
} from './what-counts.ts';

type Transfers = readonly IncomingTransfer[];
type Purpose = Parameters<Chain['signVoid']>[1];

export interface FailoverOptions {
  /** Takes every answer to a broadcast, for the log. */
  readonly reportBroadcast?: (answers: readonly string[]) => void;
  /** The time of this machine, in ms; left out where the nodes' own time is not compared with it. */
  readonly readNow?: () => number;
  /** True while an admin lets the nodes that answer decide without those that do not; never where left out. */
  readonly mayDecideAlone?: () => Promise<boolean>;
}

/**
 * Several nodes of one chain as one. Questions go to the node that answered last, and to the next one when it does not answer. What
 * credits, gives back or books money is asked of all, and needs the same answer of two, or of more than half where there are more than three: where
 * two differ, or one of two is silent, nothing is decided, and the question is asked again. What gives money back needs every one that answers. A
 * difference that is repeated for a minute stops the chain until it ends: nothing is decided or signed, and what is signed goes on being sent.
 */
export class FailoverChain implements Chain, Disposable {
  readonly network: Network;
  readonly currency: Currency;
  readonly payment: PaymentNetwork;
  readonly forbiddenPayees: readonly string[];
  readonly blockAgeMaxMs: number | null;
  readonly signedForMs: number | null;
  readonly #nodes: readonly Chain[];
  readonly #first: Chain;
  readonly #panel: NodePanel;
  readonly #options: FailoverOptions;

  constructor(nodes: readonly [Chain, ...Chain[]], options: FailoverOptions = {}) {
    [this.#first] = nodes;
    this.#options = options;
    this.#nodes = nodes;
    this.#panel = new NodePanel(nodes, options.mayDecideAlone ?? (async () => false));
    this.network = this.#first.network;
    this.currency = this.#first.currency;
    this.payment = this.#first.payment;
    this.forbiddenPayees = this.#first.forbiddenPayees;
    this.blockAgeMaxMs = this.#first.blockAgeMaxMs;
    this.signedForMs = this.#first.signedForMs;
  }

  async assertAllowedNetwork(): Promise<void> {
    this.#panel.forgetNetworks();
    await this.#panel.askAll(async () => undefined);
  }

  deriveAddress(index: number): string {
    return this.#first.deriveAddress(index);
  }

  /** Questions that the nodes have not decided for a time. */
  listDifferences(lastedMs: number): Difference[] {
    return this.#panel.listDifferences(lastedMs);
  }

  isStopped(): boolean {
    return this.#panel.isStopped();
  }

  /** A node whose newest block is old, by the clock of this machine, has no voice while another one's is not. */
  async getHead(): Promise<ChainHead> {
    const now = this.#options.readNow?.();
    const answers = await this.#panel.readHeads(now);
    const { blockAgeMaxMs } = this;
    const oldestMs = blockAgeMaxMs === null ? 0 : (now ?? 0) - blockAgeMaxMs;
    const [first, ...others] = answers.filter(({ head }) => head.timeMs >= oldestMs);
    const nodes = await this.#panel.countDeciding(answers.length);
    return agreeOnHead(first === undefined ? answers : [first, ...others], nodes);
  }

  /** @throws NodesDifferError while the nodes do not say the same: that a block was replaced takes back deposits, and halts payouts. */
  async findBlock(height: number): Promise<BlockId | undefined> {
    const about = `the block ${height}`;
    const isNotYet = (block: BlockId | undefined): boolean => block === undefined;
    return (await this.#panel.decide({ about, ask: (node) => node.findBlock(height), isNotYet }))[0];
  }

  /**
   * Blocks that two nodes have with the same transfers: what one node leaves out of a page would never be read again.
   *
   * @throws NodesDifferError while they do not have the same, or only one has all of these blocks
   */
  async readBlocks(range: { from: number; to: number }, findOurs?: FindOurs): Promise<BlockPage | undefined> {
    // Named by its start: the range grows while it waits.
    const about = `the transfers from block ${range.from} on`;
    const aspects = compareTransfers((page: BlockPage) => page, findOurs);
    try {
      return (await this.#panel.decide({ about, ask: (node) => readWhole(node, range), aspects }))[0];
    } catch (error) {
      if (error instanceof BehindError) return undefined;
      throw error;
    }
  }

  /** @throws NodesDifferError while the nodes do not say the same. */
  async listFinalTransfers(txHash: string): Promise<readonly IncomingTransfer[] | undefined> {
    const about = `the transfers of ${txHash}`;
    const aspects = compareTransfers((transfers: Transfers | undefined) => ({ transfers: transfers ?? [] }));
    const isNotYet = (transfers: Transfers | undefined): boolean => transfers === undefined;
    const ask = (node: Chain): Promise<Transfers | undefined> => node.listFinalTransfers(txHash);
    return (await this.#panel.decide({ about, ask, aspects, isNotYet }))[0];
  }

  /**
   * The least balance that enough nodes tell or exceed. Each tells that of its own newest block: they need not be the same.
   *
   * @throws NodesDifferError while too few nodes answer
   */
  async getBalanceUnits(address: string, currency: LedgerCurrency): Promise<bigint> {
    const about = `the ${currency} of ${address}`;
    const ask = (node: Chain): Promise<bigint> => node.getBalanceUnits(address, currency);
    const answers = await this.#panel.decide({ about, ask, aspects: IF_IT_ANSWERS });
    return pickCautious(answers, this.#countEnough(answers), compareUnits) ?? answers[0];
  }

  #countEnough(answers: readonly unknown[]): number {
    return Math.min(countEnough(this.#nodes.length), answers.length);
  }

  /**
   * Balances at the head of each node, which are not those of the same block.
   *
   * @throws NodesDifferError while too few nodes answer
   */
  async readSettledBalances(address: string): Promise<SettledBalances> {
    const about = `the balance of ${address} in final blocks`;
    const ask = (node: Chain): Promise<SettledBalances> => node.readSettledBalances(address);
    const told = (await this.#panel.decide({ about, ask, aspects: IF_IT_ANSWERS })).flatMap(
      (one) => one.told,
    );
    return { told, enough: this.#countEnough(told) };
  }

  /** The first proof that a node gives. A proof is checked by its reader. */
  async proveBalances(addresses: readonly string[], height: number): Promise<StateProof | undefined> {
    const answers = await this.#panel.askAll((node) => node.proveBalances(addresses, height));
    return answers.find((proof) => proof !== undefined);
  }

  /** Of what the sender has the least, and of the fee the most, that enough nodes tell. */
  async quoteSend(intent: TransferIntent): Promise<SendQuote> {
    const quotes = await this.#panel.askAll((node) => node.quoteSend(intent));
    return combineQuotes(quotes, this.#countEnough(quotes));
  }

  findRawTransaction(txHash: string): Promise<RawTransaction | undefined> {
    return this.#panel.ask((node) => node.findRawTransaction(txHash));
  }

  signStatement(index: number, text: string): Promise<string> {
    return this.#first.signStatement(index, text);
  }

  getChainId(): Promise<string> {
    return this.#panel.ask((node) => node.getChainId());
  }

  /**
   * Of what waits the highest that any node knows: one that is behind knows less. Of what is in blocks the lowest, which all of them have.
   *
   * @throws NodesDifferError while too few nodes tell what is in blocks
   */
  async getNonce(index: number, after: Sent = 'mined'): Promise<number | null> {
    const ask = (node: Reading): Promise<number | null> => node.getNonce(index, after);
    const answers =
      after === 'waiting'
        ? await this.#panel.askAll(ask)
        : await this.#panel.decide({
            about: `the nonce of address ${index}`,
            ask,
            aspects: IF_IT_ANSWERS,
          });
    const choose = after === 'mined' ? Math.min : Math.max;
    return answers.reduce((a, b) => (a === null || b === null ? null : choose(a, b)));
  }

  readSigned(raw: string): SignedContent {
    return this.#first.readSigned(raw);
  }

  /** @throws NodesDifferError while the chain is stopped, or too few nodes agree on the block that the transaction names */
  async signTransfer(intent: SigningIntent): Promise<SignedTransfer> {
    if (this.signedForMs === null) return this.#panel.sign((node) => node.signTransfer(intent));
    const { isAgreed, finalizedHeight, timeMs } = await this.getHead();
    if (!isAgreed) throw new NodesDifferError(`Too few ${this.network} nodes tell the same head.`);
    const block = await this.findBlock(finalizedHeight);
    if (block === undefined)
      throw new NodesDifferError(`No ${this.network} node has block ${finalizedHeight}.`);
    const reference = { blockHash: block.hash, timeMs };
    return this.#panel.sign((node) => node.signTransfer({ ...intent, reference }));
  }

  signReplacement(signed: SignedTransfer, purpose: Purpose): Promise<SignedTransfer | undefined> {
    return this.#panel.sign((node) => node.signReplacement(signed, purpose));
  }

  signVoid(signed: SignedTransfer, purpose: Purpose): Promise<SignedTransfer | undefined> {
    return this.#panel.sign((node) => node.signVoid(signed, purpose));
  }

  async broadcast(raw: string): Promise<string> {
    const answers = await Promise.all(this.#nodes.map((node) => node.broadcast(raw)));
    this.#options.reportBroadcast?.(answers);
    return answers.join('; ');
  }

  /** Final where the nodes agree. One that failed gives money back, and is final only where no node that answers says otherwise. */
  async getOutcome(txHash: string): Promise<TransactionOutcome> {
    const { answers, isDecided, isUnanimous } = await this.#panel.poll({
      about: `the outcome of ${txHash}`,
      ask: (node) => node.getOutcome(txHash),
      isNotYet: (outcome) => outcome.status === 'unknown' || !outcome.isFinal,
    });
    const mined = answers.find((outcome) => outcome.status === 'mined');
    if (mined === undefined) return { status: 'unknown' };
    if (mined.isFinal && isDecided && (mined.succeeded || isUnanimous)) return mined;
    return { status: 'mined', isFinal: false, blockHeight: mined.blockHeight };
  }

  /**
   * The fullest answer of all nodes, which is final only where they agree. It may be asked for any transaction by anyone: that nodes differ about
   * it stops nothing.
   *
   * @throws NodesDifferError while too few nodes answer, and none has it: that one knows nothing of a transaction decides nothing
   */
  async reportTransaction(txHash: string): Promise<TransactionReport> {
    const { answers, isDecided } = await this.#panel.poll({
      about: `the transaction ${txHash}`,
      ask: (node) => node.reportTransaction(txHash),
      aspects: [WITHOUT_TRANSFERS, ...compareTransfers(getTransfers)],
      isNotYet: (report) => report.status !== 'mined' || !report.isFinal,
      isOfMoment: true,
    });
    const report = answers.reduce((a, b) => (getFullness(b) > getFullness(a) ? b : a));
    if (isDecided || report.status === 'pending') return report;
    if (report.status === 'mined') return { ...report, isFinal: false };
    throw new NodesDifferError(`Too few ${this.network} nodes answer about the transaction ${txHash}.`);
  }

  /** Proved where every node that answers proves it, and names the same transaction in their place. */
  async findDropProof(signed: readonly SignedTransfer[]): Promise<DropProof | undefined> {
    const { answers, isDecided, isUnanimous } = await this.#panel.poll({
      about: `whether ${signed.map(({ txHash }) => txHash).join(', ')} may still happen`,
      ask: (node) => node.findDropProof(signed),
      aspects: [BY_FACT],
      // A node that is behind proves nothing yet. Money waits for it, and nothing stops.
      isOfMoment: true,
    });
    const proofs = answers.filter((proof) => proof !== undefined);
    if (!isDecided || !isUnanimous) return undefined;
    // Of the same fact, the one that rests on the highest block: it is void with any of the others.
    return proofs.toSorted((a, b) => b.height - a.height)[0];
  }

  [Symbol.dispose](): void {
    for (const node of this.#nodes) node[Symbol.dispose]?.();
  }
}
