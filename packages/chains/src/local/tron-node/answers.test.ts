// Goal: what waits, what is refused and what is not there is answered as java-tron answers it.
// Method: tronweb as a wallet uses it, and plain requests; the words are those that a private java-tron 4.8 gave.
import { TronWeb } from 'tronweb';
import { describe, expect, it } from 'vitest';
import { PAYER_CONTRACT } from './index.ts';
import { HOUR_MS, NodeUnderTest } from './testing.ts';

describe('a transaction that waits for a block', () => {
  it('is known by its id, on the newest chain and in the list of what waits', async () => {
    await using node = await NodeUnderTest.start();
    const { txID: value, ...transaction } = await node.transfer(9);
    await node.broadcast(transaction);
    expect(await node.ask('/wallet/gettransactionbyid', { value })).toMatchObject({ txID: value });
    expect(await node.ask('/walletsolidity/gettransactionbyid', { value })).toEqual({});
    expect(await node.ask('/wallet/gettransactionlistfrompending')).toEqual({ txId: [value] });
    expect(await node.ask('/wallet/getpendingsize')).toEqual({ pendingSize: 1 });
    node.mine();
    expect(await node.ask('/wallet/gettransactionlistfrompending')).toEqual({ txId: [] });
  });
});

describe('a refusal', () => {
  it('names what java-tron looks at first: the time, then the signature, the block, and whether it is known', async () => {
    await using node = await NodeUnderTest.start();
    node.mine();
    const good = await node.transfer(5);
    await node.broadcast(good);
    const words = async (transaction: object) =>
      (await node.broadcast({ ...transaction, visible: true }))['message'];
    const badlySigned = { ...good, signature: ['11'.repeat(65)] };
    expect(await words(good)).toBe('Dup transaction.');
    expect(await words(badlySigned)).toContain('Validate signature error');
    expect(await words({ ...good, signature: [] })).toContain('Validate signature error');
    expect(await words({ ...good, raw_data: undefined })).toBe('Contract validate error : No contract!');
    node.mine(1, HOUR_MS);
    expect(await words(badlySigned)).toBe('Transaction expired');
  });

  it('meets coins for a contract', async () => {
    await using node = await NodeUnderTest.start();
    const sent = await node.broadcast(
      await node.transfer(5, String(TronWeb.address.fromHex(PAYER_CONTRACT))),
    );
    expect(sent).toMatchObject({ code: 'CONTRACT_VALIDATE_ERROR' });
  });
});

describe('what is not there', () => {
  it('is an empty list of blocks and receipts above the head, and an error for what is no number or hash', async () => {
    await using node = await NodeUnderTest.start();
    expect(await node.ask('/wallet/getblockbylimitnext', { startNum: 900, endNum: 901 })).toEqual({
      block: [],
    });
    const receipts = await fetch(`${node.node.url}/wallet/gettransactioninfobyblocknum`, {
      method: 'POST',
      body: JSON.stringify({ num: 900 }),
    });
    expect(await receipts.json()).toEqual([]);
    expect(receipts.headers.get('content-type')).toBe('application/json;charset=utf-8');
    for (const [path, body] of [
      ['/wallet/getblockbynum', { num: 'abc' }],
      ['/wallet/gettransactionbyid', { value: 'xyz' }],
    ] as const)
      expect(await node.ask(path, body)).toEqual({ Error: expect.stringContaining('class java') });
  });
});
