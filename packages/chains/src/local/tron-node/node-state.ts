import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { TronWeb, utils } from 'tronweb';
import { z } from 'zod';
import { type Effect, TronLedger } from './ledger.ts';
import {
  bandwidthBytes,
  blockId,
  encodeHeader,
  type HeaderFields,
  hashTransaction,
  transactionRoot,
} from './protocol.ts';
import { Refused } from './refused.ts';
import {
  assertSigned,
  getContract,
  getContractAddress,
  readTransaction,
  type SignedTransaction,
} from './transaction.ts';

/** Holds all TRX of the development chain. Its key is public: these coins are worth nothing. */
export const FAUCET_PRIVATE_KEY = '5f3a4d1c9e8b7a6059483726150413f2e1d0c9b8a79685746352413f2e1d0c9b';
const FAUCET_ADDRESS = TronWeb.address.toHex(utils.crypto.pkToAddress(FAUCET_PRIVATE_KEY));
const FAUCET_BALANCE_SUN = 9_000_000_000_000_000;
const WITNESS_ADDRESS = FAUCET_ADDRESS;
const GENESIS_PARENT = 'e58f33f9baf9305dc6f82b9f1934ea8f0ade2defb951258d50167028c780351f';
/** Version of java-tron 4.8. Blocks of files from before it had their root over the ids of their transactions, and keep it. */
const BLOCK_VERSION = 32;
const FORMER_VERSION = 31;
const EXPIRATION_MAX_MS = 24 * 60 * 60_000;

export interface Block extends HeaderFields {
  readonly id: string;
  readonly transactions: readonly SignedTransaction[];
}

export interface Included {
  readonly transaction: SignedTransaction;
  readonly block: Block;
  readonly effect: Effect;
}

/** The chain of the development node: blocks, accounts and waiting transactions. Kept as one line a block. */
export class TronNodeState {
  #ledger = createLedger();
  readonly blocks: Block[] = [];
  readonly included = new Map<string, Included>();
  readonly #pending = new Map<string, { transaction: SignedTransaction; effect: Effect }>();
  readonly #signatures = new Map<string, string>();
  readonly #file: string | undefined;
  readonly #solidityLag: number;
  /** False while the node answers no receipts of a block, as one that is behind, or keeps no history. */
  keepsReceipts = true;

  constructor(options: { file: string | undefined; solidityLag: number }) {
    this.#file = options.file;
    this.#solidityLag = options.solidityLag;
    this.#addBlock(0, []);
    if (options.file !== undefined && existsSync(options.file)) this.#replay(options.file);
  }

  get ledger(): TronLedger {
    return this.#ledger;
  }

  get head(): Block {
    return this.#blockAt(this.blocks.length - 1);
  }

  get solid(): Block {
    return this.#blockAt(Math.max(0, this.blocks.length - 1 - this.#solidityLag));
  }

  /**
   * Takes a transaction into the next block, after java-tron's checks in java-tron's order.
   *
   * @throws Refused with java-tron's response code.
   */
  accept(input: unknown, nowMs: number): string {
    const transaction = readTransaction(input);
    const { expiration } = transaction.raw_data;
    if (expiration <= this.head.timestamp || expiration > this.head.timestamp + EXPIRATION_MAX_MS) {
      throw new Refused('TRANSACTION_EXPIRATION_ERROR', 'Transaction expired', transaction.txID);
    }
    assertSigned(transaction);
    this.#assertReference(transaction);
    if (this.#pending.has(transaction.txID) || this.included.has(transaction.txID)) {
      throw new Refused('DUP_TRANSACTION_ERROR', 'Dup transaction.', transaction.txID);
    }
    this.#pending.set(transaction.txID, { transaction, effect: this.#apply(transaction, nowMs) });
    return transaction.txID;
  }

  /** Transactions that wait for the next block. Their effects are in the accounts already, as on the real network. */
  get waiting(): ReadonlyMap<string, Pick<Included, 'transaction' | 'effect'>> {
    return this.#pending;
  }

