// Parts of answers that count when nodes are compared.
import { pickCautious } from './agreed-head.ts';
import type { BlockPage, Chain, DropProof, SendQuote, TransactionReport } from './chain.ts';
import type { Compared } from './compare-transfers.ts';
import type { Aspect } from './node-panel.ts';

/** A node has not all blocks of a range, or the chain changed while it read them. */
export class BehindError extends Error {
  override readonly name = 'BehindError';
}

export async function readWhole(node: Chain, range: { from: number; to: number }): Promise<BlockPage> {
  const page = await node.readBlocks(range);
  if (page === undefined) throw new BehindError('it has not all of these blocks');
  return page;
}

export function compareUnits(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Two proofs of one fact may rest on different blocks. */
export const BY_FACT: Aspect<DropProof | undefined> = {
  compare: async (proofs) => proofs.map((proof) => proof && [proof['reason'], proof['txHash']]),
};

export const WITHOUT_TRANSFERS: Aspect<TransactionReport> = {
  compare: async (reports) => reports.map((report) => ({ ...report, transfers: undefined })),
};

export function getTransfers(report: TransactionReport): Compared {
  return { transfers: report.status === 'mined' ? report.transfers : [] };
}

/** Of what the sender has the least, and of the fee the most, that enough nodes tell. */
export function combineQuotes(quotes: readonly [SendQuote, ...SendQuote[]], enough: number): SendQuote {
  const [first] = quotes;
  const least = (read: (quote: SendQuote) => bigint): bigint =>
    pickCautious(quotes.map(read), enough, compareUnits) ?? read(first);
  // A node at which the sender has too little quotes no fee.
  const dearest = pickCautious(quotes, enough, (a, b) => compareUnits(b.feeMaxUnits, a.feeMaxUnits)) ?? first;
  return {
    ...dearest,
    senderUnits: least((quote) => quote.senderUnits),
    senderFeeUnits: least((quote) => quote.senderFeeUnits),
  };
}
