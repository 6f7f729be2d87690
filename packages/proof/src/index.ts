export { BLOCK_LEAVES, blockRoot, findPathInBlocks } from './blocks.ts';
export {
  AnchorFile,
  CheckpointFile,
  InFlightFile,
  ReservesFile,
  readJson,
  StatementsFile,
  type StateProof,
  StateProofFile,
  TermsFile,
  writeJson,
} from './bundle.ts';
export {
  ByteReader,
  ByteWriter,
  concatBytes,
  equalBytes,
  FormatError,
  fromHex,
  toHex,
} from './bytes.ts';
export { makeCheckpoint } from './checkpoint.ts';
export {
  type Confirmation,
  confirmationMessage,
  digestsMessage,
  type SeenDigests,
} from './co-statement.ts';
export { type Dispute, judgeDispute, type KeptReceipt } from './dispute.ts';
export type { DisputeVerdict } from './dispute-verdict.ts';
export { type EntryReceipt, encodeReceiptEntry, entryReceiptMessage } from './entry-receipt.ts';
export { EntryRules } from './entry-rules.ts';
export {
  type AnchorOnChain,
  type BlockOnChain,
  type ChainView,
  FILE_NAMES,
  type FileName,
  type ListedMovement,
  type MovesOnChain,
  readAll,
  type SnapshotFiles,
  type VerifiedSnapshot,
} from './files.ts';
export { hmacSha256, type Sha256, sha256 } from './hash.ts';
export {
  decodeEntry,
  encodeEntry,
  encodeJournal,
  getPseudonym,
  type JournalEntry,
  type JournalPosting,
  readJournal,
} from './journal.ts';
export {
  createLeafKeys,
  decodeNode,
  encodeNode,
  leafDigest,
  leafKey,
  NODE_BYTES,
  type Sums,
  type TreeNode,
  writeLeaf,
} from './leaf.ts';
export {
  computeLogRoot,
  computeRoots,
  consistencyProof,
  inclusionProof,
  isConsistent,
  isIncluded,
  LOG_BLOCK_ROWS,
  LogBuilder,
  type LogPeak,
  type LogProof,
  logLeaf,
  logRoot,
  type RootOf,
} from './log.ts';
export {
  anchorData,
  type BookFigures,
  decodeManifest,
  encodeManifest,
  isLocalManifest,
  type Manifest,
  manifestDigest,
  READER_BEHIND_MS_MAX,
  toBookFigures,
} from './manifest.ts';
export type { Check, CheckId } from './outcome.ts';
export { BooksError } from './postings.ts';
export { type ReceiptFacts, receiptMessage } from './receipt.ts';
export { JournalReplay } from './replay.ts';
export { readCheckpoint } from './replay-state.ts';
export { type OwnRow, parseRow, rowContent, rowSalt, sumRows } from './reward-row.ts';
export { isPublicKey, isSignedBy } from './signed-by.ts';
export { LEAVES_PER_USER_MAX, shuffle, splitBalance } from './split.ts';
export { balanceKey, readProvedBalances } from './state-proof.ts';
export { recoverSigner, type StatementFacts, statementText, writeStatement } from './statement.ts';
export { createHasher } from './stream-hash.ts';
export {
  computeDepth,
  EMPTY,
  equalNodes,
  equalSums,
  findPaths,
  isInTree,
  joinNodes,
  TreeBuilder,
  type TreePath,
} from './tree.ts';
export { verifySnapshot } from './verify.ts';
export {
  type EarlierReceipt,
  type OwnCheck,
  type OwnCheckName,
  type OwnCheckOptions,
  type OwnEntry,
  type OwnHistory,
  type OwnProof,
  verifyOwn,
} from './verify-own.ts';