  /** Closes the next block with everything that waits. Its time is always later than the last one's. */
  produceBlock(nowMs: number): void {
    const timestamp = Math.max(nowMs, this.head.timestamp + 1);
    const waiting = [...this.#pending.values()];
    this.#pending.clear();
    const block = this.#addBlock(timestamp, waiting);
    if (this.#file === undefined) return;
    appendFileSync(this.#file, toLine(block), { flush: waiting.length > 0 });
  }

  /**
   * Goes over to another fork: takes the newest blocks back and makes as many others and one more, as a fork only wins when it is
   * longer. The transactions that `keeps` names wait for the first of them, as far as they are still valid; the rest is forgotten.
   */
  switchFork(depth: number, nowMs: number, keeps: (txId: string) => boolean): void {
    const kept = this.blocks.slice(0, Math.max(1, this.blocks.length - depth));
    const undone = this.blocks.slice(kept.length).flatMap(({ transactions }) => transactions);
    const waiting = [...undone, ...[...this.#pending.values()].map(({ transaction }) => transaction)];
    this.#ledger = createLedger();
    this.blocks.length = 0;
    this.included.clear();
    this.#pending.clear();
    for (const { timestamp, transactions, version } of kept)
      this.#addBlock(timestamp, this.#applyAll(transactions, timestamp), version);
    if (this.#file !== undefined) this.#rewrite(this.#file);
    // A later time than any of the replaced blocks had: their successors are others, also when they hold the same.
    for (const transaction of waiting.filter(({ txID }) => keeps(txID)))
      this.#acceptAgain(transaction, nowMs);
    for (let block = 0; block <= depth; block += 1) this.produceBlock(nowMs + block + 1);
  }

  #acceptAgain(transaction: SignedTransaction, nowMs: number): void {
    try {
      this.accept(transaction, nowMs);
    } catch (error) {
      // Not valid on this fork, as happens on a real one: it is dropped.
      if (!(error instanceof Refused)) throw error;
    }
  }

  #applyAll(
    transactions: readonly SignedTransaction[],
    atMs: number,
  ): { transaction: SignedTransaction; effect: Effect }[] {
    return transactions.map((transaction) => ({ transaction, effect: this.#apply(transaction, atMs) }));
  }

  #rewrite(file: string): void {
    const lines = this.blocks.slice(1).map(toLine);
    writeFileSync(file, lines.join(''), { flush: true });
  }

  /** Signature of a block's header by its witness: r, s and the recovery bit. */
  signHeader(block: Block): string {
    const known = this.#signatures.get(block.id);
    if (known !== undefined) return known;
    const signature = secp256k1.sign(encodeHeader(block), Buffer.from(FAUCET_PRIVATE_KEY, 'hex'), {
      format: 'recovered',
    });
    const text = Buffer.from([...signature.subarray(1), signature[0] ?? 0]).toString('hex');
    this.#signatures.set(block.id, text);
    return text;
  }

  /** Balance of an account when a block was the newest: its current balance without later changes, and without what waits. */
  balanceAt(address: string, height: number): number {
    let balance = this.#ledger.find(address)?.balanceSun ?? 0;
    const later = this.blocks
      .slice(height + 1)
      .flatMap((block) => block.transactions.map((transaction) => this.included.get(transaction.txID)));
    for (const one of [...later, ...this.#pending.values()]) {
      if (one === undefined) continue;
      if (getContract(one.transaction).parameter.value.owner_address === address)
        balance += one.effect.feeSun;
      for (const { from, to, amountSun } of one.effect.moves) {
        if (from === address) balance += amountSun;
        if (to === address) balance -= amountSun;
      }
    }
    return balance;
  }

  #blockAt(height: number): Block {
    const block = this.blocks[height];
    if (block === undefined) throw new RangeError(`The development chain has no block ${height}.`);
    return block;
  }

  #apply(transaction: SignedTransaction, atMs: number): Effect {
    const bytes = bandwidthBytes(transaction.raw_data_hex, transaction.signature);
    const { type, parameter } = getContract(transaction);
    const order = { owner: parameter.value.owner_address, bytes, atMs };
    if (type === 'TransferContract') {
      const { to_address: to, amount: amountSun } = parameter.value;
      return this.#ledger.transfer({ ...order, to, amountSun });
    }
    const feeLimitSun = transaction.raw_data.fee_limit ?? 0;
    if (type === 'CreateSmartContract') {
      const { bytecode: data, call_value: callValueSun } = parameter.value.new_contract;
      const contract = getContractAddress(transaction);
      return this.#ledger.call({ ...order, contract, callValueSun, data, feeLimitSun, isConstruction: true });
    }
    const { contract_address: contract, call_value: callValueSun, data } = parameter.value;
    return this.#ledger.call({ ...order, contract, callValueSun, data, feeLimitSun, isConstruction: false });
  }

  #addBlock(
    timestamp: number,
    waiting: readonly { transaction: SignedTransaction; effect: Effect }[],
    version = BLOCK_VERSION,
  ): Block {
    const number = this.blocks.length;
    const transactions = waiting.map(({ transaction }) => transaction);
    const header: HeaderFields = {
      timestamp,
      txTrieRoot: computeTxTrieRoot(waiting, version),
      parentHash: this.blocks.at(-1)?.id ?? GENESIS_PARENT,
      number,
      witnessAddress: WITNESS_ADDRESS,
      version: number === 0 ? 0 : version,
    };
    const block: Block = { ...header, id: blockId(header), transactions };
    this.blocks.push(block);
    for (const { transaction, effect } of waiting)
      this.included.set(transaction.txID, { transaction, block, effect });
    return block;
  }

  #assertReference(transaction: SignedTransaction): void {
    const { ref_block_bytes, ref_block_hash } = transaction.raw_data;
    const low = Number.parseInt(ref_block_bytes, 16);
    // ref_block_bytes are the low 16 bits of the height: the newest block that has them is meant.
    const height = this.head.number - ((this.head.number - low) & 0xffff);
    if (this.blocks[height]?.id.slice(16, 32) !== ref_block_hash) {
      throw new Refused('TAPOS_ERROR', 'Tapos check error.', transaction.txID);
    }
  }

  #replay(file: string): void {
    const text = readFileSync(file, 'utf8');
    const complete = text.slice(0, text.lastIndexOf('\n') + 1);
    // A crash can leave half a line; that block was never reported as solid.
    if (complete.length < text.length) writeFileSync(file, complete);
    for (const line of complete.split('\n').filter(Boolean)) {
      const stored = z
        .object({
          timestamp: z.number(),
          version: z.number().default(FORMER_VERSION),
          transactions: z.array(z.unknown()),
        })
        .parse(JSON.parse(line));
      const transactions = stored.transactions.map(readTransaction);
      this.#addBlock(stored.timestamp, this.#applyAll(transactions, stored.timestamp), stored.version);
    }
  }
}

function createLedger(): TronLedger {
  const ledger = new TronLedger();
  ledger.endow(FAUCET_ADDRESS, FAUCET_BALANCE_SUN);
  return ledger;
}

/** A block as the file keeps it: everything else follows from the blocks before it. */
function toLine({ timestamp, version, transactions }: Block): string {
  return `${JSON.stringify({ timestamp, version, transactions })}\n`;
}

function computeTxTrieRoot(
  waiting: readonly { transaction: SignedTransaction; effect: Effect }[],
  version: number,
): string {
  const leaves = waiting.map(({ transaction, effect }) =>
    version === FORMER_VERSION
      ? Buffer.from(transaction.txID, 'hex')
      : hashTransaction(transaction, effect.contractRet),
  );
  return transactionRoot(leaves);
}
