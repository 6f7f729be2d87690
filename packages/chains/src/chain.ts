import type { Currency, LedgerCurrency, Network } from '@glasspool/core';
import type { StateProof } from '@glasspool/proof';

/** Progress of a chain, as its node reports it. */
export interface ChainHead {
  readonly height: number;
  /** False where fewer nodes answer than decide: what is final is not known then. */
  readonly isAgreed: boolean;
  /** The highest block that can no longer be undone. */
  readonly finalizedHeight: number;
  /** True while the chain declares no new block final, so that depth stands in for it. */
  readonly isFinalityStalled: boolean;
  /** When the newest block was made, in ms of the chain's time. */
  readonly timeMs: number;
  /** Timestamp of the final block, in ms of the chain's time. */
  readonly finalTimeMs: number;
}

export interface BlockId {
  readonly height: number;
  readonly hash: string;
  readonly parentHash: string;
}

/** Blocks in a row, each the child of the one before it, with the transfers of the pool's currency in them. */
export interface BlockPage {
  readonly first: BlockId;
  readonly last: BlockId;
  readonly blocks: readonly BlockId[];
  readonly transfers: readonly IncomingTransfer[];
  /** Transactions whose form the adapter does not know. They are passed over, for one of them must not stop the scanner. */
  readonly unreadable: readonly UnreadableTransaction[];
  /** Number of its blocks whose header does not prove that their transfers are complete: they rest on the word of the nodes. */
  readonly unproved: number;
}

/** Finds which of some addresses are ours. */
export type FindOurs = (addresses: readonly string[]) => Promise<{ has(address: string): boolean }>;

export interface UnreadableTransaction {
  readonly txHash: string;
  readonly blockHeight: number;
}

/** A transfer of the pool's currency that a block holds. */
export interface IncomingTransfer {
  readonly txHash: string;
  /**
   * Name within its transaction, the same at every node and in every block: `log/` and the place of its event in the receipt (BSC), `transfer`
   * for what a TRON transaction itself moves, or the hash of the internal transaction (TRON).
   */
  readonly entry: string;
  readonly from: string;
  readonly to: string;
  /** In the chain's smallest units; more than zero. */
  readonly units: bigint;
  readonly blockHeight: number;
  readonly blockHash: string;
}

/** The address that sweeps go to and payouts come from. */
export const HOT_WALLET_INDEX = 0;
/** The address that anchors snapshots: the last of the hot wallet's account, and nothing else is ever sent from it. */
export const ANCHOR_INDEX = 2 ** 31 - 1;

/** A transfer that the pool may sign. */
export interface TransferIntent {
  /** Derivation index of the sender; 0 is the hot wallet. */
  readonly fromIndex: number;
  readonly currency: LedgerCurrency;
  readonly to: string;
  readonly units: bigint;
  /** BSC: bytes that the transaction carries, as hex. Such a one may move nothing, and go to its own sender: an anchor. */
  readonly data?: string;
  /** Purpose: the id of the withdrawal that it pays. Left out where nothing leaves the pool. */
  readonly subject?: string;
}

/** Block that a transaction names, and the chain's time by which it expires, where a chain has no nonces. */
export interface SigningReference {
  readonly blockHash: string;
  readonly timeMs: number;
}

/** A transfer to sign. */
export interface SigningIntent extends TransferIntent {
  readonly nonce: number | null;
  /** Agreed by the nodes; a single node is asked where it is left out. */
  readonly reference?: SigningReference;
}

/** Cost of a transfer to its sender, read from the chain at this moment. */
export interface SendQuote {
  readonly feeCurrency: LedgerCurrency;
  /** The most that the network may take as a fee. */
  readonly feeMaxUnits: bigint;
  /** Balances of the sender on chain, in the sent currency and in that of the fee. */
  readonly senderUnits: bigint;
  readonly senderFeeUnits: bigint;
  /** True when the transfer opens the receiver's account, which some chains charge for. It is in the fee. */
  readonly opensAccount: boolean;
}

/** A transaction that only needs to be broadcast. It is stored before that happens. */
export interface SignedTransfer {
  readonly txHash: string;
  readonly sender: string;
  /** Everything that a broadcast needs. */
  readonly raw: string;
  /** BSC: the sender's account nonce. */
  readonly nonce: number | null;
  /** TRON: the block time after which the chain refuses it, in ms. */
  readonly expiresAt: number | null;
}

