// Goal: a payment counts as failed only where the node says so: what it leaves out is no answer, for a second answer may come from another machine.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMnemonic, deriveKeys } from '../keys/index.ts';
import { type RecordedNode, startRecordedNode } from '../testing-recorded.ts';
import { TronChain } from './index.ts';

const TX_ID = '7'.repeat(64);
const INFO = { id: TX_ID, fee: 268_000, blockNumber: 7, receipt: {} };
const TRANSACTION = { txID: TX_ID, ret: [{ contractRet: 'SUCCESS' }] };

let node: RecordedNode;
let chain: TronChain;
let transaction: object;
let info: object;
beforeAll(async () => {
  node = await startRecordedNode((path) => (path.endsWith('gettransactioninfobyid') ? info : transaction));
  chain = new TronChain({ network: 'testnet', rpcUrl: node.url, keys: deriveKeys(createMnemonic()).TRON });
});
afterAll(() => node[Symbol.asyncDispose]());

describe('the outcome of a transaction', () => {
  it.each([
    ['no transaction', {}],
    ['another transaction', { ...TRANSACTION, txID: '8'.repeat(64) }],
    ['a transaction without a result', { txID: TX_ID }],
    ['a transaction with an empty result', { txID: TX_ID, ret: [{}] }],
  ])('is unknown where the node has a receipt and %s', async (_what, told) => {
    info = INFO;
    transaction = told;
    // Pitfall: one machine behind an address knows a transaction, and another one does not
    await expect(chain.getOutcome(TX_ID)).rejects.toThrow('It is asked again.');
  });

  it.each([
    ['SUCCESS', INFO, true],
    ['REVERT', INFO, false],
    ['SUCCESS', { ...INFO, result: 'FAILED' }, false],
  ])('is what %s says', async (contractRet, told, succeeded) => {
    info = told;
    transaction = { ...TRANSACTION, ret: [{ contractRet }] };
    expect(await chain.getOutcome(TX_ID)).toMatchObject({ status: 'mined', isFinal: true, succeeded });
  });
});
