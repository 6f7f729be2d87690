// Goal: code that was written for a real node cannot tell this one from it.
// Method: tronweb as a wallet uses it, and plain requests in the form of java-tron's documentation; the clock is the test's own.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TronWeb } from 'tronweb';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { PAYER_CONTRACT } from './index.ts';
import { HOUR_MS, LAG, NodeUnderTest, OWNER, RECEIVER } from './testing.ts';

function getNumber(block: unknown): number {
  const Header = z.object({ raw_data: z.object({ number: z.number().default(0) }) });
  return z.object({ block_header: Header }).parse(block).block_header.raw_data.number;
}

describe('a broadcast', () => {
  it('is answered with the id, once; the second time it is a duplicate, in the pool and in a block', async () => {
    await using node = await NodeUnderTest.start();
    const transaction = await node.transfer(5);
    expect(await node.broadcast(transaction)).toEqual({ result: true, txid: transaction.txID });
    for (const blocks of [0, 1]) {
      node.mine(blocks);
      expect(await node.broadcast(transaction)).toMatchObject({ code: 'DUP_TRANSACTION_ERROR' });
    }
  });

  it('takes the bytes that the JSON says, not those that were sent along', async () => {
    await using node = await NodeUnderTest.start();
    const changed = structuredClone(await node.transfer(5));
    const value = changed.raw_data.contract[0]?.parameter.value;
    if (value !== undefined && 'amount' in value) value.amount = 6;
    expect(await node.broadcast(changed)).toMatchObject({ code: 'SIGERROR' });
    const { raw_data, signature } = await node.transfer(5);
    expect(await node.broadcast({ raw_data, signature, raw_data_hex: 'ffff' })).toMatchObject({
      result: true,
    });
  });

  it.each([
    ['another signature', (hex: string) => hex.replace(/^../, '00')],
    ['half a signature', (hex: string) => hex.slice(0, 64)],
  ])('is a SIGERROR with %s', async (_name, spoil) => {
    await using node = await NodeUnderTest.start();
    const good = await node.transfer(5);
    const spoilt = { ...good, signature: [spoil(good.signature[0] ?? '')] };
    expect(await node.broadcast(spoilt)).toMatchObject({ code: 'SIGERROR' });
  });

  it('is the same transaction with addresses in base58, and is refused in words instead of hex', async () => {
    await using node = await NodeUnderTest.start();
    const hex = await node.transfer(5);
    const visible = structuredClone(hex);
    const value = visible.raw_data.contract[0]?.parameter.value;
    if (value !== undefined && 'to_address' in value) {
      value.owner_address = OWNER;
      value.to_address = RECEIVER;
    }
    expect(await node.broadcast({ ...visible, visible: true })).toEqual({ result: true, txid: hex.txID });
    const again = await node.broadcast({ ...visible, visible: true });
    expect(again).toMatchObject({ code: 'DUP_TRANSACTION_ERROR', message: 'Dup transaction.' });
    const { message } = await node.broadcast(hex);
    expect(Buffer.from(String(message), 'hex').toString()).toBe('Dup transaction.');
  });

  it('names a block of this chain, and is not late: TAPOS_ERROR, TRANSACTION_EXPIRATION_ERROR', async () => {
    await using node = await NodeUnderTest.start();
    node.mine();
    const { timestamp } = z
      .object({ block_header: z.object({ raw_data: z.object({ timestamp: z.number() }) }) })
      .parse(await node.ask('/wallet/getnowblock')).block_header.raw_data;
    const foreign = await node.tronWeb.transactionBuilder.sendTrx(RECEIVER, 5, OWNER, {
      blockHeader: {
        ref_block_bytes: '0000',
        ref_block_hash: '0011223344556677',
        timestamp,
        expiration: timestamp + 60_000,
      },
    });
    expect(await node.broadcast(await node.tronWeb.trx.sign(foreign))).toMatchObject({ code: 'TAPOS_ERROR' });
    const late = await node.transfer(5);
    node.mine(1, HOUR_MS);
    expect(await node.broadcast(late)).toMatchObject({ code: 'TRANSACTION_EXPIRATION_ERROR' });
  });

  it.each([
    ['more than there is', 9_000_000_000_000_000, RECEIVER],
    ['to oneself', 5, OWNER],
  ])('is a CONTRACT_VALIDATE_ERROR and changes nothing: %s', async (_name, amount, to) => {
    await using node = await NodeUnderTest.start();
    const before = await node.balance(OWNER);
    const unsigned = await node.tronWeb.transactionBuilder.sendTrx(RECEIVER, amount, OWNER);
    const value = unsigned.raw_data.contract[0]?.parameter.value;
    // tronweb itself would not build it.
    if (value !== undefined && 'to_address' in value) value.to_address = TronWeb.address.toHex(to);
    const rebuilt = await node.tronWeb.transactionBuilder.newTxID(unsigned, { txLocal: true });
    expect(await node.broadcast(await node.tronWeb.trx.sign(rebuilt))).toMatchObject({
      code: 'CONTRACT_VALIDATE_ERROR',
    });
    node.mine();
    expect(await node.balance(OWNER)).toBe(before);
  });
});