/** Outcome of a transaction on the chain. Only a final one decides anything. */
export type TransactionOutcome =
  | { readonly status: 'unknown' }
  /** In a block that may still be replaced, or that the nodes do not agree on: what it did there decides nothing. */
  | { readonly status: 'mined'; readonly blockHeight: number; readonly isFinal: false }
  | {
      readonly status: 'mined';
      readonly blockHeight: number;
      readonly isFinal: true;
      readonly succeeded: boolean;
      readonly feeCurrency: LedgerCurrency;
      readonly feeUnits: bigint;
    };

/** Report on any transaction on the chain, by any sender. */
export type TransactionReport =
  /** The node knows it, but no block holds it yet. */
  | { readonly status: 'unknown' | 'pending' }
  | {
      readonly status: 'mined';
      readonly blockHeight: number;
      readonly isFinal: boolean;
      readonly succeeded: boolean;
      /** The transfers of the pool's currency that it holds. */
      readonly transfers: readonly IncomingTransfer[];
      /** True when it moves another token or coin. */
      readonly movesOthers: boolean;
      /** True when it ran a contract whose transfers nothing on chain proves, so that a node may not show them (TRON). */
      readonly mayHideTransfers: boolean;
    };

/** Balance of an address in the pool's currency at a block that is final or about to be. */
export interface SettledBalance {
  readonly height: number;
  readonly units: bigint;
}

/** Balances as the nodes that answer tell them. */
export interface SettledBalances {
  readonly told: readonly SettledBalance[];
  /** Number of them that have to explain a deposit before it is credited. */
  readonly enough: number;
}

/** Content of signed bytes: the transfer, and the most that the network may take for it. */
export interface SignedContent {
  readonly to: string;
  readonly currency: LedgerCurrency;
  readonly units: bigint;
  /** In units of the coin that pays the fee. */
  readonly feeMaxUnits: bigint;
}

/** A transaction as it stands in a block, for viewing its contents. */
export interface RawTransaction {
  readonly from: string;
  readonly nonce: number;
  /** Hex. */
  readonly data: string;
  /** Null for one that creates a contract. */
  readonly to: string | null;
  /** Coins that it moves, in the chain's smallest units. */
  readonly valueUnits: bigint;
  readonly succeeded: boolean;
  readonly blockHeight: number;
  /** Number of blocks on top of it. */
  readonly depth: number;
}

/** Proof that a transaction can never happen, in words that are stored with the refund. */
export interface DropProof {
  readonly [fact: string]: string | number;
  /** Block on which the proof rests: one that replaces it voids the proof. */
  readonly height: number;
}

/** Network and token of a deposit, for wallets that pay it: what they compare before they send. */
export type PaymentNetwork =
  /** EIP-155 chain and the token's contract. */
  | { readonly kind: 'evm'; readonly chainId: number; readonly token: string }
  /** Ids of the first block, one of which the wallet's chain has. */
  | { readonly kind: 'tron'; readonly genesisIds: readonly string[] };

/** Reads a chain. Needs no key. */
export interface ChainReader {
  readonly network: Network;
  readonly currency: Currency;
  readonly payment: PaymentNetwork;
  /** Ends what an adapter keeps open to its node. */
  [Symbol.dispose]?(): void;
  /** Addresses that a withdrawal must not go to, besides the pool's own: the token contract. */
  readonly forbiddenPayees: readonly string[];
  /** A node whose newest block is older than this is behind. Null where blocks are only made when there is something in them. */
  readonly blockAgeMaxMs: number | null;
  /** True while its nodes go on differing: nothing that they say is decided upon, and nothing is signed. */
  isStopped?(): boolean;
  /** Time for which the chain can include a signed transaction; null where nonces prevent a second inclusion. */
  readonly signedForMs: number | null;

