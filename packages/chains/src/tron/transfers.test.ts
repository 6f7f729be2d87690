// Goal: of everything that a TRON block can hold, only TRX that reached someone counts as a transfer.
// Method: bodies in the shape that java-tron's documentation shows for getblockbynum and gettransactioninfobyid.
import { tronAddressFromBytes } from '@glasspool/core';
import { describe, expect, it } from 'vitest';
import { TronBlock, TronReceipt } from './messages.ts';
import { isSuccessfulCall, readTransfers } from './transfers.ts';

const OWNER = '41d1e7a6bc354106cb410e65ff8b181c600ff14292';
const RECEIVER = '41a614f803b6fd780986a42c78ec9c7f77e6ded13c';
const CONTRACT = '41eca9bc828a3005b9a3b909f2cc5c2a54794de05f';
const RECEIVER_BASE58 = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const TX_ID = '7c2d4206c03a883dd9066d620335dc1be272a8dc733cfa3f6d10308faa37facc';
const BLOCK_ID = '00000000020ef11c87517739090601aa0a7be1de6faebf35ddb14e7ab7d1cc5b';

function blockWith(type: string, value: object, contractRet = 'SUCCESS'): TronBlock {
  return TronBlock.parse({
    blockID: BLOCK_ID,
    block_header: {
      raw_data: {
        number: 34_533_660,
        txTrieRoot: 'da2a4a7bcc6d4d8e4b1b4ea5b1d0a8d5b5d4a4f3a1e0f4e3a2d1c0b9a8978685',
        witness_address: '4196409bb4d4b6ee7f8dd6a3a4b7e3f0a1b2c3d4e5',
        parentHash: '00000000020ef11b6c5a4f3e2d1c0b9a8f7e6d5c4b3a29181706f5e4d3c2b1a0',
        version: 22,
        timestamp: 1_634_021_949_000,
      },
      witness_signature: 'aa',
    },
    transactions: [
      {
        ret: [{ contractRet }],
        signature: ['aa'],
        txID: TX_ID,
        raw_data: {
          contract: [{ parameter: { value, type_url: `type.googleapis.com/protocol.${type}` }, type }],
          ref_block_bytes: 'f108',
          ref_block_hash: '5c8c7a7d1f1b6a3e',
          expiration: 1_634_022_006_000,
          timestamp: 1_634_021_947_000,
        },
        raw_data_hex: '0a02f108',
      },
    ],
  });
}

function transfersIn(block: TronBlock, info?: object) {
  const [transaction] = block.transactions;
  if (transaction === undefined) throw new Error('The block has no transaction.');
  return readTransfers(block, transaction, info === undefined ? undefined : TronReceipt.parse(info))
    .transfers;
}

function isReadable(block: TronBlock, info?: object): boolean {
  const [transaction] = block.transactions;
  if (transaction === undefined) throw new Error('The block has no transaction.');
  return readTransfers(block, transaction, info === undefined ? undefined : TronReceipt.parse(info))
    .isReadable;
}

/** A contract call that paid out, as an exchange does. */
const CALL = blockWith('TriggerSmartContract', {
  data: 'a9059cbb',
  owner_address: OWNER,
  contract_address: CONTRACT,
});

function callInfo(internal: readonly object[], result = 'SUCCESS'): object {
  return {
    id: TX_ID,
    fee: 345_000,
    blockNumber: 34_533_660,
    blockTimeStamp: 1_634_021_949_000,
    contractResult: [''],
    contract_address: CONTRACT,
    receipt: { energy_usage_total: 14_000, net_usage: 345, result },
    internal_transactions: internal,
  };
}

const internal = (change: object = {}): object => ({
  hash: 'f0b1a2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f',
  caller_address: CONTRACT,
  transferTo_address: RECEIVER,
  callValueInfo: [{ callValue: 12_500_000 }],
  note: '63616c6c',
  ...change,
});

describe('a block with a transaction that no one can read', () => {
  it('is read without it, and names it', () => {
    const block = blockWith('TransferContract', { amount: 5, owner_address: OWNER, to_address: RECEIVER });
    const [readable] = block.transactions;
    const raw = { blockID: BLOCK_ID, block_header: { raw_data: { number: 7 } } };
    const odd = { txID: TX_ID, raw_data: { contract: 'a form of the future' } };
    const read = TronBlock.parse({ ...raw, transactions: [odd, readable, 7] });
    expect(read.transactions).toEqual([readable]);
    expect(read.unreadable).toEqual([TX_ID, 'without an id']);
  });
});

