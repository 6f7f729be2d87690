// Transfers of TRX in a TRON transaction. Pure: java-tron's messages in, transfers out.
import { TronWeb } from 'tronweb';
import { z } from 'zod';
import type { BlockId, IncomingTransfer } from '../chain.ts';
import {
  InternalParties,
  InternalTransaction,
  InternalValue,
  type TronBlock,
  type TronReceipt,
  type TronTransaction,
} from './messages.ts';
import { type Fields, readFields } from './protobuf.ts';

const SUCCESS = 'SUCCESS';
/** Types of contracts (core/Tron.proto, Transaction.Contract.ContractType). */
const TRANSFER = 1;
const CALL = 31;
/** Contracts that run code, and may pay in internal transactions: a call, and the construction of a contract. */
const RUNS_CODE: ReadonlySet<number> = new Set([30, CALL]);
const ADDRESS_PREFIX = 0x41;
const ADDRESS_BYTES = 21;
const INT64_BITS = 64;
/**
 * Notes of internal transactions that move TRX to their receiver, the list that java-tron itself keeps without `saveFeaturedInternalTx`. All
 * others tell of stakes, votes and lent energy with the staked amount as their value; `withdrawExpireUnfreezeWhileSuiciding` repeats
 * an amount that the `suicide` of the same contract has already.
 */
const MOVES: ReadonlySet<string> = new Set(['call', 'create', 'suicide']);
/** Beginnings of the notes about stakes, votes and lent resources (java-tron, Program.java). */
const STAKES = /^(freeze|unfreeze|vote|withdraw|cancel|delegate|unDelegate)/;

/** Transfers of a transaction. What cannot be read is passed over, and told. */
export interface TransfersRead {
  readonly transfers: readonly IncomingTransfer[];
  readonly isReadable: boolean;
}

export function getId(block: TronBlock): BlockId {
  const { number: height, parentHash } = block.block_header.raw_data;
  return { height, hash: block.blockID, parentHash };
}

interface Contract {
  readonly type: number;
  /** Message of the type (core/contract). */
  readonly value: Fields;
}

/** The one contract of a transaction (Transaction.raw.contract, Contract.type, Contract.parameter, Any.value), or undefined where its bytes have none. */
function findContract(rawDataHex: string): Contract | undefined {
  const contract = readFields(Buffer.from(rawDataHex, 'hex'))?.message(11);
  const value = contract?.message(2)?.message(2);
  return contract && value && { type: Number(contract.number(1) ?? 0n), value };
}

/** The transfer that the bytes of a transaction ask for, undefined where they ask for none, or 'unreadable'. */
export function readTransferContract(
  rawDataHex: string,
): Pick<IncomingTransfer, 'from' | 'to' | 'units'> | undefined | 'unreadable' {
  const contract = findContract(rawDataHex);
  if (contract === undefined) return 'unreadable';
  if (contract.type !== TRANSFER) return undefined;
  // TransferContract: 1 owner_address, 2 to_address, 3 amount.
  const [from, to] = [readAddress(contract.value.bytes(1)), readAddress(contract.value.bytes(2))];
  const units = BigInt.asIntN(INT64_BITS, contract.value.number(3) ?? 0n);
  return from === undefined || to === undefined || units <= 0n ? 'unreadable' : { from, to, units };
}

function readAddress(bytes: Buffer | undefined): string | undefined {
  if (bytes?.length !== ADDRESS_BYTES || bytes[0] !== ADDRESS_PREFIX) return undefined;
  return toBase58(bytes.toString('hex'));
}

function isSuccessful({ ret }: TronTransaction): boolean {
  return ret?.[0]?.contractRet === SUCCESS;
}

/** Returns true when a transaction ran the code of a contract, and the chain carried it out. */
export function isSuccessfulCall(transaction: TronTransaction): boolean {
  return isSuccessful(transaction) && RUNS_CODE.has(findContract(transaction.raw_data_hex)?.type ?? 0);
}

/** Returns true when a transaction gave TRX to the contract that it called. */
export function isPaidCall({ raw_data_hex }: TronTransaction): boolean {
  const contract = findContract(raw_data_hex);
  return contract?.type === CALL && (contract.value.number(3) ?? 0n) > 0n;
}

