import type { Currency, LedgerCurrency } from '@glasspool/core';
import type { StateProof } from '@glasspool/core/solvency';
import {
  Contract,
  FetchRequest,
  getAddress,
  JsonRpcProvider,
  Transaction,
  type TransactionReceipt,
} from 'ethers';
import { assertSendable } from '../assert-sendable.ts';
import type {
  BlockId,
  BlockPage,
  Chain,
  ChainHead,
  Impossibility,
  IncomingTransfer,
  PaymentNetwork,
  RawTransaction,
  SendQuote,
  SignedTransfer,
  TransactionOutcome,
  TransactionReport,
  TransferIntent,
} from '../chain.ts';
import type { NetworkKeys } from '../keys/key-tree.ts';
import { ALLOWED_BSC_CHAINS, assertAllowedBscChain, type NetworkSetting } from '../networks.ts';
import { bscAddressOf } from './address-of.ts';
import { assertTestToken } from './assert-token.ts';
import { readHeaders, readTransferLogs, toBlockId } from './blocks.ts';
import { type FeeLimits, type GasFees, type OfferedFees, planFees, raiseFees } from './fees.ts';
import { type BscFinality, readHead } from './head.ts';
import { findNonceUse } from './nonce-use.ts';
import { readRawTransaction } from './raw-transaction.ts';
import { feesOf, signTransaction, toHexSignature } from './signing.ts';
import { readStateProof } from './state-proof.ts';
import { callOf, TOKEN, TRANSFER_TOPIC, toTransfer } from './token.ts';

const REQUEST_TIMEOUT_MS = 10_000;
/** Tries of one call at a node that answers 429, with a pause that doubles from 0.25 s. */
const THROTTLED_ATTEMPTS_MAX = 3;
/** Room above the node's estimate: a transfer to a new holder costs more than one to an old holder. */
const GAS_LIMIT_PERCENT = 130n;
/** Headers asked for at once. */
const HEADERS_A_CALL = 50;
export interface BscChainOptions {
  readonly network: NetworkSetting;
  readonly rpcUrl: string;
  readonly usdtContract: string;
  readonly finality: BscFinality;
  readonly feePerGas: FeeLimits;
  readonly blockAgeMaxMs: number | null;
  /** How long a node may take to answer; 10 s when left out. */
  readonly requestTimeoutMs?: number;
  readonly keys: NetworkKeys;
}

/** BSC through ethers: the test USDT in, the test USDT out. */
export class BscChain implements Chain, Disposable {
  readonly network = 'BSC';
  readonly currency: Currency = 'USDT';
  readonly payment: PaymentNetwork;
  readonly forbiddenPayees: readonly string[];
  readonly #options: BscChainOptions;
  readonly blockAgeMaxMs: number | null;
  readonly signedForMs = null;
  readonly #provider: JsonRpcProvider;
  /** Sends what is asked at the same time as one request. */
  readonly #batching: JsonRpcProvider;
  readonly #token: Contract;

  constructor(options: BscChainOptions) {
    const request = new FetchRequest(options.rpcUrl);
    request.timeout = options.requestTimeoutMs ?? REQUEST_TIMEOUT_MS;
    // ethers would wait for a node that refuses more calls until the time is over; another node can be asked.
    request.setThrottleParams({ maxAttempts: THROTTLED_ATTEMPTS_MAX });
    const connect = (batchMaxCount: number): JsonRpcProvider =>
      new JsonRpcProvider(request, ALLOWED_BSC_CHAINS[options.network], {
        staticNetwork: true,
        // ethers would remember answers for a quarter of a second, which hides a reorg.
        cacheTimeout: -1,
        batchMaxCount,
      });
    this.#provider = connect(1);
    this.#batching = connect(HEADERS_A_CALL);
    this.blockAgeMaxMs = options.blockAgeMaxMs;
    this.#token = new Contract(getAddress(options.usdtContract), TOKEN, this.#provider);
    this.#options = options;
    const token = getAddress(options.usdtContract);
    this.forbiddenPayees = [token];
    this.payment = { kind: 'evm', chainId: ALLOWED_BSC_CHAINS[options.network], token };
  }

