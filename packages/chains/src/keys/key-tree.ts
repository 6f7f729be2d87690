import type { Network } from '@glasspool/core';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { HDKey } from '@scure/bip32';
import { generateMnemonic, mnemonicToSeedSync, validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';

/** BIP-44 paths with the coin types of SLIP-44; the address index follows. */
const PATHS: Readonly<Record<Network, string>> = { BSC: "m/44'/60'/0'/0", TRON: "m/44'/195'/0'/0" };
const MNEMONIC_BITS = 256;

/** Request to sign with the key of an address. */
export type SigningRequest =
  | {
      readonly kind: 'transaction';
      readonly index: number;
      /** The bytes of the unsigned transaction, as its chain writes them. */
      readonly payload: Uint8Array;
      /** Purpose: the id of the withdrawal that it pays. Null where nothing leaves the pool. */
      readonly subject: string | null;
    }
  | { readonly kind: 'statement'; readonly index: number; readonly text: string };

/** 65 bytes: r, s, and which of the two keys it is (0 or 1). */
export type Signature = Uint8Array;

/** The keys of one network, wherever they are kept. Index 0 is the hot wallet, users start at 1. */
export interface NetworkKeys {
  /** Compressed secp256k1 public key. */
  publicKey(index: number): Uint8Array;
  /** @throws SigningRefusedError when the keeper of the keys does not sign this. */
  sign(request: SigningRequest): Promise<Signature>;
}

/** The keeper of the keys refuses to sign. */
export class SigningRefusedError extends Error {
  override readonly name: string = 'SigningRefusedError';
}

/** The keeper of the keys has reached its daily cap. */
export class SigningCapReachedError extends SigningRefusedError {
  override readonly name = 'SigningCapReachedError';
}

/** An earlier transaction for the same withdrawal can still happen, so no second one is signed yet. */
export class SigningTooEarlyError extends SigningRefusedError {
  override readonly name = 'SigningTooEarlyError';
}

/** The signer's own log and the database say different things: one of them was changed. */
export class SigningContradictionError extends SigningRefusedError {
  override readonly name = 'SigningContradictionError';
}

/** Makes 24 new BIP-39 words. */
export function createMnemonic(): string {
  return generateMnemonic(wordlist, MNEMONIC_BITS);
}

/**
 * The keys of both networks from one seed, which sign whatever they are given.
 *
 * @throws Error when the words are not a valid BIP-39 mnemonic.
 */
export function deriveKeys(mnemonic: string): Readonly<Record<Network, NetworkKeys>> {
  return {
    BSC: networkKeys('BSC', derive(mnemonic, 'BSC')),
    TRON: networkKeys('TRON', derive(mnemonic, 'TRON')),
  };
}

/** The extended public key of each network: all addresses follow from it, and no key that signs. */
export function derivePublicKeys(mnemonic: string): Readonly<Record<Network, string>> {
  return { BSC: derive(mnemonic, 'BSC').publicExtendedKey, TRON: derive(mnemonic, 'TRON').publicExtendedKey };
}

/** The public half of a network's keys, with a way to have things signed elsewhere. */
export function getPublicKeys(extendedKey: string, sign: NetworkKeys['sign']): NetworkKeys {
  const parent = HDKey.fromExtendedKey(extendedKey);
  return { publicKey: (index) => present(parent.deriveChild(index).publicKey), sign };
}

function derive(mnemonic: string, network: Network): HDKey {
  if (!validateMnemonic(mnemonic, wordlist))
    throw new Error('The seed words are not valid: check their spelling and order.');
  return HDKey.fromMasterSeed(mnemonicToSeedSync(mnemonic)).derive(PATHS[network]);
}

function networkKeys(network: Network, parent: HDKey): NetworkKeys {
  return {
    publicKey: (index) => present(parent.deriveChild(index).publicKey),
    sign: createSigner(network, (index) => present(parent.deriveChild(index).privateKey)),
  };
}

/** Signs whatever it is given with the keys of a network. */
export function createSigner(
  network: Network,
  getPrivateKey: (index: number) => Uint8Array,
): NetworkKeys['sign'] {
  return async (request) => signDigest(computeDigest(network, request), getPrivateKey(request.index));
}

const STATEMENT_PREFIX: Readonly<Record<Network, string>> = {
  BSC: '\x19Ethereum Signed Message:\n',
  TRON: '\x19TRON Signed Message:\n',
};

/** Signed digest of a transaction (EIP-155 and EIP-1559; TRON's SHA-256) or of a text (EIP-191, TIP-191). */
function computeDigest(network: Network, request: SigningRequest): Uint8Array {
  if (request.kind === 'transaction')
    return network === 'BSC' ? keccak_256(request.payload) : sha256(request.payload);
  const text = Buffer.from(request.text);
  return keccak_256(Buffer.concat([Buffer.from(`${STATEMENT_PREFIX[network]}${text.length}`), text]));
}

/** RFC 6979: the same key and digest give the same signature, and no random number can leak the key. */
function signDigest(digest: Uint8Array, privateKey: Uint8Array): Signature {
  const recovered = secp256k1.sign(digest, privateKey, { prehash: false, format: 'recovered' });
  return Uint8Array.of(...recovered.subarray(1), recovered[0] ?? 0);
}

function present(key: Uint8Array | null): Uint8Array {
  if (key === null) throw new Error('This key tree holds no such key.');
  return key;
}
