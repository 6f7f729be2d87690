// Goal: addresses, transaction hashes and signatures are those that every wallet makes. Method: random keys through the adapters
// against ethers and tronweb (KEYS=10000 in `npm run check:long`, 1,000 otherwise), and the published vectors. KEY_SEED repeats a run.
import { createHash, randomInt } from 'node:crypto';
import type { Network } from '@glasspool/core';
import { SeededRandom } from '@glasspool/core/testing';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { computeAddress, keccak256, Transaction } from 'ethers';
import { TronWeb, Trx, utils } from 'tronweb';
import { describe, expect, it } from 'vitest';
import { BscChain } from '../bsc/index.ts';
import { signTransaction } from '../bsc/signing.ts';
import { TEST_USDT_ADDRESS } from '../local/index.ts';
import { TronChain } from '../tron/index.ts';
import { signTransfer } from '../tron/signing.ts';
import { createSigner } from './key-tree.ts';

const KEYS = Number(process.env['KEYS'] ?? 1_000);
const RPC_URL = 'http://127.0.0.1:9';
const REFERENCE = '000000000000002a1111111122222222333333334444444455555555666666aa';

const seed = Number(process.env['KEY_SEED'] ?? randomInt(2 ** 31));
const random = new SeededRandom(seed);
const privateKeys = Array.from({ length: KEYS }, () => random.bytes(32));
const publicKeys = privateKeys.map((key) => secp256k1.getPublicKey(key));
const getPrivateKey = (index: number): Uint8Array => privateKeys[index] ?? new Uint8Array(32);
const getKeys = (network: Network) => ({
  publicKey: (index: number) => publicKeys[index] ?? new Uint8Array(33),
  sign: createSigner(network, getPrivateKey),
});
using bsc = new BscChain({
  network: 'local',
  rpcUrl: RPC_URL,
  usdtContract: TEST_USDT_ADDRESS,
  finality: { kind: 'tag', stalledAfterBlocks: 240 },
  feePerGas: { minWei: 0n, maxWei: 10n ** 11n },
  blockAgeMaxMs: null,
  keys: getKeys('BSC'),
});
const tron = new TronChain({ network: 'local', rpcUrl: RPC_URL, keys: getKeys('TRON') });
const tronWeb = new TronWeb({ fullHost: RPC_URL });
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** The keys for which something is not as it should be, by their number. */
async function getFailures(check: (index: number) => Promise<boolean> | boolean): Promise<number[]> {
  const failed: number[] = [];
  for (let index = 0; index < KEYS; index += 1) if (!(await check(index))) failed.push(index);
  return failed;
}

describe(`each of ${KEYS} random keys of seed ${seed}`, () => {
  it('has the address that ethers makes', async () => {
    const isSame = (index: number): boolean =>
      bsc.deriveAddress(index) === computeAddress(`0x${hex(getPrivateKey(index))}`);
    expect(await getFailures(isSame)).toEqual([]);
  });

  it('has the address that tronweb makes', async () => {
    const isSame = (index: number): boolean =>
      tron.deriveAddress(index) === TronWeb.address.fromPrivateKey(hex(getPrivateKey(index)));
    expect(await getFailures(isSame)).toEqual([]);
  });

  it('signs BSC transactions whose hash and signer ethers confirms', async () => {
    const isRight = async (index: number): Promise<boolean> => {
      const unsigned = Transaction.from({
        type: index % 2 === 0 ? 2 : 0,
        chainId: 97,
        nonce: index,
        to: TEST_USDT_ADDRESS,
        gasLimit: 60_000n,
        data: `0x${hex(random.bytes(index % 70))}`,
      });
      const { raw, txHash } = await signTransaction(unsigned, getKeys('BSC'), { index, subject: null });
      const read = Transaction.from(raw);
      return txHash === keccak256(raw) && read.from === bsc.deriveAddress(index) && read.chainId === 97n;
    };
    expect(await getFailures(isRight)).toEqual([]);
  });

  it('signs TRON transactions whose id and signer tronweb confirms', async () => {
    const isRight = async (index: number): Promise<boolean> => {
      const sender = tron.deriveAddress(index);
      const to = tron.deriveAddress((index + 1) % KEYS);
      const units = BigInt(1 + random.integer(2 ** 31));
      const chainTimeMs = 1_700_000_000_000 + index;
      const transfer = {
        sender,
        to,
        units,
        reference: REFERENCE,
        chainTimeMs,
        expiresAt: chainTimeMs + 600_000,
      };
      const { raw, txHash } = await signTransfer(tronWeb, transfer, {
        keys: getKeys('TRON'),
        index,
        subject: null,
      });
      const signed = JSON.parse(raw);
      const id = createHash('sha256').update(Buffer.from(signed.raw_data_hex, 'hex')).digest('hex');
      return id === txHash && utils.transaction.txCheck(signed) && Trx.ecRecover(signed) === sender;
    };
    expect(await getFailures(isRight)).toEqual([]);
  });
});

describe('a published vector', () => {
  it('gives the address of the private key 1, as every Ethereum library documents it', () => {
    expect(computeAddress(`0x${'0'.repeat(63)}1`)).toBe('0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf');
  });

  it('gives the address of TRON documentation in hex and base58', () => {
    // Pitfall: hex and base58 are mixed
    expect(TronWeb.address.fromHex('418840E6C55B9ADA326D211D818C34A994AECED808')).toBe(
      'TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL',
    );
  });

  it('gives the example transaction of EIP-155', async () => {
    const unsigned = Transaction.from({
      type: 0,
      chainId: 1,
      nonce: 9,
      gasPrice: 20n * 10n ** 9n,
      gasLimit: 21_000n,
      to: `0x${'35'.repeat(20)}`,
      value: 10n ** 18n,
    });
    const sign = createSigner('BSC', () => Buffer.from('46'.repeat(32), 'hex'));
    const keys = { publicKey: () => new Uint8Array(), sign };
    const { raw } = await signTransaction(unsigned, keys, { index: 0, subject: null });
    // Pitfall: a replay on another chain
    // ASVS 11.6.1
    expect(raw).toBe(
      '0xf86c098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a76400008025a028ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276a067cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83',
    );
  });
});
