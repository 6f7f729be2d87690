// Statements of control: a text that only the holder of an address can sign (EIP-191 on BSC, TIP-191 on TRON).

import type { Network } from '@glasspool/core';
import { toChecksumAddress, tronAddressFromBytes } from '@glasspool/core';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes, FormatError, fromHex, toHex } from './bytes.ts';
import type { Manifest } from './manifest.ts';

/** Content of a statement. The block's hash bounds its age from below, the anchor's block from above. */
export interface StatementFacts {
  readonly network: Network;
  /** The chain id on BSC, the first block's id on TRON. */
  readonly chain: string;
  readonly address: string;
  readonly snapshotNumber: number;
  readonly blockHeight: number;
  readonly blockHash: string;
  readonly manifestDigest: Uint8Array;
}

/** The text that is signed, line by line. Any other text is another statement. */
export function statementText(facts: StatementFacts): string {
  const { network, chain, address, snapshotNumber, blockHeight, blockHash, manifestDigest } = facts;
  return [
    'Glasspool: this address is held by the pool.',
    `network: ${network}`,
    `chain: ${chain}`,
    `address: ${address}`,
    `snapshot: ${snapshotNumber}`,
    `block: ${blockHeight} ${blockHash}`,
    `manifest: ${toHex(manifestDigest)}`,
  ].join('\n');
}

/** Text that an address of the reserves signs under a manifest. */
export function writeStatement(
  { network, address }: Pick<StatementFacts, 'network' | 'address'>,
  { manifest, digest }: { manifest: Manifest; digest: Uint8Array },
): string {
  const { snapshotNumber, bscChainId, bscHeight, bscBlockHash, tronGenesisId, tronHeight, tronBlockId } =
    manifest;
  const block =
    network === 'BSC'
      ? { chain: String(bscChainId), blockHeight: bscHeight, blockHash: `0x${toHex(bscBlockHash)}` }
      : { chain: toHex(tronGenesisId), blockHeight: tronHeight, blockHash: toHex(tronBlockId) };
  return statementText({ network, address, snapshotNumber, manifestDigest: digest, ...block });
}

const PREFIX: Readonly<Record<Network, string>> = {
  BSC: '\x19Ethereum Signed Message:\n',
  TRON: '\x19TRON Signed Message:\n',
};
const SIGNATURE_BYTES = 65;
const ADDRESS_BYTES = 20;
/** The last byte of a signature says which of two keys it is, counted from 0 or from 27. */
const RECOVERY_OFFSET = 27;

/** The address that signed a text, in the form of its network. @throws FormatError when it is not a signature. */
export function recoverSigner(network: Network, text: string, signature: string): string {
  const bytes = fromHex(signature);
  const last = bytes[SIGNATURE_BYTES - 1];
  if (bytes.length !== SIGNATURE_BYTES || last === undefined)
    throw new FormatError('A signature has 65 bytes.');
  const message = new TextEncoder().encode(text);
  const prefix = new TextEncoder().encode(`${PREFIX[network]}${message.length}`);
  const digest = keccak_256(concatBytes([prefix, message]));
  const recovery = last >= RECOVERY_OFFSET ? last - RECOVERY_OFFSET : last;
  try {
    const point = secp256k1.Signature.fromBytes(bytes.slice(0, SIGNATURE_BYTES - 1))
      .addRecoveryBit(recovery)
      .recoverPublicKey(digest);
    const hash = keccak_256(point.toBytes(false).slice(1)).slice(-ADDRESS_BYTES);
    return network === 'BSC' ? toChecksumAddress(`0x${toHex(hash)}`) : tronAddressFromBytes(hash);
  } catch (error) {
    throw new FormatError('The signature belongs to no key.', { cause: error });
  }
}
