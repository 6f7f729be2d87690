export { type Difference, NodesDifferError } from './agreement.ts';
export { countEnough } from './ask-node.ts';
export {
  ANCHOR_INDEX,
  type BalanceProver,
  type BlockId,
  type BlockPage,
  type Chain,
  type ChainHead,
  type ChainReader,
  type ChainSigner,
  type DropProof,
  type FindOurs,
  HOT_WALLET_INDEX,
  type IncomingTransfer,
  NetworkRefusedError,
  type PaymentNetwork,
  type RawTransaction,
  type SendQuote,
  type Sent,
  type SettledBalance,
  type SettledBalances,
  type SignedContent,
  type SignedTransfer,
  type SigningIntent,
  type SigningReference,
  type TransactionOutcome,
  type TransactionReport,
  type TransferIntent,
} from './chain.ts';
export { isPaidByContract } from './compare-transfers.ts';
export { FailoverChain } from './failover.ts';
export {
  SigningCapReachedError,
  SigningContradictionError,
  SigningRefusedError,
  SigningTooEarlyError,
} from './keys/key-tree.ts';
export {
  ALLOWED_BSC_CHAINS,
  ALLOWED_TRON_GENESIS,
  assertAllowedBscChain,
  assertAllowedTronGenesis,
  type NetworkSetting,
} from './networks.ts';
export { describeNodeError } from './node-words.ts';
export { UnreadableTransferError, type UnsignedTransfer } from './unsigned-transfer.ts';
