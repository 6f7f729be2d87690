// Goal: of everything that a TRON block can hold, only TRX that reached someone counts as a transfer.
// Method: blocks with the bytes of their transactions; receipts in the shape that java-tron's documentation shows for gettransactioninfobyid.
import { tronAddressFromBytes } from '@glasspool/core';
import { describe, expect, it } from 'vitest';
import { TronBlock, TronReceipt } from './messages.ts';
import { bytesField } from './protobuf.ts';
import { type CONTRACT_TYPES, encodeTransfer, makeBlock, makeTransaction } from './testing-blocks.ts';
import { isSuccessfulCall, readTransfers } from './transfers.ts';

const OWNER = '41d1e7a6bc354106cb410e65ff8b181c600ff14292';
const RECEIVER = '41a614f803b6fd780986a42c78ec9c7f77e6ded13c';
const CONTRACT = '41eca9bc828a3005b9a3b909f2cc5c2a54794de05f';
const RECEIVER_BASE58 = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const HEIGHT = 34_533_660;

function blockWith(type: keyof typeof CONTRACT_TYPES, value: Uint8Array, contractRet = 'SUCCESS'): TronBlock {
  return TronBlock.parse(makeBlock(HEIGHT, [makeTransaction(type, value, { contractRet })]));
}

const getOnly = (block: TronBlock) => {
  const [transaction] = block.transactions;
  if (transaction === undefined) throw new Error('The block has no transaction.');
  return transaction;
};

function read(block: TronBlock, info?: object) {
  return readTransfers(block, getOnly(block), info === undefined ? undefined : TronReceipt.parse(info));
}

const transfersIn = (block: TronBlock, info?: object) => read(block, info).transfers;
const isReadable = (block: TronBlock, info?: object) => read(block, info).isReadable;

/** Message of a call: its owner and the contract. */
const CALL_VALUE = Buffer.concat([
  bytesField(1, Buffer.from(OWNER, 'hex')),
  bytesField(2, Buffer.from(CONTRACT, 'hex')),
]);
/** A contract call that paid out, as an exchange does. */
const CALL = blockWith('TriggerSmartContract', CALL_VALUE);
const TX_ID = getOnly(CALL).txID;

function callInfo(internal: readonly object[], result = 'SUCCESS'): object {
  return {
    id: TX_ID,
    fee: 345_000,
    blockNumber: HEIGHT,
    blockTimeStamp: 1_634_021_949_000,
    contractResult: [''],
    contract_address: CONTRACT,
    receipt: { energy_usage_total: 14_000, net_usage: 345, result },
    internal_transactions: internal,
  };
}

const HASH = 'f0b1a2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f';
const OTHER_HASH = '3d'.repeat(32);
const internal = (change: object = {}): object => ({
  hash: HASH,
  caller_address: CONTRACT,
  transferTo_address: RECEIVER,
  callValueInfo: [{ callValue: 12_500_000 }],
  note: '63616c6c',
  ...change,
});

describe('a block with a transaction that no one can read', () => {
  it('is read without it, and names it', () => {
    const readable = getOnly(blockWith('TransferContract', encodeTransfer(OWNER, RECEIVER, 5n)));
    const raw = makeBlock(7, []);
    const odd = { txID: TX_ID, raw_data: { contract: 'a form of the future' } };
    const other = { ...readable, txID: '1'.repeat(64) };
    const block = TronBlock.parse({ ...raw, transactions: [odd, readable, 7, other] });
    expect(block.transactions).toEqual([readable]);
    expect(block.unreadable).toEqual([TX_ID, 'without an id', other.txID]);
  });
});