/**
 * The TRX transfers of a transaction: a TransferContract that succeeded, or the internal transfers of a contract
 * call that did, as exchanges pay out. No other type of contract counts, look-alike TRC-10 tokens among them.
 *
 * @throws Error when a successful call has no receipt: a node that leaves it out says nothing of what the call paid.
 */
export function readTransfers(
  block: TronBlock,
  transaction: TronTransaction,
  receipt: TronReceipt | undefined,
): TransfersRead {
  const { txID: txHash } = transaction;
  const { number: blockHeight } = block.block_header.raw_data;
  const place = { txHash, blockHeight, blockHash: block.blockID };
  const found = isSuccessfulCall(transaction) ? readReceipt(receipt, place) : readPlain(transaction);
  return { ...found, transfers: found.transfers.map((one) => ({ ...one, ...place })) };
}

type Moved = Pick<IncomingTransfer, 'entry' | 'from' | 'to' | 'units'>;
/** Name of the one transfer that a TransferContract makes. */
const PLAIN = 'transfer';
interface Found {
  readonly transfers: readonly Moved[];
  readonly isReadable: boolean;
}
const NOTHING: Found = { transfers: [], isReadable: true };
const UNREADABLE: Found = { transfers: [], isReadable: false };

function readPlain(transaction: TronTransaction): Found {
  const moved = isSuccessful(transaction) ? readTransferContract(transaction.raw_data_hex) : undefined;
  if (moved === 'unreadable') return UNREADABLE;
  return moved === undefined ? NOTHING : { ...NOTHING, transfers: [{ entry: PLAIN, ...moved }] };
}

function readReceipt(
  receipt: TronReceipt | undefined,
  { txHash, blockHeight }: { txHash: string; blockHeight: number },
): Found {
  if (receipt === undefined)
    throw new Error(
      `The TRON node has no receipt of the transaction ${txHash} in block ${blockHeight}, which ran a contract. It is asked again.`,
    );
  const outcome = z.object({ receipt: z.object({ result: z.string() }) }).safeParse(receipt);
  if (!outcome.success) return UNREADABLE;
  if (outcome.data.receipt.result !== SUCCESS) return NOTHING;
  const entries = z.array(z.unknown()).default([]).safeParse(receipt['internal_transactions']);
  if (!entries.success) return UNREADABLE;
  const transfers = new Map<string, Moved>();
  let isReadable = true;
  for (const entry of entries.data) {
    const moved = readInternal(entry);
    // Its hash is its name: no two internal transactions of a chain have the same.
    if (moved === 'unreadable' || (moved !== undefined && transfers.has(moved.entry))) isReadable = false;
    else if (moved !== undefined) transfers.set(moved.entry, moved);
  }
  return { transfers: [...transfers.values()], isReadable };
}

/** TRX that an internal transaction moves, undefined where that is no TRX to another, or 'unreadable'. */
function readInternal(entry: unknown): Moved | undefined | 'unreadable' {
  const { data: internal } = InternalTransaction.safeParse(entry);
  if (internal === undefined) return 'unreadable';
  const coins = internal.callValueInfo.filter((value) => !isToken(value));
  const note = Buffer.from(internal.note, 'hex').toString();
  if (internal.rejected || coins.length === 0) return undefined;
  if (!MOVES.has(note)) return STAKES.test(note) ? undefined : 'unreadable';
  const [amount, ...others] = coins.map((value) => InternalValue.safeParse(value));
  // It has one value in TRX, and further ones in tokens (java-tron, VMActuator.java).
  if (amount?.success !== true || others.length > 0) return 'unreadable';
  if (amount.data.callValue === 0) return undefined;
  const parties = InternalParties.safeParse(internal);
  if (!parties.success) return 'unreadable';
  const { hash, caller_address, transferTo_address } = parties.data;
  const units = BigInt(amount.data.callValue);
  return { entry: hash, from: toBase58(caller_address), to: toBase58(transferTo_address), units };
}

function isToken(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'tokenId' in value;
}

function toBase58(hex: string): string {
  return TronWeb.address.fromHex(hex);
}
