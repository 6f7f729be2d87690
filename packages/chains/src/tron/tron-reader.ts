import type { Currency, LedgerCurrency } from '@glasspool/core';
import { providers, TronWeb } from 'tronweb';
import type {
  BalanceProver,
  BlockId,
  BlockPage,
  ChainHead,
  ChainReader,
  DropProof,
  IncomingTransfer,
  PaymentNetwork,
  SignedTransfer,
  TransactionOutcome,
  TransactionReport,
  UnreadableTransaction,
} from '../chain.ts';
import { ALLOWED_TRON_GENESIS, assertAllowedTronGenesis, type NetworkSetting } from '../networks.ts';
import { isAbsent } from './absence.ts';
import { TronHttp } from './http.ts';
import {
  TronAccount,
  TronBlock,
  TronBlockList,
  TronTransactionById,
  TronTransactionInfo,
  TronTransactionInfoList,
} from './messages.ts';
import { readOutcome } from './outcome.ts';
import { getId, isSuccessfulCall, toTransfers } from './transfers.ts';

const REQUEST_TIMEOUT_MS = 10_000;
/** java-tron answers at most 100 blocks per call. */
const BLOCKS_PER_CALL = 100;
/** Long enough for a slow node, short enough that a lost withdrawal is resolved soon. */
const SIGNED_FOR_MS = 10 * 60_000;
/** Time by which the final chain must be past an expiration before a transaction counts as impossible. */
const EXPIRATION_MARGIN_MS = 60_000;
/** TRON makes a block every three seconds, whatever is in it. */
const BLOCK_AGE_MAX_MS = 60_000;

export interface TronReaderOptions {
  readonly network: NetworkSetting;
  readonly rpcUrl: string;
  /** Time that a node may take to answer; 10 s when left out. */
  readonly requestTimeoutMs?: number;
  /** Validity of a signed transaction; 10 min when left out. */
  readonly signedForMs?: number;
}

/** Reads TRON through tronweb: blocks, transfers of TRX, balances. */
export class TronReader implements ChainReader, BalanceProver {
  readonly network = 'TRON';
  readonly currency: Currency = 'TRX';
  readonly payment: PaymentNetwork;
  readonly forbiddenPayees: readonly string[] = [];
  readonly blockAgeMaxMs = BLOCK_AGE_MAX_MS;
  readonly signedForMs: number;
  readonly #options: TronReaderOptions;
  protected readonly tronWeb: TronWeb;
  protected readonly node: TronHttp;

  constructor(options: TronReaderOptions) {
    this.#options = options;
    this.payment = { kind: 'tron', genesisIds: ALLOWED_TRON_GENESIS[options.network] };
    this.signedForMs = options.signedForMs ?? SIGNED_FOR_MS;
    const provider = new providers.HttpProvider(
      options.rpcUrl,
      options.requestTimeoutMs ?? REQUEST_TIMEOUT_MS,
    );
    this.node = new TronHttp(provider);
    this.tronWeb = new TronWeb({ fullNode: provider, solidityNode: provider });
  }

