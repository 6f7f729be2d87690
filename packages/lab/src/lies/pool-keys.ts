import {
  type Currency,
  NETWORK_OF,
  toChecksumAddress,
  tronAddressFromBytes,
  USER_CURRENCIES,
} from '@glasspool/core';
import {
  concatBytes,
  encodeManifest,
  type Manifest,
  manifestDigest,
  type StatementsFile,
  sha256,
  toHex,
  writeStatement,
} from '@glasspool/proof';
import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';

const ADDRESS_BYTES = 20;
/** EIP-191 and TIP-191. */
const STATEMENT_PREFIX = {
  BSC: '\x19Ethereum Signed Message:\n',
  TRON: '\x19TRON Signed Message:\n',
} as const;
/** Recovery ids as Ethereum writes them. */
const FIRST_RECOVERY_ID = 27;

const ORDER_8 = 'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Keys of an operator; the same name gives the same keys. */
export class PoolKeys {
  readonly #statementKey: Uint8Array;
  readonly #hotWallet: Uint8Array;
  readonly #hotWalletAddress: Uint8Array;
  readonly anchorAddress: Uint8Array;
  readonly statementPublicKey: Uint8Array;

  constructor(name = 'operator') {
    const derive = (purpose: string): Uint8Array => sha256(encode(`${name}/${purpose}`));
    this.#statementKey = derive('statements');
    this.#hotWallet = derive('hot wallet');
    this.#hotWalletAddress = computeAddress(this.#hotWallet);
    this.anchorAddress = computeAddress(derive('anchor'));
    this.statementPublicKey = ed25519.getPublicKey(this.#statementKey);
  }

  /** The key of statements and a point of order 8: the same secret signs for it, by the equation with the cofactor. */
  get statementKeyWithTorsion(): Uint8Array {
    const { Point } = ed25519;
    return Point.fromBytes(this.statementPublicKey).add(Point.fromHex(ORDER_8)).toBytes();
  }

  /** The hot wallet's address on the network of a currency. */
  deriveAddress(currency: Currency): string {
    const address = this.#hotWalletAddress;
    return currency === 'USDT' ? toChecksumAddress(`0x${toHex(address)}`) : tronAddressFromBytes(address);
  }

  signReceipt(message: Uint8Array): Uint8Array {
    return ed25519.sign(message, this.#statementKey);
  }

  /** Statements of both addresses under a manifest. */
  signStatements(manifest: Manifest): StatementsFile {
    const digest = manifestDigest(encodeManifest(manifest));
    return {
      statements: USER_CURRENCIES.map((currency) => {
        const network = NETWORK_OF[currency];
        const address = this.deriveAddress(currency);
        const text = writeStatement({ network, address }, { manifest, digest });
        return { network, address, signature: this.#sign(network, encode(text)) };
      }),
    };
  }

  #sign(network: 'BSC' | 'TRON', message: Uint8Array): string {
    const prefix = encode(`${STATEMENT_PREFIX[network]}${message.length}`);
    const digest = keccak_256(concatBytes([prefix, message]));
    const recovered = secp256k1.sign(digest, this.#hotWallet, { prehash: false, format: 'recovered' });
    const [recovery = 0] = recovered;
    return `0x${toHex(recovered.subarray(1))}${(FIRST_RECOVERY_ID + recovery).toString(16)}`;
  }
}

/** Address of a key as both networks have it: the last 20 bytes of the hash of its public key. */
function computeAddress(privateKey: Uint8Array): Uint8Array {
  const publicKey = secp256k1.getPublicKey(privateKey, false);
  return keccak_256(publicKey.subarray(1)).subarray(-ADDRESS_BYTES);
}
