import type {
  Currency,
  DepositId,
  Id,
  LedgerCurrency,
  Network,
  OutgoingPurpose,
  OutgoingState,
  UserId,
  WaitingFor,
  WithdrawalId,
  WithdrawalState,
} from '@glasspool/core';
import type { Generated } from 'kysely';
import type { Fixed } from './ledger.ts';

export interface ChainStatusTable {
  network: Fixed<Network>;
  /** The highest block whose transfers are in the database. */
  scannedHeight: number;
  headHeight: number;
  /** Never goes backwards. */
  finalizedHeight: number;
  seenAt: number;
  /** When the newest block was made, in ms of the chain's time. */
  headTime: Generated<number>;
  behindSince: Generated<number | null>;
  finalityStalledSince: Generated<number | null>;
  /** Start of the time in which its node was on a network that the pool must not touch. */
  refusedSince: Generated<number | null>;
  /** Start of the time in which its nodes differ, and nothing is decided. */
  nodesDifferSince: Generated<number | null>;
  /** End of an admin's leave to go on with the nodes that answer. */
  oneNodeUntil: Generated<number | null>;
  /** Above this height credited deposits are looked at again, after final blocks were replaced. */
  recheckFrom: Generated<number | null>;
  /** Number of times that its scanner has gone back, because blocks that it had read were replaced. */
  rollBacks: Generated<number>;
  /** Number of blocks that it read though their header did not prove them. */
  unprovedBlocks: Generated<number>;
  unprovedAt: Generated<number | null>;
}

export interface ScannedBlockTable {
  network: Fixed<Network>;
  height: Fixed<number>;
  hash: Fixed<string>;
}

/** Transaction that is read from the chain once more. */
export interface RereadTransactionTable {
  network: Fixed<Network>;
  txHash: Fixed<string>;
  addedAt: Fixed<number>;
  /** 0 until it was asked for. */
  askedAt: Generated<number>;
  /** 1 where the chain has it, and a row of the books matches no transfer in it. */
  unmatched: Generated<number>;
}

export interface UnreadableTransactionTable {
  network: Fixed<Network>;
  txHash: Fixed<string>;
  blockHeight: Fixed<number>;
  createdAt: Fixed<number>;
}

/** Transfer to one of our addresses that is kept out of the books. */
export interface QuarantinedTransferTable {
  network: Fixed<Network>;
  txHash: Fixed<string>;
  /** Number in the books among all transfers of its transaction. */
  logIndex: Fixed<number>;
  /** Name that every node gives it (`IncomingTransfer.entry` of the chains); null for what was found before names were kept. */
  entry: Generated<string | null>;
  currency: Fixed<Currency>;
  address: Fixed<string>;
  /** In the chain's smallest units, as decimal text: it may not fit into 64 bits. Not named …Units, for it is text. */
  units: Fixed<string>;
  blockHeight: number;
  reason: Fixed<'too-large' | 'unmovable'>;
  createdAt: Fixed<number>;
}

/** Transfer out of one of our addresses that was not signed here. */
export interface OutsideTransferTable {
  network: Fixed<Network>;
  txHash: Fixed<string>;
  /** Number in the books among all transfers of its transaction. */
  logIndex: Fixed<number>;
  /** Name that every node gives it (`IncomingTransfer.entry` of the chains); null for what was found before names were kept. */
  entry: Generated<string | null>;
  address: Fixed<string>;
  /** In the chain's smallest units, as decimal text. Not named …Units, for it is text. */
  units: Fixed<string>;
  blockHeight: number;
}

export interface DepositTable {
  id: Fixed<DepositId>;
  network: Fixed<Network>;
  currency: Fixed<Currency>;
  txHash: Fixed<string>;
  /** Number in the books among all transfers of its transaction. */
  logIndex: Fixed<number>;
  /** Name that every node gives it (`IncomingTransfer.entry` of the chains); null for what was found before names were kept. */
  entry: Generated<string | null>;
  blockHeight: number;
  blockHash: string;
  address: Fixed<string>;
  /** Null for what arrives at the hot wallet, until an admin says whose it is. */
  userId: UserId | null;
  amountMicro: Fixed<bigint>;
  /** Part of an 18-decimal transfer below a micro-unit; in custody, not credited. */
  dustUnits: Fixed<bigint>;
  state: 'confirming' | 'credited';
  createdAt: Fixed<number>;
  creditedAt: number | null;
  /** Set once the chain took a credited deposit back. */
  reversedAt: Generated<number | null>;
  reversals: Generated<number>;
  /** Null for what was found before senders were kept. */
  sender: Generated<string | null>;
  attributedAt: Generated<number | null>;
  /** Cause for which a deposit in a final block is not credited: the chain does not show it, or the balance of its address does not explain it. */
  blockedBy: Generated<'chain' | 'balance' | 'room' | null>;
  blockedSince: Generated<number | null>;
}