  /**
   * Compares the node with the closed list of test networks. Called at start and before every signature.
   *
   * @throws NetworkRefusedError when the node is on any other network.
   */
  assertAllowedNetwork(): Promise<void>;
  getHead(): Promise<ChainHead>;
  /** The block at a height, or undefined when the node has none there. */
  findBlock(height: number): Promise<BlockId | undefined>;
  /**
   * Reads a closed range of blocks. Undefined when the node has not all of them, or when they did not belong together because the
   * chain changed meanwhile: it is then read again later. Several nodes have to have the same transfers in them, of the addresses that `findOurs`
   * finds; of all, when left out.
   */
  readBlocks(range: { from: number; to: number }, findOurs?: FindOurs): Promise<BlockPage | undefined>;
  /** Transfers of the pool's currency that a transaction of the final chain holds; undefined when it is not there. */
  listFinalTransfers(txHash: string): Promise<readonly IncomingTransfer[] | undefined>;
  /** TRON: whether the node keeps internal transactions, which carry what contracts pay. Undefined where that cannot be told. */
  keepsInternalTransactions?(): Promise<boolean | undefined>;
  /** Balance of an address at the node's newest block. */
  getBalanceUnits(address: string, currency: LedgerCurrency): Promise<bigint>;
  /** Balances of an address in the pool's currency around the final block. */
  readSettledBalances(address: string): Promise<SettledBalances>;
  /** Chain id (BSC) or id of the first block (TRON), for statements that name the chain. */
  getChainId(): Promise<string>;
  getOutcome(txHash: string): Promise<TransactionOutcome>;
  /** Report on a transaction of another sender. */
  reportTransaction(txHash: string): Promise<TransactionReport>;
  /** A transaction that is in a block, as it was sent. Undefined when it is in none, or where a chain has nothing of the kind. */
  findRawTransaction(txHash: string): Promise<RawTransaction | undefined>;
  /** Proof by the final chain that none of these transactions, of which at most one may happen, can happen any more, or undefined. */
  findDropProof(signed: readonly SignedTransfer[]): Promise<DropProof | undefined>;
}

/** Transactions that a nonce comes after: those in blocks, or also those that wait in a node for one. */
export type Sent = 'mined' | 'waiting';

/** Signs transfers of one chain with the keys of the pool, and sends them. */
export interface ChainSigner {
  /** The address of a derivation index; 0 is the hot wallet. */
  deriveAddress(index: number): string;
  quoteSend(intent: TransferIntent): Promise<SendQuote>;
  /** The next nonce of one of our addresses as the chain knows it, or null where the chain has none. */
  getNonce(index: number, after?: Sent): Promise<number | null>;
  /** Signs a text with the key of one of our addresses (EIP-191, TIP-191): that the pool controls it. As hex. */
  signStatement(index: number, text: string): Promise<string>;
  /** Signs a transfer from one of our addresses. Nothing is sent. */
  signTransfer(intent: SigningIntent): Promise<SignedTransfer>;
  /**
   * The same transfer at the same nonce with a higher fee, for one that no block takes. Undefined where a chain has no such thing,
   * or where the fee is at its cap. At most one of them can ever happen.
   */
  signReplacement(
    signed: SignedTransfer,
    purpose: { fromIndex: number; subject: string },
  ): Promise<SignedTransfer | undefined>;
  /**
   * A transfer of nothing from an address to itself, at the nonce of one that must not happen any more and with a higher fee: at most one of
   * the two can. Undefined where a chain has no nonces; there, what no block takes expires.
   */
  signVoid(
    signed: SignedTransfer,
    purpose: { fromIndex: number; subject: string },
  ): Promise<SignedTransfer | undefined>;
  /** Reads bytes that this signer signed. No node is asked. */
  readSigned(raw: string): SignedContent;
  /** Sends stored bytes. Whatever the node answers is ambiguous; it is returned for the log only. */
  broadcast(raw: string): Promise<string>;
}

/** Proves balances to a reader who trusts neither the node nor the pool. */
export interface BalanceProver {
  /**
   * Proof of what addresses hold of the pool's currency by the state of the block at a height, or undefined where the chain has no
   * such thing or the node does not give it.
   */
  proveBalances(addresses: readonly string[], height: number): Promise<StateProof | undefined>;
}

/** Everything that the pool needs of a chain. A third chain would implement this. */
export interface Chain extends ChainReader, ChainSigner, BalanceProver {}

/** The node is not on one of the test networks that the product may touch. */
export class NetworkRefusedError extends Error {
  override readonly name = 'NetworkRefusedError';
}
