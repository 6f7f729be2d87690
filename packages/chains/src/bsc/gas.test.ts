// Goal: no estimate of a node makes a payment that costs its fee for nothing, or that no block takes. Method: a real node whose estimate is replaced.
import { JsonRpcProvider, Transaction } from 'ethers';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { mintTestToken, sendTestBnb } from '../local/index.ts';
import { eventually, startTestChains, type TestChains } from '../testing-node.ts';

const ONE = 10n ** 18n;
const TO = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

let chains: TestChains;
beforeAll(async () => {
  chains = await startTestChains();
  const { bsc, local } = chains;
  await sendTestBnb(local.bscUrl, bsc.deriveAddress(0), ONE);
  await mintTestToken(local.bscUrl, bsc.deriveAddress(0), ONE);
  await eventually(async () =>
    (await bsc.getBalanceUnits(bsc.deriveAddress(0), 'USDT')) === ONE ? true : undefined,
  );
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => chains[Symbol.asyncDispose]());

const estimate = (gas: bigint) => vi.spyOn(JsonRpcProvider.prototype, 'estimateGas').mockResolvedValue(gas);
const pay = async (currency: 'USDT' | 'BNB') =>
  chains.bsc.signTransfer({ fromIndex: 0, currency, to: TO, units: 1n, nonce: await chains.bsc.getNonce(0) });

describe('the gas limit of a transfer', () => {
  it('is at least what a transfer of a token takes, whatever a node estimates', async () => {
    estimate(21_000n);
    const { raw } = await pay('USDT');
    expect(Transaction.from(raw).gasLimit).toBeGreaterThanOrEqual(60_000n);
    estimate(1n);
    expect(Transaction.from((await pay('BNB')).raw).gasLimit).toBe(21_000n);
  });

  it('is refused where a node estimates more than any transfer takes', async () => {
    estimate(150_000_000n);
    await expect(pay('USDT')).rejects.toThrow('more than a transfer ever takes. Nothing was signed.');
  });

  it('has room above an estimate that may be right', async () => {
    estimate(100_000n);
    expect(Transaction.from((await pay('USDT')).raw).gasLimit).toBe(130_000n);
  });
});
