import type {
  BlockId,
  BlockPage,
  ChainHead,
  DropProof,
  IncomingTransfer,
  SignedTransfer,
  TransactionOutcome,
  TransactionReport,
} from '@glasspool/chains';
import { CURRENCY_OF, type LedgerCurrency, type Network } from '@glasspool/core';
import { simAddress, simPayment } from './sim-address.ts';
import { SimFaults } from './sim-faults.ts';
import { fromOutside, SimHoldings, type SimTransaction } from './sim-holdings.ts';

const FINALITY_BLOCKS = 3;
export const EXPIRATION_BLOCKS = 20;
const BLOCK_MS = 3_000;

/** Blocks of a chain in memory, with what a reader sees of them. It mines only when told to. */
export class SimBlocks extends SimFaults {
  readonly network: Network;
  readonly payment;
  readonly forbiddenPayees: readonly string[] = [];
  blockAgeMaxMs: number | null = null;
  readonly signedForMs: number | null;
  readonly feeUnits: bigint;
  readonly feeCurrency: 'BNB' | 'TRX';
  /** Number of times that the block at a height was replaced. */
  readonly #forks = new Map<number, number>();
  protected height = FINALITY_BLOCKS;
  #serial = 0;
  protected readonly holdings: SimHoldings;
  protected readonly pending: SimTransaction[] = [];
  protected readonly mined: SimTransaction[] = [];
  #lost: SimTransaction[] = [];

  constructor(network: Network, feeUnits = 0n) {
    super();
    this.network = network;
    this.payment = simPayment(network);
    this.feeUnits = feeUnits;
    this.feeCurrency = network === 'BSC' ? 'BNB' : 'TRX';
    this.signedForMs = network === 'TRON' ? EXPIRATION_BLOCKS * BLOCK_MS : null;
    this.holdings = new SimHoldings(this.feeCurrency);
  }

  get currency(): 'USDT' | 'TRX' {
    return CURRENCY_OF[this.network];
  }

  /** Sends tokens from outside; they are in the next block. */
  deposit(to: string, units: bigint): string {
    return this.depositMany([{ to, units }]);
  }

  /** One transaction that pays several addresses, an event each. */
  depositMany(payments: readonly { to: string; units: bigint }[]): string {
    const txHash = this.nextHash();
    for (const [place, payment] of payments.entries())
      this.pending.push(fromOutside(this.currency, { ...payment, txHash, place }));
    return txHash;
  }

  /** A transfer that fails on chain, or that moves another coin. */
  send(transfer: { to: string; units: bigint; currency?: LedgerCurrency; succeeded?: boolean }): string {
    const txHash = this.nextHash();
    const { currency = this.currency, succeeded = true } = transfer;
    this.pending.push({ ...fromOutside(currency, { ...transfer, txHash }), succeeded });
    return txHash;
  }

  fundGas(units: bigint, index = 0): void {
    this.fundedUnits += units;
    this.holdings.add(this.deriveAddress(index), 'BNB', units);
  }

  mine(blocks = 1): void {
    for (let block = 0; block < blocks; block += 1) {
      this.height += 1;
      let waiting = this.pending.splice(0).filter((one) => !this.hasExpired(one));
      // One of a sender may let the next one follow it into the same block.
      for (let before = Number.POSITIVE_INFINITY; waiting.length < before; ) {
        before = waiting.length;
        waiting = waiting.filter((one) => {
          const nextNonce = this.#countSent(one.from);
          const isNext = one.nonce === null || one.nonce === nextNonce;
          if (isNext) this.#include(one);
          // Another one that is included has its nonce.
          const isOver = one.nonce !== null && one.nonce < nextNonce;
          return !isNext && !isOver;
        });
      }
      this.pending.push(...waiting);
    }
  }