describe('a fee', () => {
  it('opens an account for 1.1 TRX, then is free bandwidth, then is burnt, and is free again a day later', async () => {
    await using node = await NodeUnderTest.start();
    const getFee = async (amount: number): Promise<unknown> => {
      const transaction = await node.transfer(amount);
      await node.broadcast(transaction);
      node.mine();
      return (await node.ask('/wallet/gettransactioninfobyid', { value: transaction.txID }))['fee'] ?? 0;
    };
    expect([await getFee(1), await getFee(2), await getFee(3)]).toEqual([1_100_000, 0, 0]);
    // Pitfall: bandwidth is used up
    expect(await getFee(4)).toBeGreaterThan(200_000);
    node.mine(1, 24 * HOUR_MS);
    expect(await getFee(5)).toBe(0);
  });

  it('is taken for a call whether it succeeds, reverts or runs out of energy', async () => {
    await using node = await NodeUnderTest.start();
    const outcomes: unknown[] = [];
    for (const [callValue, amount, feeLimit] of [
      [7, 7, 10_000_000],
      [7, 8, 10_000_000],
      [7, 7, 100],
    ] as const) {
      const transaction = await node.call(callValue, amount, feeLimit);
      expect(await node.broadcast(transaction)).toMatchObject({ result: true });
      node.mine();
      const value = transaction.txID;
      const { ret } = await node.ask('/wallet/gettransactionbyid', { value });
      const { receipt, result, fee, internal_transactions } = await node.ask(
        '/wallet/gettransactioninfobyid',
        { value },
      );
      expect(fee).toBeGreaterThan(0);
      outcomes.push({ ret, result, receipt, internal_transactions });
    }
    expect(outcomes).toMatchObject([
      {
        ret: [{ contractRet: 'SUCCESS' }],
        result: undefined,
        receipt: { result: 'SUCCESS' },
        internal_transactions: [
          {
            caller_address: PAYER_CONTRACT,
            transferTo_address: TronWeb.address.toHex(RECEIVER),
            callValueInfo: [{ callValue: 7 }],
          },
        ],
      },
      { ret: [{ contractRet: 'REVERT' }], result: 'FAILED', internal_transactions: undefined },
      { ret: [{ contractRet: 'OUT_OF_ENERGY' }], result: 'FAILED', receipt: { energy_fee: 100 } },
    ]);
    expect(await node.balance(RECEIVER)).toBe(7);
  });
});

