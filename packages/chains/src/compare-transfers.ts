import { write } from './agreement.ts';
import type {
  BlockId,
  BlockPage,
  Chain,
  FindOurs,
  IncomingTransfer,
  UnreadableTransaction,
} from './chain.ts';
import type { Aspect } from './node-panel.ts';

/** A part by which nodes are compared. */
type Part = BlockId | IncomingTransfer | UnreadableTransaction;

/** Parts of a page, or of one transaction, that are compared. */
export type Compared = Pick<BlockPage, 'transfers'> & Partial<Pick<BlockPage, 'blocks' | 'unreadable'>>;

/** True for the entry of what a contract paid on TRON: the hash of an internal transaction, which no block proves. */
export function isPaidByContract(entry: string): boolean {
  return entry !== 'transfer' && !entry.startsWith('log/');
}

/**
 * Returns what each page of the same blocks has and another one has not: its blocks, what cannot be read in them, and transfers of the addresses
 * that count. Empty where all have the same.
 */
async function findDifferingParts(
  pages: readonly Compared[],
  { counts, findOurs }: { counts: (part: Part) => boolean; findOurs: FindOurs | undefined },
): Promise<readonly Part[][]> {
  const parts = pages.map(({ blocks = [], unreadable = [], transfers }) => {
    const all: readonly Part[] = [...blocks, ...unreadable, ...transfers];
    return new Map(all.filter(counts).map((part) => [write(part), part]));
  });
  const differing = parts.map((mine) =>
    [...mine].filter(([text]) => !parts.every((other) => other.has(text))).map(([, part]) => part),
  );
  const addresses = differing.flat().flatMap((part) => ('to' in part ? [part.from, part.to] : []));
  const ours = addresses.length > 0 ? await findOurs?.([...new Set(addresses)]) : undefined;
  const isOurs = (part: Part): boolean =>
    !('to' in part) || ours === undefined || ours.has(part.from) || ours.has(part.to);
  return differing.map((mine) => mine.filter(isOurs));
}

/** Compares the transfers of transactions themselves, then those of contracts, about which a node that keeps no internal transactions knows nothing. */
export function compareTransfers<Answer>(
  read: (answer: Answer) => Compared,
  findOurs?: FindOurs,
): readonly Aspect<Answer>[] {
  const compare = (counts: (part: Part) => boolean) => (answers: readonly Answer[]) =>
    findDifferingParts(answers.map(read), { counts, findOurs });
  const hasNoVote = async (node: Chain): Promise<boolean> =>
    (await node.keepsInternalTransactions?.()) !== true;
  return [
    { compare: compare((part) => !isInternal(part)) },
    { about: 'paid by contracts', compare: compare(isInternal), hasNoVote },
  ];
}

function isInternal(part: Part): boolean {
  return 'entry' in part && isPaidByContract(part.entry);
}