describe('a transfer of TRX', () => {
  const value = encodeTransfer(OWNER, RECEIVER, 10_000_000n);

  it('is a TransferContract that the chain carried out', () => {
    const block = blockWith('TransferContract', value);
    expect(transfersIn(block)).toEqual([
      {
        txHash: getOnly(block).txID,
        entry: 'transfer',
        from: tronAddressFromBytes(Buffer.from(OWNER.slice(2), 'hex')),
        to: RECEIVER_BASE58,
        units: 10_000_000n,
        blockHeight: HEIGHT,
        blockHash: block.blockID,
      },
    ]);
  });

  it.each(['REVERT', 'OUT_OF_ENERGY', 'OUT_OF_TIME', 'TRANSFER_FAILED'])(
    'is none with contractRet %s',
    (result) => {
      expect(transfersIn(blockWith('TransferContract', value, result))).toEqual([]);
    },
  );

  it('is none of TRC-10 look-alikes and other types of contract', () => {
    // Pitfall: TRC-10 look-alikes, other types of contract
    expect(transfersIn(blockWith('TransferAssetContract', value))).toEqual([]);
    expect(transfersIn(blockWith('FreezeBalanceV2Contract', value))).toEqual([]);
  });

  it.each([2n ** 53n + 1n, 2n ** 63n - 1n])('is exact for %d', (units) => {
    // Pitfall: an amount above 2^53 is not exact in JSON
    const block = blockWith('TransferContract', encodeTransfer(OWNER, RECEIVER, units));
    expect(transfersIn(block)).toMatchObject([{ units }]);
  });

  it.each<[string, Buffer]>([
    ['no amount', encodeTransfer(OWNER, RECEIVER, 0n)],
    ['an amount below zero', encodeTransfer(OWNER, RECEIVER, -1n)],
    ['a receiver of another network', encodeTransfer(OWNER, `a0${RECEIVER.slice(2)}`, 5n)],
    ['a receiver of another length', encodeTransfer(OWNER, RECEIVER.slice(2), 5n)],
    ['bytes that end within a field', Buffer.concat([value, Buffer.from([0x22, 0x05])])],
    ['a field of a kind that is no more', Buffer.concat([value, Buffer.from([0x23])])],
  ])('is named with %s, and counts as nothing', (_what, bytes) => {
    const block = blockWith('TransferContract', bytes);
    expect([transfersIn(block), isReadable(block)]).toEqual([[], false]);
  });

  it('is what readers of protobuf make of fields that come twice or in another form', () => {
    const thief = encodeTransfer(OWNER, OWNER, 7n);
    // The last one counts; a field of another wire type is an unknown one.
    const twice = blockWith('TransferContract', Buffer.concat([thief, value]));
    expect(transfersIn(twice)).toMatchObject([{ to: RECEIVER_BASE58, units: 10_000_000n }]);
    const hidden = blockWith('TransferContract', Buffer.concat([value, bytesField(3, thief)]));
    expect(transfersIn(hidden)).toMatchObject([{ to: RECEIVER_BASE58, units: 10_000_000n }]);
    const fixed = blockWith(
      'TransferContract',
      Buffer.concat([value, Buffer.from([0x19, 1, 1, 1, 1, 1, 1, 1, 1])]),
    );
    expect(transfersIn(fixed)).toMatchObject([{ units: 10_000_000n }]);
  });

  it('is read from the bytes alone, whatever the node writes beside them', () => {
    const lie = {
      contract: [{ type: 'TransferContract', parameter: { value: { amount: 9, to_address: OWNER } } }],
    };
    const made = makeTransaction('TransferContract', value);
    const block = TronBlock.parse(makeBlock(HEIGHT, [{ ...made, raw_data: lie } as typeof made]));
    expect(transfersIn(block)).toMatchObject([{ to: RECEIVER_BASE58, units: 10_000_000n }]);
  });
});

const noted = (note: string, change: object = {}): object =>
  internal({ note: Buffer.from(note).toString('hex'), ...change });