describe('the solidified chain', () => {
  it('lags behind the newest, in blocks, transactions and balances', async () => {
    await using node = await NodeUnderTest.start();
    const transaction = await node.transfer(9);
    await node.broadcast(transaction);
    const value = transaction.txID;
    const seen = async (api: string) => [
      Object.keys(await node.ask(`/${api}/gettransactioninfobyid`, { value })).length > 0,
      await node.balance(RECEIVER, api),
    ];
    // Accounts have what waits already, on the newest chain alone.
    expect([await seen('wallet'), await seen('walletsolidity')]).toEqual([
      [false, 9],
      [false, 0],
    ]);
    node.mine();
    expect([await seen('wallet'), await seen('walletsolidity')]).toEqual([
      [true, 9],
      [false, 0],
    ]);
    node.mine(LAG);
    expect(await seen('walletsolidity')).toEqual([true, 9]);
  });

  it('is left alone by a fork that is not too deep; what the fork does not keep has never been', async () => {
    await using node = await NodeUnderTest.start();
    // They name a block that the fork does not replace; otherwise it would refuse them.
    const [kept, lost] = [await node.transfer(1), await node.transfer(2)];
    node.mine(2);
    for (const transaction of [kept, lost]) await node.broadcast(transaction);
    node.mine();
    const before = await node.ask('/walletsolidity/getnowblock');
    node.node.switchFork(2, (txID) => txID === kept.txID);
    expect(await node.balance(RECEIVER)).toBe(1);
    expect(await node.ask('/wallet/gettransactionbyid', { value: lost.txID })).toEqual({});
    const num = getNumber(before);
    expect(await node.ask('/wallet/getblockbynum', { num })).toEqual(before);
  });
});

describe('an answer', () => {
  it('is empty for what is not there', async () => {
    await using node = await NodeUnderTest.start();
    const value = 'ab'.repeat(32);
    for (const [path, body] of [
      ['/wallet/gettransactionbyid', { value }],
      ['/wallet/gettransactioninfobyid', { value }],
      ['/wallet/getaccount', { address: RECEIVER, visible: true }],
      ['/wallet/getblockbynum', { num: 1_000 }],
      ['/wallet/getblockbylimitnext', { startNum: 0, endNum: 101 }],
      ['/wallet/getblockbylimitnext', { startNum: 5, endNum: 5 }],
      ['/wallet/getblock', { id_or_num: value }],
    ] as const)
      expect([path, await node.ask(path, body)]).toEqual([path, {}]);
  });

  it('shows addresses in base58 on request, and blocks without their transactions', async () => {
    await using node = await NodeUnderTest.start();
    await node.broadcast(await node.transfer(1));
    node.mine();
    const addresses = async (visible: boolean) =>
      JSON.stringify(await node.ask('/wallet/getnowblock', { visible })).includes(RECEIVER);
    expect([await addresses(true), await addresses(false)]).toEqual([true, false]);
    expect(await node.ask('/wallet/getblock', { detail: false })).not.toHaveProperty('transactions');
    expect(await node.ask('/wallet/getblock', { detail: true })).toHaveProperty('transactions');
  });

  it('names the exception for a body that is no JSON, with status 200', async () => {
    await using node = await NodeUnderTest.start();
    const response = await fetch(`${node.node.url}/wallet/getnowblock`, { method: 'POST', body: '{' });
    expect(response.status).toBe(200);
    expect(await response.json()).toHaveProperty(
      'Error',
      expect.stringMatching(/^class java\.lang\.Exception : /),
    );
  });
});

describe('a kept chain', () => {
  it('goes on after a restart, and drops the half of a line that a crash left', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tron-node-'));
    const file = join(folder, 'blocks.jsonl');
    const ids: unknown[] = [];
    const run = async (amount: number): Promise<void> => {
      await using node = await NodeUnderTest.start(file);
      await node.broadcast(await node.transfer(amount));
      await node.broadcast(await node.call(1, 1));
      node.mine();
      ids.push(
        (await node.ask('/wallet/getblockbynum', { num: 1 }))['blockID'],
        await node.balance(RECEIVER),
      );
    };
    await run(3);
    writeFileSync(file, '{"timestamp":1,"trans', { flag: 'a' });
    await run(4);
    expect(ids).toEqual([ids[0], 4, ids[0], 9]);
    for (const line of readFileSync(file, 'utf8').trim().split('\n'))
      expect(() => JSON.parse(line)).not.toThrow();
    rmSync(folder, { recursive: true });
  });
});
