// Goal: what a signer reads in the bytes is what they would do, and bytes that are none of ours are not read at all.
import { getBytes, Transaction } from 'ethers';
import { TronWeb } from 'tronweb';
import { describe, expect, it } from 'vitest';
import { readUnsignedBsc } from './bsc/index.ts';
import { getCall } from './bsc/token.ts';
import type { TransferIntent } from './chain.ts';
import { readUnsignedTron } from './tron/index.ts';

const TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const OUTSIDE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const SENDER = 'TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL';
const PAYEE = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

function bscPayload(fields: object): Uint8Array {
  const transaction = { type: 2, chainId: 97, nonce: 7, gasLimit: 60_000n, maxFeePerGas: 1n, ...fields };
  return getBytes(Transaction.from(transaction).unsignedSerialized);
}

const settings = { network: 'testnet', usdtContract: TOKEN } as const;
const read = (fields: object) => readUnsignedBsc(bscPayload(fields), settings);

describe('an unsigned BSC transaction', () => {
  const usdt: TransferIntent = { fromIndex: 0, currency: 'USDT', to: OUTSIDE, units: 5n };

  it.each([2, 0])('is read as it was made, with type %i', (type) => {
    const fees = type === 2 ? {} : { maxFeePerGas: undefined, gasPrice: 1n };
    expect(read({ ...fees, type, ...getCall(usdt, TOKEN) })).toMatchObject({
      currency: 'USDT',
      to: OUTSIDE,
      units: 5n,
      nonce: 7,
      feeMaxUnits: 60_000n,
    });
    const bnb = { ...usdt, currency: 'BNB' as const };
    expect(read({ ...fees, type, ...getCall(bnb, TOKEN) })).toMatchObject({
      currency: 'BNB',
      to: OUTSIDE,
      units: 5n,
      data: null,
    });
  });

  it('is refused for another chain, with a call that is no plain transfer, or without a payee', () => {
    const call = getCall(usdt, TOKEN);
    expect(() => read({ ...call, chainId: 56 })).toThrow('chain 56');
    expect(() => read({ ...call, data: `${call.data}00` })).toThrow('something other than a transfer');
    expect(() => read({ ...call, data: `0x095ea7b3${call.data.slice(10)}` })).toThrow(
      'something other than a transfer',
    );
    expect(() => read({ ...call, value: 1n })).toThrow('something other than a transfer');
    expect(() => read({ ...call, to: OUTSIDE, value: 1n })).toThrow('together with a call');
    expect(() => read({ data: '0x6000' })).toThrow('make a contract');
  });
});

describe('an unsigned TRON transaction', () => {
  const tronWeb = new TronWeb({ fullHost: 'http://127.0.0.1:9' });
  const blockHeader = {
    ref_block_bytes: '002a',
    ref_block_hash: '1122334455667788',
    timestamp: 1_700_000_000_000,
    expiration: 1_700_000_600_000,
  };

  it('is read as it was made', async () => {
    const { raw_data_hex } = await tronWeb.transactionBuilder.sendTrx(PAYEE, 15_000_000, SENDER, {
      blockHeader,
    });
    expect(readUnsignedTron(new Uint8Array(Buffer.from(raw_data_hex, 'hex')))).toEqual({
      currency: 'TRX',
      to: PAYEE,
      sender: SENDER,
      units: 15_000_000n,
      nonce: null,
      feeMaxUnits: 0n,
      expiresAt: blockHeader.expiration,
      data: null,
    });
  });

  it('is refused when it is of another kind, and so are bytes of any kind', async () => {
    const token = await tronWeb.transactionBuilder.sendToken(PAYEE, 1, '1000001', SENDER, { blockHeader });
    const bytes = [Buffer.from(token.raw_data_hex, 'hex'), Buffer.from('hello'), Buffer.alloc(0)];
    for (const payload of bytes)
      expect(() => readUnsignedTron(new Uint8Array(payload))).toThrow(/It is no plain|cannot be read/);
  });
});