  async assertAllowedNetwork(): Promise<void> {
    const genesis = await this.node.ask(TronBlock, 'wallet/getblockbynum', { num: 0 });
    assertAllowedTronGenesis(this.#options.network, genesis.blockID);
  }

  async getHead(): Promise<ChainHead> {
    // The final height is read first: it can then never be above the head.
    const solid = await this.getSolidBlock();
    const head = await this.node.ask(TronBlock, 'wallet/getnowblock', {});
    const { number: height, timestamp: timeMs } = head.block_header.raw_data;
    const { number: solidHeight, timestamp: solidTimeMs } = solid.block_header.raw_data;
    return {
      height,
      finalizedHeight: Math.min(solidHeight, height),
      isFinalityStalled: false,
      timeMs,
      finalTimeMs: Math.min(solidTimeMs, timeMs),
    };
  }

  async findBlock(height: number): Promise<BlockId | undefined> {
    const [first] = await this.#readBlocks(height, height + 1);
    return first && getId(first);
  }

  async readBlocks(range: { from: number; to: number }): Promise<BlockPage | undefined> {
    const transfers: IncomingTransfer[] = [];
    const unreadable: UnreadableTransaction[] = [];
    let first: BlockId | undefined;
    let last: BlockId | undefined;
    for (let start = range.from; start <= range.to; start += BLOCKS_PER_CALL) {
      const end = Math.min(start + BLOCKS_PER_CALL, range.to + 1);
      const blocks = await this.#readBlocks(start, end);
      for (const block of blocks) {
        const id = getId(block);
        const isNext = last === undefined ? id.height === range.from : id.parentHash === last.hash;
        if (!isNext) return undefined;
        first ??= id;
        last = id;
        transfers.push(...(await this.#readTransfers(block)));
        unreadable.push(...block.unreadable.map((txHash) => ({ txHash, blockHeight: id.height })));
      }
    }
    return first !== undefined && last?.height === range.to
      ? { first, last, transfers, unreadable }
      : undefined;
  }

  async findFinalTransfer(event: {
    txHash: string;
    logIndex: number;
  }): Promise<IncomingTransfer | undefined> {
    const info = await this.node.ask(TronTransactionInfo, 'walletsolidity/gettransactioninfobyid', {
      value: event.txHash,
    });
    if (info.blockNumber === undefined) return undefined;
    const block = await this.node.ask(TronBlock, 'walletsolidity/getblockbynum', { num: info.blockNumber });
    const transaction = block.transactions.find((candidate) => candidate.txID === event.txHash);
    if (transaction === undefined) return undefined;
    const transfers = toTransfers(block, transaction, info);
    return transfers.find(({ logIndex }) => logIndex === event.logIndex);
  }

  async getBalanceUnits(address: string, currency: LedgerCurrency): Promise<bigint> {
    if (currency !== 'TRX') throw new RangeError(`TRON holds no ${currency}.`);
    const account = await this.node.ask(TronAccount, 'wallet/getaccount', {
      address: TronWeb.address.toHex(address),
    });
    return BigInt(account.balance);
  }

  async findRawTransaction(): Promise<undefined> {
    return undefined;
  }

  /** TRON's blocks have no root of the state to prove by. */
  async proveBalances(): Promise<undefined> {}

  async getChainId(): Promise<string> {
    return (await this.node.ask(TronBlock, 'wallet/getblockbynum', { num: 0 })).blockID;
  }

  async getOutcome(txHash: string): Promise<TransactionOutcome> {
    const final = await readOutcome(this.node, 'walletsolidity', txHash);
    return final.status === 'mined' ? final : readOutcome(this.node, 'wallet', txHash);
  }

  async reportTransaction(txHash: string): Promise<TransactionReport> {
    const transaction = await this.node.ask(TronTransactionById, 'wallet/gettransactionbyid', {
      value: txHash,
    });
    if (transaction.txID === undefined) return { status: 'unknown' };
    const outcome = await this.getOutcome(txHash);
    if (outcome.status === 'unknown') return { status: 'pending' };
    const { blockHeight, isFinal, succeeded } = outcome;
    const block = await this.node.ask(TronBlock, 'wallet/getblockbynum', { num: blockHeight });
    const included = block.transactions.find(({ txID }) => txID === txHash);
    const info = await this.node.ask(TronTransactionInfo, 'wallet/gettransactioninfobyid', {
      value: txHash,
    });
    const transfers = included === undefined ? [] : toTransfers(block, included, info);
    return {
      status: 'mined',
      blockHeight,
      isFinal,
      succeeded,
      transfers,
      movesOthers: included?.raw_data.contract[0]?.type !== 'TransferContract',
    };
  }

  async findDropProof(signed: readonly SignedTransfer[]): Promise<DropProof | undefined> {
    const expiresAt = Math.max(...signed.map((one) => one.expiresAt ?? Number.POSITIVE_INFINITY));
    const solid = await this.getSolidBlock();
    const { number: solidHeight, timestamp: solidTimeMs } = solid.block_header.raw_data;
    if (solidTimeMs <= expiresAt + EXPIRATION_MARGIN_MS) return undefined;
    for (const one of signed) {
      if (!(await isAbsent(this.node, one, solidHeight))) return undefined;
    }
    return { reason: 'expired and absent from the solidified chain', expiresAt, solidHeight, solidTimeMs };
  }

  /** Blocks from `start` to before `end`, as many as the node has. */
  async #readBlocks(start: number, end: number): Promise<readonly TronBlock[]> {
    const range = { startNum: start, endNum: end };
    return (await this.node.ask(TronBlockList, 'wallet/getblockbylimitnext', range)).block;
  }

  /** The receipts are read only of blocks in which a contract was called: only those hold internal transfers. */
  async #readTransfers(block: TronBlock): Promise<readonly IncomingTransfer[]> {
    const hasCalls = block.transactions.some(isSuccessfulCall);
    const num = block.block_header.raw_data.number;
    const infos = hasCalls
      ? await this.node.ask(TronTransactionInfoList, 'wallet/gettransactioninfobyblocknum', { num })
      : [];
    return block.transactions.flatMap((transaction) =>
      toTransfers(
        block,
        transaction,
        infos.find(({ id }) => id === transaction.txID),
      ),
    );
  }

  protected async getSolidBlock(): Promise<TronBlock> {
    return this.node.ask(TronBlock, 'walletsolidity/getnowblock', {});
  }
}
