// Goal: the adapter reads what public TRON nodes answer, for NETWORK=testnet, where none can be reached from a test.
// Method: bodies as TRON's documentation shows them (tronprotocol.github.io/documentation-en/api/http and developers.tron.network);
// those of Nile's block 66987565 are of the live network. Shortened only where a comment says so.
import { TronWeb } from 'tronweb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMnemonic, deriveKeys } from '../keys/index.ts';
import { type RecordedNode, startRecordedNode } from '../testing-recorded.ts';
import { TronChain } from './index.ts';
import { encodeTransfer, makeTransaction } from './testing-blocks.ts';

const NILE_GENESIS = '0000000000000000d698d4192c56cb6be724a558448e2684802de4d6cd8690dc';
const HEIGHT = 66_987_565;
const FEE_SUN = 267_000;
const UNKNOWN = 'ab'.repeat(32);
const ACCOUNT = 'TZ4UXDV5ZhNW7fb2AMSbgfAEZ7hWsnYS2g';
const BROKEN = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

const BLOCK = {
  blockID: '0000000003fe262d52bfa4b2814f816fd2e57af5b98a33d60d8630a03a908e0e',
  block_header: {
    raw_data: {
      number: HEIGHT,
      txTrieRoot: 'faf8fe3858339ead25cc892461c82a59b84dca4a51c45b026676bf3f45a352a2',
      witness_address: '41b2f713d57dbcec679d93a8849fa0cd0e4db594ba',
      parentHash: '0000000003fe262c85cd6b02033f4c3e5c1efa35de256a17bd906dc61fb1aeed',
      version: 34,
      timestamp: 1_777_445_121_000,
    },
    witness_signature:
      '5b3cf6cb15d52947989f7726f4907a144b39ccd667a1a0f98707b40cdfe65b96173ddf34ae8dcc5e78f136e0cf903a15c7128984aa2191f02333209d1879d3f900',
  },
};

const BLACK_HOLE = 'TDPJULRzVtzVjnBmZvfaTcTNQ2tsVi6XxQ';
const BLACK_HOLE_HEX = TronWeb.address.toHex(BLACK_HOLE).toLowerCase();

const TRANSACTION = makeTransaction(
  'TransferContract',
  encodeTransfer(
    '41dd791d6b49e190062d650e6a23c575510d35f2f9',
    '41fd49eda0f23ff7ec1d03b52c3a45991c24cd440e',
    1_000_000n,
  ),
);
const TX_ID = TRANSACTION.txID;

/** A transfer beyond the free bandwidth: 267 bytes at 1,000 sun. */
const INFO = {
  id: TX_ID,
  fee: FEE_SUN,
  blockNumber: HEIGHT,
  blockTimeStamp: 1_777_445_121_000,
  contractResult: [''],
  receipt: { net_fee: FEE_SUN },
};

/** Permissions, votes and frozen amounts of the documented answer; what TRON adds must not disturb. */
const ACCOUNT_BODY = {
  address: '41fd49eda0f23ff7ec1d03b52c3a45991c24cd440e',
  balance: 4_300_000_123,
  create_time: 1_575_710_531_000,
  latest_opration_time: 1_644_918_408_000,
  free_net_usage: 267,
  latest_consume_free_time: 1_644_918_408_000,
  net_window_size: 28_800,
  net_window_optimized: true,
  account_resource: { energy_window_size: 28_800, energy_window_optimized: true },
  owner_permission: {
    permission_name: 'owner',
    threshold: 1,
    keys: [{ address: '41fd49eda0f23ff7ec1d03b52c3a45991c24cd440e', weight: 1 }],
  },
  frozenV2: [{}, { type: 'ENERGY' }, { type: 'TRON_POWER' }],
  asset_optimized: true,
};

const PARAMETERS = {
  chainParameter: [
    { key: 'getMaintenanceTimeInterval', value: 21_600_000 },
    { key: 'getCreateAccountFee', value: 100_000 },
    { key: 'getTransactionFee', value: 1_000 },
    { key: 'getCreateNewAccountFeeInSystemContract', value: 1_000_000 },
    // Zero is left out, as everywhere in java-tron's JSON.
    { key: 'getAllowUpdateAccountName' },
  ],
};

const EXCEPTION = { Error: 'class java.lang.NullPointerException : null' };

