import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { type Currency, NETWORK_OF, tronAddressFromBytes, USER_CURRENCIES } from '@glasspool/core';
import {
  concatBytes,
  decodeManifest,
  fromHex,
  manifestDigest,
  type StatementsFile,
  writeStatement,
} from '@glasspool/proof';
import { computeAddress, getBytes, keccak256, SigningKey, Wallet } from 'ethers';

/** PKCS #8 of an Ed25519 key, before its 32 bytes (RFC 8410). */
const ED25519_PREFIX = fromHex('302e020100300506032b657004220420');
const PUBLIC_KEY_BYTES = 32;

/** Keys of an operator; the same name gives the same keys. */
export class PoolKeys {
  readonly #statementKey: KeyObject;
  readonly #hotWallet: string;
  readonly anchorAddress: Uint8Array;

  constructor(name = 'operator') {
    const secret = (purpose: string): Buffer => createHash('sha256').update(`${name}/${purpose}`).digest();
    const key = concatBytes([ED25519_PREFIX, secret('statements')]);
    this.#statementKey = createPrivateKey({ key: Buffer.from(key), format: 'der', type: 'pkcs8' });
    this.#hotWallet = `0x${secret('hot wallet').toString('hex')}`;
    this.anchorAddress = getBytes(computeAddress(`0x${secret('anchor').toString('hex')}`));
  }

  get statementPublicKey(): Uint8Array {
    const spki = createPublicKey(this.#statementKey).export({ format: 'der', type: 'spki' });
    return Uint8Array.from(spki.subarray(-PUBLIC_KEY_BYTES));
  }

  /** The hot wallet's address on the network of a currency. */
  deriveAddress(currency: Currency): string {
    const address = computeAddress(this.#hotWallet);
    return currency === 'USDT' ? address : tronAddressFromBytes(getBytes(address));
  }

  signReceipt(message: Uint8Array): Uint8Array {
    return Uint8Array.from(sign(null, message, this.#statementKey));
  }

  /** Statements of both addresses under a manifest. */
  signStatements(encoded: Uint8Array): StatementsFile {
    const manifest = decodeManifest(encoded);
    return {
      statements: USER_CURRENCIES.map((currency) => {
        const network = NETWORK_OF[currency];
        const address = this.deriveAddress(currency);
        const text = writeStatement({ network, address }, { manifest, digest: manifestDigest(encoded) });
        return {
          network,
          address,
          signature: network === 'BSC' ? this.#signBsc(text) : this.#signTron(text),
        };
      }),
    };
  }

  #signBsc(text: string): string {
    return new Wallet(this.#hotWallet).signMessageSync(text);
  }

  /** TIP-191. */
  #signTron(text: string): string {
    const message = Buffer.from(text);
    const prefix = Buffer.from(`\x19TRON Signed Message:\n${message.length}`);
    return new SigningKey(this.#hotWallet).sign(keccak256(Buffer.concat([prefix, message]))).serialized;
  }
}
