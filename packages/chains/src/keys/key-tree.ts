import type { Network } from '@glasspool/core';
import { HDKey } from '@scure/bip32';
import { generateMnemonic, mnemonicToSeedSync, validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';

/** BIP-44 paths of decisions.md 4; the address index follows. */
const PATHS: Readonly<Record<Network, string>> = { BSC: "m/44'/60'/0'/0", TRON: "m/44'/195'/0'/0" };
const MNEMONIC_BITS = 256;

/** The keys of one network. Index 0 is the treasury, users start at 1. */
export interface NetworkKeys {
  /** Compressed secp256k1 public key. */
  publicKey(index: number): Uint8Array;
  privateKey(index: number): Uint8Array;
}

/** Makes 24 new BIP-39 words. */
export function createMnemonic(): string {
  return generateMnemonic(wordlist, MNEMONIC_BITS);
}

/**
 * The keys of both networks from one seed.
 *
 * @throws Error when the words are not a valid BIP-39 mnemonic.
 */
export function deriveKeys(mnemonic: string): Readonly<Record<Network, NetworkKeys>> {
  if (!validateMnemonic(mnemonic, wordlist))
    throw new Error('The seed words are not valid: check their spelling and order.');
  const root = HDKey.fromMasterSeed(mnemonicToSeedSync(mnemonic));
  return { BSC: networkKeys(root.derive(PATHS.BSC)), TRON: networkKeys(root.derive(PATHS.TRON)) };
}

function networkKeys(parent: HDKey): NetworkKeys {
  return {
    publicKey: (index) => present(parent.deriveChild(index).publicKey),
    privateKey: (index) => present(parent.deriveChild(index).privateKey),
  };
}

function present(key: Uint8Array | null): Uint8Array {
  if (key === null) throw new Error('This key tree holds no such key.');
  return key;
}
