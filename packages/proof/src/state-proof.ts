// Token balances of addresses at a block of BSC, proved by the block itself: no node has to be trusted, except that the block
// is one of the chain.
import { keccak_256 } from '@noble/hashes/sha3.js';
import type { StateProof } from './bundle.ts';
import { ByteWriter, equalBytes, FormatError, fromHex, toHex } from './bytes.ts';
import { decodeRlp, type RlpItem, readFromTrie, toBytes } from './state-trie.ts';

/** Positions of the state root and the number in a header (Yellow Paper, 4.3). */
const STATE_ROOT = 3;
const NUMBER = 8;
const TIMESTAMP = 11;
const MS_PER_S = 1_000;
/** Position of the storage root in an account. */
const STORAGE_ROOT = 2;
const ADDRESS_PADDING = new Uint8Array(12);

/**
 * The balances that a proof shows, in the token's smallest units, by address as it is written in the proof.
 *
 * @throws FormatError when it does not follow from the block with this hash and height
 */
export function readProvedBalances(
  proof: StateProof,
  block: { readonly hash: Uint8Array; readonly height: number },
): ReadonlyMap<string, bigint> {
  const header = decodeRlp(fromHex(proof.header));
  if (!equalBytes(keccak_256(fromHex(proof.header)), block.hash))
    throw new FormatError('The header is not that of the manifest’s block.');
  const height = decodeInteger(toBytes(getPart(header, NUMBER)));
  if (height !== BigInt(block.height)) throw new FormatError(`The header is that of block ${height}.`);
  const stateRoot = toBytes(getPart(header, STATE_ROOT));
  const account = readFromTrie(stateRoot, fromHex(proof.token), proof.account.map(fromHex));
  if (account === undefined) throw new FormatError(`There is no contract at ${proof.token}.`);
  const storageRoot = toBytes(getPart(decodeRlp(account), STORAGE_ROOT));
  return new Map(
    proof.balances.map(({ address, nodes }) => {
      const key = balanceKey(address, proof.slot);
      const value = readFromTrie(storageRoot, key, nodes.map(fromHex));
      return [address, value === undefined ? 0n : decodeInteger(toBytes(decodeRlp(value)))];
    }),
  );
}

/** Time of the block whose header a proof has. */
export function readHeaderTimeMs({ header }: Pick<StateProof, 'header'>): number {
  return Number(decodeInteger(toBytes(getPart(decodeRlp(fromHex(header)), TIMESTAMP)))) * MS_PER_S;
}

/** Storage key of an address's balance in a token that keeps `mapping(address => uint256)` at a slot (Solidity, storage layout). */
export function balanceKey(address: string, slot: number): Uint8Array {
  return keccak_256(
    new ByteWriter()
      .bytes(ADDRESS_PADDING)
      .bytes(fromHex(address.toLowerCase()))
      .bytes(new Uint8Array(24))
      .u64(slot)
      .done(),
  );
}

function getPart(item: RlpItem, index: number): RlpItem {
  const part = Array.isArray(item) ? item[index] : undefined;
  if (part === undefined) throw new FormatError('A part of the block or account is missing.');
  return part;
}

function decodeInteger(bytes: Uint8Array): bigint {
  return bytes.length === 0 ? 0n : BigInt(`0x${toHex(bytes)}`);
}