describe('an internal transfer of a contract call', () => {
  it('counts like one from a wallet: coins sent by a contract never seen', () => {
    expect(CALL.transactions.every(isSuccessfulCall)).toBe(true);
    // Pitfall: coins sent by a contract are never seen
    expect(transfersIn(CALL, callInfo([internal()]))).toEqual([
      expect.objectContaining({ entry: HASH, to: RECEIVER_BASE58, units: 12_500_000n }),
    ]);
  });

  it('has its hash as its name, whatever other entries a node lists with it', () => {
    const [first, second] = [internal(), internal({ hash: OTHER_HASH, callValueInfo: [{ callValue: 7 }] })];
    const featured = noted('freezeBalanceV2ForEnergy', { hash: '7'.repeat(64) });
    for (const listed of [
      [first, second],
      [second, featured, first],
    ])
      expect(new Map(transfersIn(CALL, callInfo(listed)).map(({ entry, units }) => [entry, units]))).toEqual(
        new Map([
          [HASH, 12_500_000n],
          [OTHER_HASH, 7n],
        ]),
      );
  });

  it.each<[string, object[]]>([
    ['two of one hash', [internal(), internal({ callValueInfo: [{ callValue: 7 }] })]],
    ['one without a hash', [internal(), internal({ hash: undefined })]],
    [
      'one with two values in TRX',
      [internal(), internal({ hash: OTHER_HASH, callValueInfo: [{ callValue: 7 }, { callValue: 8 }] })],
    ],
  ])('tells of %s, and counts the one that has a name', (_what, listed) => {
    expect(transfersIn(CALL, callInfo(listed)).map(({ entry, units }) => [entry, units])).toEqual([
      [HASH, 12_500_000n],
    ]);
    expect(isReadable(CALL, callInfo(listed))).toBe(false);
  });

  it.each([
    ['rejected', internal({ rejected: true })],
    ['of a TRC-10 token', internal({ callValueInfo: [{ callValue: 5, tokenId: '1000001' }] })],
    ['of nothing', internal({ callValueInfo: [{}] })],
  ])('is none when it is %s', (_what, one) => {
    expect(transfersIn(CALL, callInfo([one]))).toEqual([]);
  });

  it('is none of a call that the chain did not carry out', () => {
    const reverted = blockWith('TriggerSmartContract', CALL_VALUE, 'REVERT');
    expect(transfersIn(reverted, callInfo([internal()], 'REVERT'))).toEqual([]);
    expect(transfersIn(CALL, callInfo([internal()], 'OUT_OF_ENERGY'))).toEqual([]);
  });

  it('refuses a call whose receipt is not there', () => {
    expect(() => transfersIn(CALL)).toThrow('has no receipt');
  });

  it.each(['call', 'create', 'suicide'])('counts the note %s', (note) => {
    expect(transfersIn(CALL, callInfo([noted(note)]))).toHaveLength(1);
  });

  it.each([
    'delegateResourceOfEnergy',
    'unDelegateResourceOfBandwidth',
    'freezeBalanceV2ForEnergy',
    'unfreezeBalanceV2ForEnergy',
    'withdrawExpireUnfreeze',
    'voteWitness',
  ])('counts nothing of the note %s, which moves no TRX', (note) => {
    const info = callInfo([noted(note, { hash: OTHER_HASH }), internal()]);
    // Pitfall: energy lent by a contract is credited
    expect(transfersIn(CALL, info).map(({ entry }) => entry)).toEqual([HASH]);
    expect(isReadable(CALL, info)).toBe(true);
  });

  it('counts the suicide of a contract with expired stakes once', () => {
    const info = callInfo([
      noted('suicide', { callValueInfo: [{ callValue: 70_000_000 }] }),
      noted('withdrawExpireUnfreezeWhileSuiciding', { callValueInfo: [{ callValue: 20_000_000 }] }),
    ]);
    expect(transfersIn(CALL, info).map(({ units }) => units)).toEqual([70_000_000n]);
  });

  it.each(['', 'gift', 'calls', 'Call'])(
    'names a transaction with the note %j, and counts nothing of it',
    (note) => {
      const info = callInfo([noted(note, { hash: OTHER_HASH }), internal()]);
      expect(transfersIn(CALL, info).map(({ entry }) => entry)).toEqual([HASH]);
      expect(isReadable(CALL, info)).toBe(false);
    },
  );

  it('counts what a constructor pays', () => {
    const construction = blockWith('CreateSmartContract', CALL_VALUE);
    // Pitfall: coins sent by a constructor are never seen
    expect(transfersIn(construction, callInfo([internal()]))).toHaveLength(1);
  });
});
