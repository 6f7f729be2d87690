// Goal: the keystore gives back the same words or says why not, and addresses follow the published paths.
// Vectors: the BIP-39 test mnemonic; its first BSC and TRON addresses as any wallet shows them.
import { HDNodeWallet } from 'ethers';
import { TronWeb } from 'tronweb';
import { describe, expect, it } from 'vitest';
import { BscChain } from '../bsc/index.ts';
import { TEST_USDT_ADDRESS } from '../local/index.ts';
import { TronChain } from '../tron/index.ts';
import { createMnemonic, deriveKeys, KeystoreError, openKeystore, sealKeystore } from './index.ts';

const TEST_MNEMONIC = 'test test test test test test test test test test test junk';
const RPC_URL = 'http://127.0.0.1:9';

function addresses(mnemonic: string, index: number): { bsc: string; tron: string } {
  const keys = deriveKeys(mnemonic);
  using bsc = new BscChain({
    network: 'local',
    rpcUrl: RPC_URL,
    usdtContract: TEST_USDT_ADDRESS,
    finality: { kind: 'tag', stalledAfterBlocks: 240 },
    feePerGas: { minWei: 0n, maxWei: 10n ** 11n },
    blockAgeMaxMs: null,
    keys: keys.BSC,
  });
  return {
    bsc: bsc.deriveAddress(index),
    tron: new TronChain({ network: 'local', rpcUrl: RPC_URL, keys: keys.TRON }).deriveAddress(index),
  };
}

describe('the derivation of addresses', () => {
  it('matches the published first address of the test mnemonic', () => {
    expect(addresses(TEST_MNEMONIC, 0).bsc).toBe('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266');
  });

  it('matches ethers and tronweb on fresh seeds', () => {
    for (let index = 0; index < 5; index += 1) {
      const mnemonic = createMnemonic();
      const mine = addresses(mnemonic, index);
      expect(mine.bsc).toBe(HDNodeWallet.fromPhrase(mnemonic, '', `m/44'/60'/0'/0/${index}`).address);
      expect(mine.tron).toBe(TronWeb.fromMnemonic(mnemonic, `m/44'/195'/0'/0/${index}`).address);
    }
  });

  it('refuses words that are no mnemonic', () => {
    expect(() => deriveKeys('one two three')).toThrow('seed words are not valid');
  });
});

describe('the keystore', () => {
  const computeFingerprint = (mnemonic: string): string => addresses(mnemonic, 0).bsc;
  const mnemonic = createMnemonic();
  const sealed = sealKeystore({
    mnemonic,
    password: 'correct horse',
    fingerprint: computeFingerprint(mnemonic),
  });

  it('is not sealed under a password of 11 characters', () => {
    const content = { mnemonic, password: 'eleven char', fingerprint: computeFingerprint(mnemonic) };
    expect(() => sealKeystore(content)).toThrow('at least 12 characters');
  });

  it('opens with its password and holds no word in the clear', () => {
    expect(openKeystore(sealed, 'correct horse', computeFingerprint)).toBe(mnemonic);
    const { version, fingerprint, ...secrets } = JSON.parse(sealed);
    expect([version, fingerprint]).toEqual([1, computeFingerprint(mnemonic)]);
    for (const value of Object.values(secrets)) expect(value).toMatch(/^[0-9a-f]+$/);
    // ASVS 11.4.4
    expect(Buffer.from(secrets.ciphertext, 'hex').toString('latin1')).not.toContain(mnemonic.slice(0, 8));
  });

  it.each([
    ['a wrong password', sealed, 'wrong', 'KEYSTORE_PASSWORD is wrong'],
    ['a damaged file', sealed.slice(0, 50), 'correct horse', 'damaged'],
    [
      'a changed fingerprint',
      sealed.replace('"fingerprint": "0x', '"fingerprint": "1x'),
      'correct horse',
      'KEYSTORE_PASSWORD',
    ],
  ])('says so for %s', (_title, text, password, message) => {
    expect(() => openKeystore(text, password, computeFingerprint)).toThrow(KeystoreError);
    expect(() => openKeystore(text, password, computeFingerprint)).toThrow(message);
  });

  it('notices words of another pool', () => {
    expect(() => openKeystore(sealed, 'correct horse', () => '0xother')).toThrow(
      'do not lead to the address',
    );
  });
});