  /** Number of transactions of a sender in the chain: the nonce of the next one. */
  #countSent(sender: string | undefined): number {
    return this.mined.filter(({ from }) => from === sender).length;
  }

  finalize(): void {
    this.mine(FINALITY_BLOCKS + 1);
  }

  /**
   * Replaces the newest blocks by others without the transactions in them. `keeps` says which are taken into the first new one.
   * However deep: also below what was final.
   */
  reorganize(depth: number, keeps: (txHash: string) => boolean = () => false): void {
    const common = this.height - depth;
    for (let height = common + 1; height <= this.height; height += 1)
      this.#forks.set(height, (this.#forks.get(height) ?? 0) + 1);
    const undone = this.mined.filter(({ blockHeight }) => blockHeight > common);
    for (const one of undone) {
      this.holdings.undo(one);
      this.mined.splice(this.mined.indexOf(one), 1);
    }
    this.#lost.push(...undone);
    this.height = common;
    this.pending.push(...undone.filter(({ txHash }) => keeps(txHash)));
    this.mine(depth);
  }

  /** Transactions that addresses of the pool sent and that succeeded, or failed; oldest first. */
  listSent(succeeded = true): readonly SimTransaction[] {
    return this.mined.filter((one) => one.from !== undefined && one.succeeded === succeeded);
  }

  /** Takes tokens away without a trace, as a token that takes a fee does. */
  lose(address: string, currency: LedgerCurrency, units: bigint): void {
    this.holdings.add(address, currency, -units);
  }

  /** Takes a transaction that a reorganization lost into the next block. */
  restore(txHash: string): void {
    const isIt = (one: SimTransaction): boolean => one.txHash === txHash;
    // A transaction that was lost more than once is still one.
    const events = new Map(this.#lost.filter(isIt).map((one) => [one.place, one]));
    this.#lost = this.#lost.filter((one) => !isIt(one));
    this.pending.push(...events.values());
  }

  /** True for a transaction that a reorganization lost, and that no block has now. */
  hasLost(txHash: string): boolean {
    const isIt = (one: SimTransaction): boolean => one.txHash === txHash;
    return this.#lost.some(isIt) && !this.mined.some(isIt) && !this.pending.some(isIt);
  }

  /** Sets the time of the chain so that its newest block was made at a moment, in ms. */
  setTime(timeMs: number): void {
    this.startsAtMs = timeMs - this.height * BLOCK_MS;
  }

  /** Balance of an address, in the chain's smallest units. */
  getUnits(address: string, currency: LedgerCurrency): bigint {
    return this.holdings.of(address, currency);
  }

  deriveAddress(index: number): string {
    return simAddress(this.network, index);
  }

  async getHead(): Promise<ChainHead> {
    const height = this.height - this.blocksBehind;
    const { isFinalityStalled } = this;
    const finalizedHeight = height - FINALITY_BLOCKS;
    const timeMs = this.getTime(height);
    return {
      height,
      isAgreed: true,
      finalizedHeight,
      isFinalityStalled,
      timeMs,
      finalTimeMs: this.getTime(finalizedHeight),
    };
  }

  /** Time of a block: a block every three seconds, from a start that a test may set. */
  getTime(height: number): number {
    return this.startsAtMs + height * BLOCK_MS;
  }

  async findBlock(height: number): Promise<BlockId | undefined> {
    if (height > this.height - this.blocksBehind) return undefined;
    return this.#getId(height);
  }

  #getId(height: number): BlockId {
    return { height, hash: this.#computeHash(height), parentHash: this.#computeHash(height - 1) };
  }

  async readBlocks({ from, to }: { from: number; to: number }): Promise<BlockPage | undefined> {
    const [first, last] = [await this.findBlock(from), await this.findBlock(to)];
    if (first === undefined || last === undefined) return undefined;
    const isIn = ({ currency, blockHeight, succeeded }: SimTransaction) =>
      currency === this.currency && blockHeight >= from && blockHeight <= to && succeeded;
    const transfers = this.mined.filter(isIn).map((one) => this.#toIncoming(one));
    const blocks = Array.from({ length: to - from + 1 }, (_, index) => this.#getId(from + index));
    return { first, last, blocks, transfers, ...this.readFaults(from) };
  }

  async listFinalTransfers(txHash: string): Promise<readonly IncomingTransfer[] | undefined> {
    const isFinal = (one: SimTransaction) => one.blockHeight <= this.height - FINALITY_BLOCKS;
    const isMoved = (one: SimTransaction) => one.succeeded && one.currency === this.currency;
    return this.mined
      .filter((one) => one.txHash === txHash && isMoved(one) && isFinal(one))
      .map((one) => this.#toIncoming(one));
  }

  async getBalanceUnits(address: string, currency: LedgerCurrency): Promise<bigint> {
    return this.getUnits(address, currency);
  }

  async findRawTransaction(): Promise<undefined> {}

  async getChainId(): Promise<string> {
    return this.network === 'BSC' ? '31337' : '00'.repeat(32);
  }

  async getOutcome(txHash: string): Promise<TransactionOutcome> {
    const found = this.mined.find((one) => one.txHash === txHash);
    if (found === undefined) return { status: 'unknown' };
    return {
      status: 'mined',
      blockHeight: found.blockHeight,
      isFinal: found.blockHeight <= this.height - FINALITY_BLOCKS,
      succeeded: found.succeeded,
      feeCurrency: this.feeCurrency,
      feeUnits: found.feeUnits,
    };
  }

  async reportTransaction(txHash: string): Promise<TransactionReport> {
    if (this.pending.some((one) => one.txHash === txHash)) return { status: 'pending' };
    const events = this.mined.filter((one) => one.txHash === txHash);
    const [found] = events;
    if (found === undefined) return { status: 'unknown' };
    const isOurs = found.currency === this.currency;
    return {
      status: 'mined',
      blockHeight: found.blockHeight,
      isFinal: found.blockHeight <= this.height - FINALITY_BLOCKS,
      succeeded: found.succeeded,
      transfers: isOurs && found.succeeded ? events.map((one) => this.#toIncoming(one)) : [],
      movesOthers: !isOurs,
      mayHideTransfers: false,
    };
  }

  async findDropProof(signed: readonly SignedTransfer[]): Promise<DropProof | undefined> {
    const solidHeight = this.height - FINALITY_BLOCKS;
    if (this.network === 'BSC') return this.#findOther(signed, solidHeight);
    const isExpired = signed.every((one) => one.expiresAt !== null && one.expiresAt < solidHeight);
    return isExpired ? { reason: 'expired', height: solidHeight } : undefined;
  }

  #findOther([first, ...others]: readonly SignedTransfer[], finalizedHeight: number): DropProof | undefined {
    if (first === undefined || first.nonce === null) return undefined;
    const { sender, nonce } = first;
    const hashes = new Set([first, ...others].map(({ txHash }) => txHash));
    const used = this.mined.find((one) => one.from === sender && one.nonce === nonce);
    if (used === undefined || used.blockHeight > finalizedHeight || hashes.has(used.txHash)) return undefined;
    const { txHash, blockHeight: height } = used;
    return { reason: 'nonce used by another final transaction', nonce, finalizedHeight, txHash, height };
  }

  #computeHash(height: number): string {
    const digits =
      height.toString(16).padStart(56, '0') + (this.#forks.get(height) ?? 0).toString(16).padStart(8, '0');
    return this.network === 'BSC' ? `0x${digits}` : digits;
  }

  /** A chain takes nothing after its expiration (TRON, `TRANSACTION_EXPIRATION_ERROR`). */
  protected hasExpired({ expiresAt }: { expiresAt: number | null }): boolean {
    return expiresAt !== null && this.height > expiresAt;
  }

  #toIncoming({ txHash, place, from = '', to, units, blockHeight }: SimTransaction): IncomingTransfer {
    const blockHash = this.#computeHash(blockHeight);
    return { txHash, entry: `log/${place}`, from, to, units, blockHeight, blockHash };
  }

  /** A sender that does not have what it sends sees its transaction fail, as a token refuses it. */
  #include(transaction: SimTransaction): void {
    const { from, currency, units } = transaction;
    const succeeded =
      transaction.succeeded && (from === undefined || this.holdings.of(from, currency) >= units);
    const feeUnits = this.feeUnits - this.discountUnits;
    const included = { ...transaction, succeeded, blockHeight: this.height, feeUnits };
    this.holdings.apply(included);
    this.mined.push(included);
  }

  protected nextHash(): string {
    this.#serial += 1;
    return `${this.network.toLowerCase()}-tx-${this.#serial}`;
  }
}
