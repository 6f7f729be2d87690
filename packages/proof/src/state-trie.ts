// Reads a value out of Ethereum's state with nothing but a Merkle-Patricia proof and the root that it has to lead to (Yellow Paper,
// appendix D; EIP-1186).
import { RLP } from '@ethereumjs/rlp';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { equalBytes, FormatError } from './bytes.ts';

const BRANCH_ITEMS = 17;
const LEAF_OR_EXTENSION_ITEMS = 2;
const DIGEST_BYTES = 32;
/** Flags of a compact path: it ends in a leaf, and its number of nibbles is odd. */
const LEAF_FLAG = 2;
const ODD_FLAG = 1;

export type RlpItem = Uint8Array | RlpItem[];

/**
 * The value at a key of the trie with a root, or undefined where the proof shows that there is none. Both tries of a state are keyed
 * by a hash of the key.
 *
 * @throws FormatError when the nodes do not lead from the root to an end
 */
export function readFromTrie(
  root: Uint8Array,
  key: Uint8Array,
  nodes: readonly Uint8Array[],
): Uint8Array | undefined {
  const path = computeNibbles(keccak_256(key));
  const rest = [...nodes];
  let next: RlpItem = root;
  let at = 0;
  for (;;) {
    const node = openNode(next, rest);
    if (node.length === BRANCH_ITEMS) {
      next = getItem(node, path[at]);
      at += 1;
    } else {
      const { nibbles, isLeaf } = readCompact(toBytes(getItem(node, 0)));
      if (!nibbles.every((nibble, index) => nibble === path[at + index])) return undefined;
      at += nibbles.length;
      next = getItem(node, 1);
      if (isLeaf) return at === path.length ? toBytes(next) : undefined;
    }
    if (next instanceof Uint8Array && next.length === 0) return undefined;
  }
}

/** Takes the next node off the list. One shorter than a hash stands in its parent; some nodes list it once more, others do not. */
function openNode(expected: RlpItem, rest: Uint8Array[]): RlpItem[] {
  const [bytes] = rest;
  if (!(expected instanceof Uint8Array)) {
    if (bytes !== undefined && equalBytes(RLP.encode(expected), bytes)) rest.shift();
    return asNode(expected);
  }
  if (bytes === undefined) throw new FormatError('The proof ends before its value.');
  if (expected.length !== DIGEST_BYTES || !equalBytes(keccak_256(bytes), expected))
    throw new FormatError('A node of the proof is not the one that its parent names.');
  rest.shift();
  return asNode(decodeRlp(bytes));
}

function asNode(item: RlpItem): RlpItem[] {
  if (Array.isArray(item) && (item.length === BRANCH_ITEMS || item.length === LEAF_OR_EXTENSION_ITEMS))
    return item;
  throw new FormatError('A node of the proof has another form.');
}

/** @throws FormatError when the bytes are not RLP */
export function decodeRlp(bytes: Uint8Array): RlpItem {
  try {
    return RLP.decode(bytes);
  } catch (error) {
    throw new FormatError('The bytes are not RLP.', { cause: error });
  }
}

/** @throws FormatError when the item is a list */
export function toBytes(item: RlpItem): Uint8Array {
  if (item instanceof Uint8Array) return item;
  throw new FormatError('A list stands where bytes belong.');
}

function getItem(node: RlpItem[], index: number | undefined): RlpItem {
  const item = index === undefined ? undefined : node[index];
  if (item === undefined) throw new FormatError('The proof goes on after the key has ended.');
  return item;
}

function computeNibbles(bytes: Uint8Array): number[] {
  return [...bytes].flatMap((byte) => [byte >> 4, byte & 0x0f]);
}

function readCompact(bytes: Uint8Array): { nibbles: number[]; isLeaf: boolean } {
  const [flags = 0, ...nibbles] = computeNibbles(bytes);
  const isOdd = (flags & ODD_FLAG) !== 0;
  return { nibbles: isOdd ? nibbles : nibbles.slice(1), isLeaf: (flags & LEAF_FLAG) !== 0 };
}
