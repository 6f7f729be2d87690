import { type Currency, type LedgerCurrency, toChecksumAddress } from '@glasspool/core';
import {
  Contract,
  computeAddress,
  FetchRequest,
  getAddress,
  Interface,
  JsonRpcProvider,
  type Log,
  SigningKey,
  Transaction,
} from 'ethers';
import type {
  BlockId,
  Chain,
  ChainHead,
  Impossibility,
  IncomingTransfer,
  SendQuote,
  SignedTransfer,
  TransactionOutcome,
  TransferIntent,
} from '../chain.ts';
import type { NetworkKeys } from '../keys/key-tree.ts';
import { ALLOWED_BSC_CHAINS, assertAllowedBscChain, type NetworkSetting } from '../networks.ts';

const REQUEST_TIMEOUT_MS = 10_000;
const TOKEN_DECIMALS = 18;
/** Room above the node's estimate: a transfer to a new holder costs more than one to an old holder. */
const GAS_LIMIT_PERCENT = 130n;
const TOKEN = new Interface([
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'function transfer(address to, uint256 value) returns (bool)',
  'function balanceOf(address owner) view returns (uint256)',
  'function decimals() view returns (uint8)',
]);
const TRANSFER_TOPIC = TOKEN.getEvent('Transfer')?.topicHash ?? '';

/** How the chain says that a block is final: by its own tag, or (local) a fixed number of blocks back. */
export type BscFinality = { readonly kind: 'tag' } | { readonly kind: 'depth'; readonly blocks: number };

export interface BscChainOptions {
  readonly network: NetworkSetting;
  readonly rpcUrl: string;
  readonly usdtContract: string;
  readonly finality: BscFinality;
  /** The least fee per gas that is ever offered, in wei. */
  readonly feePerGasMinWei: bigint;
  readonly keys: NetworkKeys;
}

/** BSC through ethers: the test USDT in, the test USDT out. */
export class BscChain implements Chain, Disposable {
  readonly network = 'BSC';
  readonly currency: Currency = 'USDT';
  readonly forbiddenPayees: readonly string[];
  readonly #options: BscChainOptions;
  readonly #provider: JsonRpcProvider;
  readonly #token: Contract;

