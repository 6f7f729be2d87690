import type { Currency, LedgerCurrency } from '@glasspool/core';
import { TronWeb } from 'tronweb';
import type {
  BalanceProver,
  BlockId,
  BlockPage,
  ChainHead,
  ChainReader,
  DropProof,
  IncomingTransfer,
  PaymentNetwork,
  SettledBalances,
  SignedTransfer,
  TransactionOutcome,
  TransactionReport,
  UnreadableTransaction,
} from '../chain.ts';
import { ALLOWED_TRON_GENESIS, assertAllowedTronGenesis, type NetworkSetting } from '../networks.ts';
import { isAbsent } from './absence.ts';
import { BoundedProvider, TronHttp } from './http.ts';
import { InternalSetting } from './internal-setting.ts';
import {
  isProved,
  TronAccount,
  TronBlock,
  TronBlockList,
  TronReceipt,
  TronReceiptList,
  TronTransactionById,
  TronTransactionInfo,
} from './messages.ts';
import { readOutcome } from './outcome.ts';
import {
  getId,
  isSuccessfulCall,
  readTransferContract,
  readTransfers,
  type TransfersRead,
} from './transfers.ts';

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
  /** Address of the same node's other port, which has `/walletsolidity`; `rpcUrl` answers both when left out. */
  readonly solidityUrl?: string | undefined;
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
  readonly #internal: InternalSetting;

  constructor(options: TronReaderOptions) {
    this.#options = options;
    this.payment = { kind: 'tron', genesisIds: ALLOWED_TRON_GENESIS[options.network] };
    this.signedForMs = options.signedForMs ?? SIGNED_FOR_MS;
    const connect = (url: string) => new BoundedProvider(url, options.requestTimeoutMs ?? REQUEST_TIMEOUT_MS);
    const full = connect(options.rpcUrl);
    const solidity = connect(options.solidityUrl ?? options.rpcUrl);
    this.node = new TronHttp({ full, solidity });
    this.#internal = new InternalSetting(this.node);
    this.tronWeb = new TronWeb({ fullNode: full, solidityNode: solidity });
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
      isAgreed: true,
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
    let unproved = 0;
    const ids: BlockId[] = [];
    for (let start = range.from; start <= range.to; start += BLOCKS_PER_CALL) {
      const end = Math.min(start + BLOCKS_PER_CALL, range.to + 1);
      const blocks = await this.#readBlocks(start, end);
      for (const block of blocks) {
        const id = getId(block);
        const last = ids.at(-1);
        const isNext = id.height === range.from + ids.length;
        if (!isNext || (last !== undefined && id.parentHash !== last.hash)) return undefined;
        ids.push(id);
        if (!isProved(block)) unproved += 1;
        const read = await this.#readTransfers(block);
        transfers.push(...read.transfers);
        unreadable.push(...read.unreadable.map((txHash) => ({ txHash, blockHeight: id.height })));
      }
    }
    const [first, last] = [ids[0], ids.at(-1)];
    if (first === undefined || last?.height !== range.to) return undefined;
    return { first, last, blocks: ids, transfers, unreadable, unproved };
  }

  async listFinalTransfers(txHash: string): Promise<readonly IncomingTransfer[]> {
    const info = await this.node.ask(TronTransactionInfo, 'walletsolidity/gettransactioninfobyid', {
      value: txHash,
    });
    if (info.blockNumber === undefined) return [];
    const block = await this.node.ask(TronBlock, 'walletsolidity/getblockbynum', { num: info.blockNumber });
    const transaction = block.transactions.find((candidate) => candidate.txID === txHash);
    if (transaction === undefined) return [];
    return readTransfers(block, transaction, TronReceipt.safeParse(info).data).transfers;
  }

  async getBalanceUnits(address: string, currency: LedgerCurrency): Promise<bigint> {
    if (currency !== 'TRX') throw new RangeError(`TRON holds no ${currency}.`);
    const account = await this.node.ask(TronAccount, 'wallet/getaccount', {
      address: TronWeb.address.toHex(address),
    });
    return BigInt(account.balance);
  }

  async readSettledBalances(address: string): Promise<SettledBalances> {
    // The head is read first. What came in since makes the balance larger for a moment; the next deposit is held against it again.
    const solid = await this.getSolidBlock();
    const account = await this.node.ask(TronAccount, 'walletsolidity/getaccount', {
      address: TronWeb.address.toHex(address),
    });
    const told = [{ height: solid.block_header.raw_data.number, units: BigInt(account.balance) }];
    return { told, enough: 1 };
  }

  async findRawTransaction(): Promise<undefined> {
    return undefined;
  }

  keepsInternalTransactions(): Promise<boolean | undefined> {
    return this.#internal.find();
  }

  /** TRON's blocks have no root of the state to prove by. */
  async proveBalances(): Promise<undefined> {}

  async getChainId(): Promise<string> {
    return (await this.node.ask(TronBlock, 'wallet/getblockbynum', { num: 0 })).blockID;
  }

  async getOutcome(txHash: string): Promise<TransactionOutcome> {
    return this.#readOutcome(txHash);
  }

  async reportTransaction(txHash: string): Promise<TransactionReport> {
    const transaction = await this.node.ask(TronTransactionById, 'wallet/gettransactionbyid', {
      value: txHash,
    });
    if (transaction.txID === undefined) return { status: 'unknown' };
    const outcome = await this.#readOutcome(txHash);
    if (outcome.status === 'unknown') return { status: 'pending' };
    const { blockHeight, isFinal, succeeded } = outcome;
    const block = await this.node.ask(TronBlock, 'wallet/getblockbynum', { num: blockHeight });
    const included = block.transactions.find(({ txID }) => txID === txHash);
    const info = await this.node.ask(TronTransactionInfo, 'wallet/gettransactioninfobyid', {
      value: txHash,
    });
    const receipt = TronReceipt.safeParse(info).data;
    const transfers = included === undefined ? [] : readTransfers(block, included, receipt).transfers;
    return {
      status: 'mined',
      blockHeight,
      isFinal,
      succeeded,
      transfers,
      movesOthers: included === undefined || readTransferContract(included.raw_data_hex) === undefined,
      mayHideTransfers: included !== undefined && isSuccessfulCall(included),
    };
  }

  async findDropProof(signed: readonly SignedTransfer[]): Promise<DropProof | undefined> {
    const expiresAt = Math.max(...signed.map((one) => one.expiresAt ?? Number.POSITIVE_INFINITY));
    const solid = await this.getSolidBlock();
    const { number: height, timestamp: solidTimeMs } = solid.block_header.raw_data;
    if (solidTimeMs <= expiresAt + EXPIRATION_MARGIN_MS) return undefined;
    for (const one of signed) {
      if (!(await isAbsent(this.node, one, height))) return undefined;
    }
    return { reason: 'expired and absent from the solidified chain', expiresAt, height, solidTimeMs };
  }

  /** Blocks from `start` to before `end`, as many as the node has. */
  async #readBlocks(start: number, end: number): Promise<readonly TronBlock[]> {
    const range = { startNum: start, endNum: end };
    return (await this.node.ask(TronBlockList, 'wallet/getblockbylimitnext', range)).block;
  }

  async #readOutcome(txHash: string): ReturnType<typeof readOutcome> {
    const final = await readOutcome(this.node, 'walletsolidity', txHash);
    return final.status === 'mined' ? final : readOutcome(this.node, 'wallet', txHash);
  }

  /** The receipts are read only of blocks in which a contract ran: only those hold internal transfers. */
  async #readTransfers(
    block: TronBlock,
  ): Promise<{ transfers: readonly IncomingTransfer[]; unreadable: readonly string[] }> {
    const hasCalls = block.transactions.some(isSuccessfulCall);
    const num = block.block_header.raw_data.number;
    const receipts = hasCalls
      ? await this.node.ask(TronReceiptList, 'wallet/gettransactioninfobyblocknum', { num })
      : [];
    const byId = new Map(receipts.map((receipt) => [receipt.id, receipt]));
    const read = block.transactions.map((transaction): [string, TransfersRead] => [
      transaction.txID,
      readTransfers(block, transaction, byId.get(transaction.txID)),
    ]);
    const unreadable = read.flatMap(([txHash, { isReadable }]) => (isReadable ? [] : [txHash]));
    return {
      transfers: read.flatMap(([, { transfers }]) => transfers),
      unreadable: [...block.unreadable, ...unreadable],
    };
  }

  protected async getSolidBlock(): Promise<TronBlock> {
    return this.node.ask(TronBlock, 'walletsolidity/getnowblock', {});
  }
}