describe('a transfer of TRX', () => {
  const value = { amount: 10_000_000, owner_address: OWNER, to_address: RECEIVER };

  it('is a TransferContract that the chain carried out', () => {
    expect(transfersIn(blockWith('TransferContract', value))).toEqual([
      {
        txHash: TX_ID,
        logIndex: 0,
        from: tronAddressFromBytes(Buffer.from(OWNER.slice(2), 'hex')),
        to: RECEIVER_BASE58,
        units: 10_000_000n,
        blockHeight: 34_533_660,
        blockHash: BLOCK_ID,
      },
    ]);
  });

  it.each(['REVERT', 'OUT_OF_ENERGY', 'OUT_OF_TIME', 'FAILED'])('is none with contractRet %s', (result) => {
    expect(transfersIn(blockWith('TransferContract', value, result))).toEqual([]);
  });

  it('is none of TRC-10 look-alikes and other types of contract', () => {
    const token = { ...value, asset_name: '31303030303031' };
    // Pitfall: TRC-10 look-alikes, other types of contract
    expect(transfersIn(blockWith('TransferAssetContract', token))).toEqual([]);
    expect(transfersIn(blockWith('FreezeBalanceV2Contract', { owner_address: OWNER }))).toEqual([]);
  });

  it('names one whose amount cannot be read, and counts nothing of it', () => {
    for (const amount of [2 ** 53, 0, -1, '5', null]) {
      const block = blockWith('TransferContract', { ...value, amount });
      expect([transfersIn(block), isReadable(block)]).toEqual([[], false]);
    }
  });
});

describe('an internal transfer of a contract call', () => {
  it('counts like one from a wallet: coins sent by a contract never seen', () => {
    expect(CALL.transactions.every(isSuccessfulCall)).toBe(true);
    // Pitfall: coins sent by a contract are never seen
    expect(transfersIn(CALL, callInfo([internal()]))).toEqual([
      expect.objectContaining({ logIndex: 1, to: RECEIVER_BASE58, units: 12_500_000n }),
    ]);
  });

  it('is counted one by one, by its place', () => {
    const info = callInfo([internal(), internal({ callValueInfo: [{ callValue: 7 }, { callValue: 8 }] })]);
    expect(transfersIn(CALL, info).map(({ logIndex, units }) => [logIndex, units])).toEqual([
      [1, 12_500_000n],
      [2, 7n],
      [3, 8n],
    ]);
  });

  it.each([
    ['rejected', internal({ rejected: true })],
    ['of a TRC-10 token', internal({ callValueInfo: [{ callValue: 5, tokenId: '1000001' }] })],
    ['of nothing', internal({ callValueInfo: [{}] })],
  ])('is none when it is %s', (_what, one) => {
    expect(transfersIn(CALL, callInfo([one]))).toEqual([]);
  });

  it('is none of a call that the chain did not carry out', () => {
    const reverted = blockWith(
      'TriggerSmartContract',
      { owner_address: OWNER, contract_address: CONTRACT },
      'REVERT',
    );
    expect(transfersIn(reverted, callInfo([internal()], 'REVERT'))).toEqual([]);
    expect(transfersIn(CALL, callInfo([internal()], 'OUT_OF_ENERGY'))).toEqual([]);
  });

  it('refuses a call whose receipt is not there', () => {
    expect(() => transfersIn(CALL)).toThrow('has no receipt');
  });

  const noted = (note: string, change: object = {}): object =>
    internal({ note: Buffer.from(note).toString('hex'), ...change });

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
    const info = callInfo([noted(note), internal()]);
    // Pitfall: energy lent by a contract is credited
    expect(transfersIn(CALL, info).map(({ logIndex }) => logIndex)).toEqual([2]);
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
      const info = callInfo([noted(note), internal()]);
      expect(transfersIn(CALL, info).map(({ logIndex }) => logIndex)).toEqual([2]);
      expect(isReadable(CALL, info)).toBe(false);
    },
  );

  it('counts what a constructor pays', () => {
    const construction = blockWith('CreateSmartContract', { owner_address: OWNER, new_contract: {} });
    // Pitfall: coins sent by a constructor are never seen
    expect(transfersIn(construction, callInfo([internal()]))).toHaveLength(1);
  });
});