export interface WithdrawalTable {
  id: Fixed<WithdrawalId>;
  userId: Fixed<UserId>;
  network: Fixed<Network>;
  currency: Fixed<Currency>;
  address: Fixed<string>;
  amountMicro: Fixed<bigint>;
  feeMicro: Fixed<bigint>;
  state: WithdrawalState;
  /** Reason why an approved withdrawal is not signed yet. */
  waitingFor: WaitingFor | null;
  /** Time of the last attempt that had to wait. */
  triedAt: Generated<number>;
  /** Reason of a rejection or failure, for the user. */
  reason: string | null;
  /** The transaction that the chain took, or the last one sent. */
  txHash: string | null;
  createdAt: Fixed<number>;
  approvedAt: number | null;
  /** Time of the day on which it counts for the daily caps: 0 while it waits for its first review, null for that of its request. */
  countedAt: number | null;
  updatedAt: number;
  /** Owner of the money: a user, or the operator with own funds in the hot wallet. */
  source: Fixed<'user' | 'operator'>;
  /** Number of the last comparison of its currency that had begun when it was asked for: a later one has to count before it is signed. */
  compareAfter: Fixed<number>;
}

export interface WithdrawalEventTable {
  withdrawalId: Fixed<WithdrawalId>;
  toState: Fixed<WithdrawalState>;
  /** JSON: what proved the change. */
  evidence: Fixed<string>;
  createdAt: Fixed<number>;
}

export interface OutgoingTransactionTable {
  txHash: Fixed<string>;
  network: Fixed<Network>;
  /** Purpose: the id of a withdrawal, or a step of a sweep. */
  subject: Fixed<string>;
  sender: Fixed<string>;
  nonce: Fixed<number | null>;
  expiresAt: Fixed<number | null>;
  raw: Fixed<string>;
  createdAt: Fixed<number>;
}

export interface OutgoingNonceTable {
  network: Fixed<Network>;
  sender: Fixed<string>;
  nonce: Fixed<number>;
  subject: Fixed<string>;
}

/** Hash of a transaction that has a line in signed.log. */
export interface LoggedTransactionTable {
  txHash: Fixed<string>;
}

/** Something that the pool signed, with what became of it. All transactions of a subject, `X` and `X/void`, are its. */
export interface OutgoingTable {
  /** Subject of its transactions: a withdrawal, an attempt of a sweep, an anchor. */
  id: Fixed<string>;
  network: Fixed<Network>;
  purpose: Fixed<OutgoingPurpose>;
  state: OutgoingState;
  /** Transaction by which the final chain decided. */
  txHash: string | null;
  /** Block on which the decision rests: one that replaces it opens the decision again. */
  blockHeight: number | null;
  /** The most that the network may take while it is open, in micro-units of the network's coin. */
  feeMicro: bigint;
  createdAt: Fixed<number>;
  /** When its first bytes were in signed.log. They may have left since. */
  sentAt: number | null;
  /** When it was paid for the first time. */
  paidAt: number | null;
  decidedAt: number | null;
  /** When it was opened again, by replaced blocks or by a restore. */
  reopenedAt: number | null;
  /** Decision of the chain before it replaced the block of the decision; null where a restore opened it again. */
  formerState: Generated<OutgoingState | null>;
  formerTxHash: Generated<string | null>;
  formerBlockHeight: Generated<number | null>;
  /** When the chain was asked last, of those that let others go first. */
  askedAt: Generated<number>;
}

export interface NetworkFeeTable {
  network: Fixed<Network>;
  txHash: Fixed<string>;
  currency: Fixed<LedgerCurrency>;
  /** The fee rounded up to a micro-unit, as booked. */
  amountMicro: Fixed<bigint>;
  /** Excess booked by rounding up; the chain still has it. */
  dustUnits: Fixed<bigint>;
  /** Of the final block that was last seen to have the transaction. */
  blockHeight: number;
  /** 0 where the chain took the fee and moved nothing, or has the transaction no more. */
  succeeded: Generated<number>;
  createdAt: Fixed<number>;
}

export interface NetworkFeeChangeTable {
  id: Generated<number>;
  network: Fixed<Network>;
  txHash: Fixed<string>;
  currency: Fixed<LedgerCurrency>;
  /** More that the chain takes than before; below zero where it takes less. */
  amountMicro: Fixed<bigint>;
  dustUnits: Fixed<bigint>;
  createdAt: Fixed<number>;
}

export interface GasTopUpTable {
  id: Generated<number>;
  currency: Fixed<LedgerCurrency>;
  amountMicro: Fixed<bigint>;
  dustUnits: Fixed<bigint>;
  createdAt: Fixed<number>;
}

/** Difference between books and chain that two admins agree to book (docs/books.md, Corrections). */
export interface BookCorrectionTable {
  id: Fixed<Id<'correction'>>;
  currency: Fixed<LedgerCurrency>;
  /** In the chain's smallest units; below zero when the chain holds less than the books say. */
  units: Fixed<string>;
  reason: Fixed<string>;
  state: 'open' | 'booked' | 'rejected';
  proposedBy: Fixed<UserId>;
  decidedBy: Generated<UserId | null>;
  /** Part below a micro-unit that the books took over. */
  dustUnits: Generated<bigint>;
  createdAt: Fixed<number>;
  decidedAt: Generated<number | null>;
}
