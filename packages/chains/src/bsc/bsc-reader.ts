import type { Currency, LedgerCurrency } from '@glasspool/core';
import type { StateProof } from '@glasspool/proof';
import {
  Contract,
  FetchRequest,
  getAddress,
  JsonRpcProvider,
  type TransactionReceipt,
  toQuantity,
} from 'ethers';
import { z } from 'zod';
import { ask } from '../bounded-request.ts';
import type {
  BalanceProver,
  BlockId,
  BlockPage,
  ChainHead,
  ChainReader,
  DropProof,
  IncomingTransfer,
  PaymentNetwork,
  RawTransaction,
  SettledBalances,
  SignedTransfer,
  TransactionOutcome,
  TransactionReport,
} from '../chain.ts';
import { ALLOWED_BSC_CHAINS, assertAllowedBscChain, type NetworkSetting } from '../networks.ts';
import { assertTestToken } from './assert-token.ts';
import { BlockSource, HEADERS_PER_CALL, readHeaders, readTransfers, toBlockId } from './blocks.ts';
import { type BscFinality, readHead } from './head.ts';
import { NonceUses } from './nonce-use.ts';
import { readRawTransaction } from './raw-transaction.ts';
import { readStateProof } from './state-proof.ts';
import { TOKEN, TRANSFER_TOPIC, toTransfers } from './token.ts';

const REQUEST_TIMEOUT_MS = 10_000;
/** Blocks below the newest whose state every full node has: go-ethereum keeps 128. */
const STATE_DEPTH_MAX = 64;
/** A number as a contract answers it. */
const Word = z.string().regex(/^0x[0-9a-f]{64}$/i);
/** Tries of one call at a node that answers 429, with a pause that doubles from 0.25 s. */
const THROTTLED_ATTEMPTS_MAX = 3;

export interface BscReaderOptions {
  readonly network: NetworkSetting;
  readonly rpcUrl: string;
  readonly usdtContract: string;
  readonly finality: BscFinality;
  readonly blockAgeMaxMs: number | null;
  /** Time that a node may take to answer; 10 s when left out. */
  readonly requestTimeoutMs?: number;
}

/** Reads BSC through ethers: blocks, transfers of the test USDT, balances. */
export class BscReader implements ChainReader, BalanceProver, Disposable {
  readonly network = 'BSC';
  readonly currency: Currency = 'USDT';
  readonly payment: PaymentNetwork & { readonly kind: 'evm' };
  readonly forbiddenPayees: readonly string[];
  readonly #options: BscReaderOptions;
  readonly blockAgeMaxMs: number | null;
  readonly signedForMs = null;
  protected readonly provider: JsonRpcProvider;
  /** Sends what is asked at the same time as one request. */
  readonly #batching: JsonRpcProvider;
  readonly #token: Contract;
  readonly #blocks: BlockSource;
  readonly #nonceUses: NonceUses;

  constructor(options: BscReaderOptions) {
    const request = new FetchRequest(options.rpcUrl);
    request.getUrlFunc = askBounded;
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
    this.provider = connect(1);
    this.#batching = connect(HEADERS_PER_CALL);
    this.#blocks = new BlockSource(this.#batching);
    this.#nonceUses = new NonceUses(this.provider, this.#batching);
    this.blockAgeMaxMs = options.blockAgeMaxMs;
    this.#token = new Contract(getAddress(options.usdtContract), TOKEN, this.provider);
    this.#options = options;
    const token = getAddress(options.usdtContract);
    this.forbiddenPayees = [token];
    this.payment = { kind: 'evm', chainId: ALLOWED_BSC_CHAINS[options.network], token };
  }