function reply(path: string, body: unknown): unknown {
  const request = JSON.stringify(body ?? {});
  const isKnown = request.includes(TX_ID);
  switch (path.replace(/^\/(wallet|walletsolidity)\//, '')) {
    case 'getblockbynum':
      return request.includes(String(HEIGHT))
        ? { ...BLOCK, transactions: [TRANSACTION] }
        : { ...BLOCK, blockID: NILE_GENESIS };
    case 'getnowblock':
      return BLOCK;
    case 'getblockbylimitnext':
      return request.includes(String(HEIGHT)) ? { block: [{ ...BLOCK, transactions: [TRANSACTION] }] } : {};
    case 'gettransactionbyid':
      return isKnown ? TRANSACTION : {};
    case 'gettransactioninfobyid':
      return isKnown ? INFO : {};
    case 'getaccount':
      if (request.includes('a614f803b6fd780986a42c78ec9c7f77e6ded13c')) return EXCEPTION;
      if (request.includes(BLACK_HOLE_HEX)) return { address: BLACK_HOLE_HEX, balance: -(2 ** 63) };
      return request.includes('41fd49eda0f23ff7ec1d03b52c3a45991c24cd440e') ? ACCOUNT_BODY : {};
    case 'getaccountnet':
      return {
        freeNetUsed: 559,
        freeNetLimit: 600,
        TotalNetLimit: 43_200_000_000,
        TotalNetWeight: 26_842_545_122,
      };
    case 'getchainparameters':
      return PARAMETERS;
    case 'broadcasttransaction':
      return {
        code: 'SIGERROR',
        txid: TX_ID,
        message: Buffer.from('Validate signature error: miss sig or weight').toString('hex'),
      };
    default:
      return undefined;
  }
}

let node: RecordedNode;
let chain: TronChain;
beforeAll(async () => {
  node = await startRecordedNode(reply);
  const keys = deriveKeys(createMnemonic()).TRON;
  chain = new TronChain({ network: 'testnet', rpcUrl: node.url, keys });
});
afterAll(() => node[Symbol.asyncDispose]());

describe('the TRON adapter, on recorded answers of public nodes', () => {
  it('knows Nile by its first block', async () => {
    await expect(chain.assertAllowedNetwork()).resolves.toBeUndefined();
  });

  it('reads head, blocks and the transfers in them', async () => {
    expect(await chain.getHead()).toEqual({
      height: HEIGHT,
      finalizedHeight: HEIGHT,
      isAgreed: true,
      isFinalityStalled: false,
      timeMs: 1_777_445_121_000,
      finalTimeMs: 1_777_445_121_000,
    });
    const page = await chain.readBlocks({ from: HEIGHT, to: HEIGHT });
    expect(page?.last).toEqual({
      height: HEIGHT,
      hash: BLOCK.blockID,
      parentHash: BLOCK.block_header.raw_data.parentHash,
    });
    expect(page?.transfers).toMatchObject([
      { txHash: TX_ID, to: ACCOUNT, units: 1_000_000n, entry: 'transfer' },
    ]);
    expect(await chain.readBlocks({ from: 5, to: 9 })).toBeUndefined();
  });

  it('reads what became of a transaction, and of one that no one knows', async () => {
    expect(await chain.getOutcome(TX_ID)).toEqual({
      status: 'mined',
      blockHeight: HEIGHT,
      isFinal: true,
      succeeded: true,
      feeCurrency: 'TRX',
      feeUnits: BigInt(FEE_SUN),
    });
    expect(await chain.getOutcome(UNKNOWN)).toEqual({ status: 'unknown' });
    expect(await chain.listFinalTransfers(TX_ID)).toMatchObject([{ units: 1_000_000n }]);
  });

  it('reads balances and prices', async () => {
    expect(await chain.getBalanceUnits(ACCOUNT, 'TRX')).toBe(4_300_000_123n);
    expect(await chain.getBalanceUnits(chain.deriveAddress(5), 'TRX')).toBe(0n);
    const intent = { fromIndex: 0, currency: 'TRX', units: 5n } as const;
    expect(await chain.quoteSend({ ...intent, to: chain.deriveAddress(5) })).toMatchObject({
      feeMaxUnits: 1_100_000n,
      opensAccount: true,
    });
    // An account of the first block that holds less than nothing, as java-tron answers for it.
    expect(await chain.quoteSend({ ...intent, to: BLACK_HOLE })).toMatchObject({ opensAccount: false });
    expect(await chain.quoteSend({ ...intent, to: ACCOUNT })).toMatchObject({
      feeMaxUnits: 300_000n,
      opensAccount: false,
    });
  });

  it('takes an exception of the node for an error, never for an empty account', async () => {
    // Pitfall: an exception of the node is read as an empty account
    await expect(chain.getBalanceUnits(BROKEN, 'TRX')).rejects.toThrow('NullPointerException');
  });

  it('signs over a reference block and returns the refusal of a broadcast as it is', async () => {
    const signed = await chain.signTransfer({
      fromIndex: 0,
      currency: 'TRX',
      to: ACCOUNT,
      units: 5n,
    });
    // Pitfall: the reference block is on no chain any more (tronprotocol/java-tron#3198)
    expect(JSON.parse(signed.raw).raw_data).toMatchObject({
      ref_block_bytes: BLOCK.blockID.slice(12, 16),
      ref_block_hash: BLOCK.blockID.slice(16, 32),
    });
    expect(await chain.broadcast(signed.raw)).toContain('SIGERROR');
  });
});
