// Goal: a transfer of nothing takes the nonce of a payment that waits, which can then never happen. Method: a real node.
import { Transaction } from 'ethers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mintTestToken, sendTestBnb } from '../local/index.ts';
import { eventually, startTestChains, type TestChains } from '../testing-node.ts';

const ONE = 10n ** 18n;
const USER = 7_011;

let chains: TestChains;
beforeAll(async () => {
  chains = await startTestChains();
});
afterAll(() => chains[Symbol.asyncDispose]());

describe('a transfer of nothing in the place of a payment', () => {
  it('is taken by a block, and the payment never', async () => {
    const { bsc, local } = chains;
    const hotWallet = bsc.deriveAddress(0);
    await sendTestBnb(local.bscUrl, hotWallet, ONE);
    await mintTestToken(local.bscUrl, hotWallet, ONE);
    await eventually(async () => ((await bsc.getBalanceUnits(hotWallet, 'USDT')) === ONE ? true : undefined));
    const [to, nonce] = [bsc.deriveAddress(USER), await bsc.getNonce(0)];
    const payment = await bsc.signTransfer({ fromIndex: 0, currency: 'USDT', to, units: ONE, nonce });
    const nothing = await bsc.signVoid(payment, { fromIndex: 0, subject: 'wdr_1/void' });
    expect(nothing).toMatchObject({ sender: hotWallet, nonce });
    const sent = Transaction.from(nothing.raw);
    expect([sent.from, sent.to, sent.value, sent.data]).toEqual([hotWallet, hotWallet, 0n, '0x']);
    const fees = [payment, nothing].map(({ raw }) => Transaction.from(raw).maxFeePerGas ?? 0n);
    expect(8n * (fees[1] ?? 0n)).toBeGreaterThanOrEqual(9n * (fees[0] ?? 0n));
    // Between two blocks: one that comes in between would take the payment.
    const { height } = await bsc.getHead();
    await sendTestBnb(local.bscUrl, bsc.deriveAddress(USER), 1n);
    await eventually(async () => ((await bsc.getHead()).height > height ? true : undefined));
    for (const { raw } of [payment, nothing]) await bsc.broadcast(raw);
    const proof = await eventually(() => bsc.findDropProof([payment]));
    expect(proof).toMatchObject({ txHash: nothing.txHash });
    expect(await bsc.getOutcome(nothing.txHash)).toMatchObject({ status: 'mined', succeeded: true });
    expect(await bsc.getBalanceUnits(to, 'USDT')).toBe(0n);
  });

  it('is signed by the address of the payment alone', async () => {
    const { bsc } = chains;
    const intent = { fromIndex: 0, currency: 'BNB', to: bsc.deriveAddress(USER), units: 1n } as const;
    const payment = await bsc.signTransfer({ ...intent, nonce: await bsc.getNonce(0) });
    await expect(bsc.signVoid(payment, { fromIndex: 1, subject: 'wdr_1/void' })).rejects.toThrow(
      'Another address signed this transaction.',
    );
  });
});