  async assertAllowedNetwork(): Promise<void> {
    const chainId: unknown = await this.provider.send('eth_chainId', []);
    assertAllowedBscChain(this.#options.network, Number(chainId));
  }

  /**
   * Compares the token's own decimals with what the ledger counts by.
   *
   * @throws TokenMismatchError when the contract is not a token of 18 decimals.
   */
  async assertToken(): Promise<void> {
    await assertTestToken(this.provider, this.#options.usdtContract);
  }

  getHead(): Promise<ChainHead> {
    return readHead(this.provider, this.#options.finality);
  }

  async findBlock(height: number): Promise<BlockId | undefined> {
    const block = await this.provider.getBlock(height);
    if (block?.hash == null) return undefined;
    return { height: block.number, hash: block.hash, parentHash: block.parentHash };
  }

  async readBlocks(range: { from: number; to: number }): Promise<BlockPage | undefined> {
    const { usdtContract } = this.#options;
    const headers = await readHeaders(this.#blocks, range);
    if (headers === undefined) return undefined;
    const transfers = await readTransfers(this.#blocks, usdtContract, headers);
    if (transfers === undefined) return undefined;
    const [first] = headers;
    return {
      first: toBlockId(first),
      last: toBlockId(headers.at(-1) ?? first),
      blocks: headers.map(toBlockId),
      transfers,
      // An event is a Transfer by its bytes, or none.
      unreadable: [],
      unproved: headers.filter(({ isProved }) => !isProved).length,
    };
  }

  async listFinalTransfers(txHash: string): Promise<readonly IncomingTransfer[] | undefined> {
    const receipt = await this.provider.getTransactionReceipt(txHash);
    if (receipt === null || !(await this.#isFinal(receipt))) return undefined;
    if (receipt.status !== 1) return [];
    return toTransfers(receipt.logs, this.#options.usdtContract);
  }

  async getBalanceUnits(address: string, currency: LedgerCurrency): Promise<bigint> {
    if (currency === 'BNB') return this.provider.getBalance(address);
    if (currency === 'USDT') return this.#call('balanceOf', [address]);
    throw new RangeError(`BSC holds no ${currency}.`);
  }

  async readSettledBalances(address: string): Promise<SettledBalances> {
    const head = await this.getHead();
    // While finality is far behind, its state is one that full nodes have forgotten.
    const height = Math.max(head.finalizedHeight, head.height - STATE_DEPTH_MAX, 0);
    const data = TOKEN.encodeFunctionData('balanceOf', [address]);
    const call = { to: this.payment.token, data };
    const answer = await this.provider.send('eth_call', [call, toQuantity(height)]);
    return { told: [{ height, units: BigInt(Word.parse(answer)) }], enough: 1 };
  }

  findRawTransaction(txHash: string): Promise<RawTransaction | undefined> {
    return readRawTransaction(this.provider, txHash);
  }

  proveBalances(addresses: readonly string[], height: number): Promise<StateProof | undefined> {
    return readStateProof(this.provider, { token: this.#options.usdtContract, addresses, height });
  }

  async getChainId(): Promise<string> {
    return String(ALLOWED_BSC_CHAINS[this.#options.network]);
  }

  async getOutcome(txHash: string): Promise<TransactionOutcome> {
    const receipt = await this.provider.getTransactionReceipt(txHash);
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
    const transaction = await this.provider.getTransaction(txHash);
    if (transaction === null) return { status: 'unknown' };
    const receipt = await this.provider.getTransactionReceipt(txHash);
    if (receipt === null) return { status: 'pending' };
    const transfers = toTransfers(receipt.logs, this.#options.usdtContract);
    const tokenMoves = receipt.logs.filter((log) => log.topics[0] === TRANSFER_TOPIC).length;
    return {
      status: 'mined',
      blockHeight: receipt.blockNumber,
      isFinal: await this.#isFinal(receipt),
      succeeded: receipt.status === 1,
      transfers,
      movesOthers: tokenMoves > transfers.length || transaction.value > 0n,
      mayHideTransfers: false,
    };
  }

  async findDropProof(signed: readonly SignedTransfer[]): Promise<DropProof | undefined> {
    const [first] = signed;
    if (first === undefined || first.nonce === null) return undefined;
    const { sender, nonce } = first;
    const head = await this.getHead();
    const other = await this.#nonceUses.find({ sender, nonce, head });
    if (other === undefined) return undefined;
    // Ours is not impossible but done; its outcome says so, from a node that has caught up.
    if (signed.some(({ txHash }) => txHash === other.txHash)) {
      await this.#assertIndexed(other);
      return undefined;
    }
    const { txHash, blockHeight: height } = other;
    const { finalizedHeight } = head;
    return { reason: 'nonce used by another final transaction', nonce, finalizedHeight, txHash, height };
  }

  /** @throws Error where the node has a transaction in a block, and does not find it by its hash */
  async #assertIndexed({ txHash, blockHeight }: { txHash: string; blockHeight: number }): Promise<void> {
    if ((await this.provider.getTransactionReceipt(txHash)) !== null) return;
    throw new Error(
      `It has ${txHash} in block ${blockHeight} and no receipt of it: it keeps no index that old. Start it with a longer one (go-ethereum: --history.transactions), or name another node`,
    );
  }

  [Symbol.dispose](): void {
    this.provider.destroy();
    this.#batching.destroy();
  }

  async #call(name: 'balanceOf', parameters: readonly string[]): Promise<bigint> {
    const answer: unknown = await this.#token.getFunction(name).staticCall(...parameters);
    return BigInt(String(answer));
  }
}

async function askBounded({ url, method, headers, body, timeout: timeoutMs }: FetchRequest) {
  const answer = await ask({ url, method, headers, body, timeoutMs });
  return { ...answer, statusCode: answer.status, statusMessage: answer.statusText };
}