  async assertAllowedNetwork(): Promise<void> {
    const chainId: unknown = await this.#provider.send('eth_chainId', []);
    assertAllowedBscChain(this.#options.network, Number(chainId));
  }

  /**
   * Compares the token's own decimals with what the ledger counts by.
   *
   * @throws TokenMismatchError when the contract is no token of 18 decimals.
   */
  async assertToken(): Promise<void> {
    await assertTestToken(() => this.#call('decimals', []), this.#options.usdtContract);
  }

  addressOf(index: number): string {
    return bscAddressOf(this.#options.keys, index);
  }

  getHead(): Promise<ChainHead> {
    return readHead(this.#provider, this.#options.finality);
  }

  async findBlock(height: number): Promise<BlockId | undefined> {
    const block = await this.#provider.getBlock(height);
    if (block?.hash == null) return undefined;
    return { height: block.number, hash: block.hash, parentHash: block.parentHash };
  }

  async readBlocks(range: { from: number; to: number }): Promise<BlockPage | undefined> {
    const { usdtContract } = this.#options;
    const headers = await readHeaders(this.#batching, range);
    if (headers === undefined) return undefined;
    const logs = await readTransferLogs(this.#provider, usdtContract, headers);
    if (logs === undefined) return undefined;
    const [first] = headers;
    return {
      first: toBlockId(first),
      last: toBlockId(headers.at(-1) ?? first),
      transfers: logs.flatMap((log) => toTransfer(log, usdtContract) ?? []),
      // An event is a Transfer by its bytes, or none.
      unreadable: [],
    };
  }

  async findFinalTransfer(event: {
    txHash: string;
    logIndex: number;
  }): Promise<IncomingTransfer | undefined> {
    const receipt = await this.#provider.getTransactionReceipt(event.txHash);
    if (receipt === null || receipt.status !== 1 || !(await this.#isFinal(receipt))) return undefined;
    const log = receipt.logs.find((candidate) => candidate.index === event.logIndex);
    return log && toTransfer(log, this.#options.usdtContract);
  }

  async getBalanceUnits(address: string, currency: LedgerCurrency): Promise<bigint> {
    if (currency === 'BNB') return this.#provider.getBalance(address);
    if (currency === 'USDT') return this.#call('balanceOf', [address]);
    throw new RangeError(`BSC holds no ${currency}.`);
  }

  async quoteSend(intent: TransferIntent): Promise<SendQuote> {
    const sender = this.addressOf(intent.fromIndex);
    const senderUnits = await this.getBalanceUnits(sender, intent.currency);
    const senderFeeUnits = await this.getBalanceUnits(sender, 'BNB');
    const quote = { feeCurrency: 'BNB', senderUnits, senderFeeUnits, opensAccount: false } as const;
    // A node cannot estimate a transfer that would fail, so what is missing is reported without a fee.
    if (senderUnits < intent.units) return { ...quote, feeMaxUnits: 0n };
    const fees = await this.#fees();
    const pricePerGas = fees.type === 2 ? fees.maxFeePerGas : fees.gasPrice;
    return { ...quote, feeMaxUnits: (await this.#gasLimit(intent)) * pricePerGas };
  }

  async getNonce(index: number): Promise<number> {
    return this.#provider.getTransactionCount(this.addressOf(index), 'latest');
  }

  findRawTransaction(txHash: string): Promise<RawTransaction | undefined> {
    return readRawTransaction(this.#provider, txHash);
  }

  proveBalances(addresses: readonly string[], height: number): Promise<StateProof | undefined> {
    return readStateProof(this.#provider, { token: this.#options.usdtContract, addresses, height });
  }

  async signStatement(index: number, text: string): Promise<string> {
    return toHexSignature(await this.#options.keys.sign({ kind: 'statement', index, text }));
  }

  async getChainId(): Promise<string> {
    return String(ALLOWED_BSC_CHAINS[this.#options.network]);
  }

  async signTransfer(intent: TransferIntent & { nonce: number | null }): Promise<SignedTransfer> {
    const { nonce, fromIndex } = intent;
    if (nonce === null) throw new RangeError('A BSC transaction needs a nonce.');
    assertSendable(intent, this.addressOf(fromIndex));
    const transaction = Transaction.from({
      chainId: ALLOWED_BSC_CHAINS[this.#options.network],
      nonce,
      gasLimit: await this.#gasLimit(intent),
      ...callOf(intent, this.#options.usdtContract),
      ...(await this.#fees()),
    });
    return this.#sign(transaction, fromIndex, intent.subject ?? null);
  }

  async signReplacement(
    signed: SignedTransfer,
    { fromIndex, subject }: { fromIndex: number; subject: string },
  ): Promise<SignedTransfer | undefined> {
    const stuck = Transaction.from(signed.raw);
    const { nonce, to, value, data, gasLimit, chainId, from } = stuck;
    if (from !== this.addressOf(fromIndex)) throw new RangeError('Another address signed this transaction.');
    const fees = raiseFees(feesOf(stuck), await this.#offeredFees(), this.#options.feePerGas);
    if (fees === undefined) return undefined;
    const raised = { nonce, to, value, data, gasLimit, chainId, ...fees };
    return this.#sign(Transaction.from(raised), fromIndex, subject);
  }

  async broadcast(raw: string): Promise<string> {
    try {
      return String(await this.#provider.send('eth_sendRawTransaction', [raw]));
    } catch (error) {
      // 'already known' and 'nonce too low' may both mean that it is on its way: only the chain decides.
      return error instanceof Error ? error.message : String(error);
    }
  }

  async getOutcome(txHash: string): Promise<TransactionOutcome> {
    const receipt = await this.#provider.getTransactionReceipt(txHash);
    if (receipt === null) return { status: 'unknown' };
    return {
      status: 'mined',
      blockHeight: receipt.blockNumber,
      isFinal: await this.#isFinal(receipt),
      succeeded: receipt.status === 1,
      feeCurrency: 'BNB',
      feeUnits: receipt.fee,
    };
  }

  /** Final is what stands in the chain below the final height: a receipt alone may be of a block that was replaced. */
  async #isFinal({ blockNumber, blockHash }: TransactionReceipt): Promise<boolean> {
    const { finalizedHeight } = await this.getHead();
    return blockNumber <= finalizedHeight && (await this.findBlock(blockNumber))?.hash === blockHash;
  }

  async reportTransaction(txHash: string): Promise<TransactionReport> {
    const transaction = await this.#provider.getTransaction(txHash);
    if (transaction === null) return { status: 'unknown' };
    const receipt = await this.#provider.getTransactionReceipt(txHash);
    if (receipt === null) return { status: 'pending' };
    const transfers = receipt.logs.flatMap((log) => toTransfer(log, this.#options.usdtContract) ?? []);
    const tokenMoves = receipt.logs.filter((log) => log.topics[0] === TRANSFER_TOPIC).length;
    return {
      status: 'mined',
      blockHeight: receipt.blockNumber,
      isFinal: await this.#isFinal(receipt),
      succeeded: receipt.status === 1,
      transfers,
      movesOthers: tokenMoves > transfers.length || transaction.value > 0n,
    };
  }

  async findImpossibility(signed: readonly SignedTransfer[]): Promise<Impossibility | undefined> {
    const [first] = signed;
    if (first === undefined || first.nonce === null) return undefined;
    const { sender, nonce } = first;
    const { finalizedHeight } = await this.getHead();
    const other = await findNonceUse(this.#provider, { sender, nonce, finalizedHeight });
    // Ours is not impossible but done; whoever asks for its outcome learns so, from a node that has caught up.
    if (other === undefined || signed.some(({ txHash }) => txHash === other.txHash)) return undefined;
    return { reason: 'nonce used by another final transaction', nonce, finalizedHeight, ...other };
  }

  [Symbol.dispose](): void {
    this.#provider.destroy();
    this.#batching.destroy();
  }

  async #sign(transaction: Transaction, index: number, subject: string | null): Promise<SignedTransfer> {
    const sender = this.addressOf(index);
    return { ...(await signTransaction(transaction, this.#options.keys, { index, subject })), sender };
  }

  async #gasLimit(intent: TransferIntent): Promise<bigint> {
    const from = this.addressOf(intent.fromIndex);
    const call = callOf(intent, this.#options.usdtContract);
    const estimate = await this.#provider.estimateGas({ from, ...call });
    return (estimate * GAS_LIMIT_PERCENT) / 100n;
  }

  async #fees(): Promise<GasFees> {
    return planFees(await this.#offeredFees(), this.#options.feePerGas);
  }

  #offeredFees(): Promise<OfferedFees> {
    return this.#provider.getFeeData();
  }

  async #call(name: 'balanceOf' | 'decimals', parameters: readonly string[]): Promise<bigint> {
    const answer: unknown = await this.#token.getFunction(name).staticCall(...parameters);
    return BigInt(String(answer));
  }
}