  constructor(options: BscChainOptions) {
    const request = new FetchRequest(options.rpcUrl);
    request.timeout = REQUEST_TIMEOUT_MS;
    // ethers would remember answers for a quarter of a second, which hides a reorg.
    this.#provider = new JsonRpcProvider(request, ALLOWED_BSC_CHAINS[options.network], {
      staticNetwork: true,
      cacheTimeout: -1,
      batchMaxCount: 1,
    });
    this.#token = new Contract(getAddress(options.usdtContract), TOKEN, this.#provider);
    this.#options = options;
    this.forbiddenPayees = [getAddress(options.usdtContract)];
  }

  async assertAllowedNetwork(): Promise<void> {
    const chainId: unknown = await this.#provider.send('eth_chainId', []);
    assertAllowedBscChain(this.#options.network, Number(chainId));
  }

  /**
   * Compares the token's own decimals with what the ledger counts by.
   *
   * @throws Error when the contract is no token of 18 decimals.
   */
  async assertToken(): Promise<void> {
    const decimals = Number(await this.#call('decimals', []));
    if (decimals === TOKEN_DECIMALS) return;
    throw new Error(
      `USDT_CONTRACT has ${decimals} decimals; the pool counts by ${TOKEN_DECIMALS}. Set the right contract.`,
    );
  }

  addressOf(index: number): string {
    return computeAddress(hex(this.#options.keys.publicKey(index)));
  }

  async getHead(): Promise<ChainHead> {
    const height = await this.#provider.getBlockNumber();
    const { finality } = this.#options;
    if (finality.kind === 'depth') return { height, finalizedHeight: Math.max(0, height - finality.blocks) };
    const finalized = await this.#provider.getBlock('finalized');
    if (finalized === null) throw new Error('The BSC node does not know a finalized block yet.');
    return { height, finalizedHeight: finalized.number };
  }

  async findBlock(height: number): Promise<BlockId | undefined> {
    const block = await this.#provider.getBlock(height);
    if (block?.hash == null) return undefined;
    return { height: block.number, hash: block.hash, parentHash: block.parentHash };
  }

  async listTransfers(
    range: { from: number; to: number },
    isWatched: (address: string) => boolean,
  ): Promise<IncomingTransfer[]> {
    const logs = await this.#provider.getLogs({
      address: this.#options.usdtContract,
      topics: [TRANSFER_TOPIC],
      fromBlock: range.from,
      toBlock: range.to,
    });
    return logs.flatMap((log) => this.#toTransfer(log) ?? []).filter((transfer) => isWatched(transfer.to));
  }

  async findFinalTransfer(event: {
    txHash: string;
    logIndex: number;
  }): Promise<IncomingTransfer | undefined> {
    const receipt = await this.#provider.getTransactionReceipt(event.txHash);
    if (receipt === null || receipt.status !== 1) return undefined;
    const { finalizedHeight } = await this.getHead();
    if (receipt.blockNumber > finalizedHeight) return undefined;
    const log = receipt.logs.find((candidate) => candidate.index === event.logIndex);
    return log && this.#toTransfer(log);
  }

  async getBalanceUnits(address: string, currency: LedgerCurrency): Promise<bigint> {
    if (currency === 'BNB') return this.#provider.getBalance(address);
    if (currency === 'USDT') return this.#call('balanceOf', [address]);
    throw new RangeError(`BSC holds no ${currency}.`);
  }

  async quoteSend(intent: TransferIntent): Promise<SendQuote> {
    const treasury = this.addressOf(0);
    const treasuryUnits = await this.getBalanceUnits(treasury, 'USDT');
    const treasuryFeeUnits = await this.getBalanceUnits(treasury, 'BNB');
    // A node cannot estimate a transfer that would fail, so the missing tokens are reported without a fee.
    if (treasuryUnits < intent.units)
      return { feeCurrency: 'BNB', feeMaxUnits: 0n, treasuryUnits, treasuryFeeUnits };
    const { gasLimit, maxFeePerGas } = await this.#fees(intent);
    return { feeCurrency: 'BNB', feeMaxUnits: gasLimit * maxFeePerGas, treasuryUnits, treasuryFeeUnits };
  }

  async getTreasuryNonce(): Promise<number> {
    return this.#provider.getTransactionCount(this.addressOf(0), 'latest');
  }

  async signTransfer(intent: TransferIntent & { nonce: number | null }): Promise<SignedTransfer> {
    const { nonce } = intent;
    if (nonce === null) throw new RangeError('A BSC transaction needs a nonce.');
    const fees = await this.#fees(intent);
    const transaction = Transaction.from({
      type: 2,
      chainId: ALLOWED_BSC_CHAINS[this.#options.network],
      nonce,
      to: this.#options.usdtContract,
      value: 0n,
      data: TOKEN.encodeFunctionData('transfer', [intent.to, intent.units]),
      ...fees,
    });
    transaction.signature = new SigningKey(this.#options.keys.privateKey(0)).sign(transaction.unsignedHash);
    if (transaction.hash === null) throw new Error('The transaction was not signed.');
    return {
      txHash: transaction.hash,
      sender: this.addressOf(0),
      raw: transaction.serialized,
      nonce,
      expiresAt: null,
    };
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
    const { finalizedHeight } = await this.getHead();
    return {
      status: 'mined',
      blockHeight: receipt.blockNumber,
      isFinal: receipt.blockNumber <= finalizedHeight,
      succeeded: receipt.status === 1,
      feeCurrency: 'BNB',
      feeUnits: receipt.fee,
    };
  }

  async findImpossibility(signed: readonly SignedTransfer[]): Promise<Impossibility | undefined> {
    const [first] = signed;
    if (first === undefined || first.nonce === null) return undefined;
    const { finalizedHeight } = await this.getHead();
    const finalNonce = await this.#provider.getTransactionCount(first.sender, finalizedHeight);
    if (finalNonce <= first.nonce) return undefined;
    // The nonce is used up. If not by one of ours, then by another transaction, and ours can never be mined.
    for (const { txHash } of signed) {
      if ((await this.#provider.getTransactionReceipt(txHash)) !== null) return undefined;
    }
    return {
      reason: 'nonce used by another final transaction',
      nonce: first.nonce,
      finalNonce,
      finalizedHeight,
    };
  }

  [Symbol.dispose](): void {
    this.#provider.destroy();
  }

  async #fees(
    intent: TransferIntent,
  ): Promise<{ gasLimit: bigint; maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }> {
    const data = TOKEN.encodeFunctionData('transfer', [intent.to, intent.units]);
    const estimate = await this.#provider.estimateGas({
      from: this.addressOf(0),
      to: this.#options.usdtContract,
      data,
    });
    const offered = await this.#provider.getFeeData();
    const floor = this.#options.feePerGasMinWei;
    const priority = max(offered.maxPriorityFeePerGas ?? offered.gasPrice ?? floor, floor);
    return {
      gasLimit: (estimate * GAS_LIMIT_PERCENT) / 100n,
      maxPriorityFeePerGas: priority,
      maxFeePerGas: max(offered.maxFeePerGas ?? offered.gasPrice ?? floor, priority),
    };
  }

  /** A log as a transfer, or undefined when it is not exactly a Transfer event of more than zero of our token. */
  #toTransfer(log: Log): IncomingTransfer | undefined {
    const isTransfer =
      log.address.toLowerCase() === this.#options.usdtContract.toLowerCase() &&
      log.topics[0] === TRANSFER_TOPIC &&
      log.topics.length === 3 &&
      log.data.length === 2 + 64 &&
      !log.removed;
    const recipient = log.topics[2];
    if (!isTransfer || recipient === undefined) return undefined;
    const units = BigInt(log.data);
    if (units === 0n) return undefined;
    return {
      txHash: log.transactionHash,
      logIndex: log.index,
      to: toChecksumAddress(`0x${recipient.slice(-40)}`),
      units,
      blockHeight: log.blockNumber,
      blockHash: log.blockHash,
    };
  }

  async #call(name: 'balanceOf' | 'decimals', parameters: readonly string[]): Promise<bigint> {
    const answer: unknown = await this.#token.getFunction(name).staticCall(...parameters);
    return BigInt(String(answer));
  }
}

function hex(bytes: Uint8Array): string {
  return `0x${Buffer.from(bytes).toString('hex')}`;
}

function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
