// Goal: both adapters keep the promises of the Chain interface against real nodes: anvil, and the TRON development node.
import { Transaction } from 'ethers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Chain, TransactionOutcome } from './chain.ts';
import {
  mintTestToken,
  sendFakeToken,
  sendTestBnb,
  sendTestTrx,
  sendTestTrxByContract,
} from './local/index.ts';
import { eventually, startTestChains, type TestChains } from './testing-node.ts';

interface Subject {
  readonly chain: Chain;
  /** One coin in the chain's units. */
  readonly one: bigint;
  fund(address: string, units: bigint): Promise<string>;
}

let chains: TestChains;
beforeAll(async () => {
  chains = await startTestChains();
});
afterAll(() => chains[Symbol.asyncDispose]());

const SUBJECTS: Readonly<Record<'BSC' | 'TRON', () => Subject>> = {
  BSC: () => ({
    chain: chains.bsc,
    one: 10n ** 18n,
    fund: (address, units) => mintTestToken(chains.local.bscUrl, address, units),
  }),
  TRON: () => ({
    chain: chains.tron,
    one: 10n ** 6n,
    fund: (address, units) => sendTestTrx(chains.local.tronUrl, address, units),
  }),
};

/** The sender and the currency of what the hot wallet sends. */
function hotWallet({ currency }: Chain): { fromIndex: number; currency: Chain['currency'] } {
  return { fromIndex: 0, currency };
}

async function finalOutcome(
  chain: Chain,
  txHash: string,
): Promise<Extract<TransactionOutcome, { isFinal: true }>> {
  return eventually(async () => {
    const outcome = await chain.getOutcome(txHash);
    return outcome.status === 'mined' && outcome.isFinal ? outcome : undefined;
  });
}

describe.each(['BSC', 'TRON'] as const)('the %s adapter', (network) => {
  it('is on an allowed network', async () => {
    await expect(SUBJECTS[network]().chain.assertAllowedNetwork()).resolves.toBeUndefined();
  });

  it('links each block to the one before it', async () => {
    const { chain } = SUBJECTS[network]();
    const { height } = await eventually(async () => {
      const head = await chain.getHead();
      return head.height >= 2 ? head : undefined;
    });
    const block = await chain.findBlock(height);
    expect(block?.height).toBe(height);
    expect(block?.parentHash).toBe((await chain.findBlock(height - 1))?.hash);
    expect(await chain.findBlock(height + 1_000)).toBeUndefined();
  });

  it('finds a transfer to a watched address, first in a block and then in the final chain', async () => {
    const { chain, one, fund } = SUBJECTS[network]();
    const address = chain.deriveAddress(1);
    const txHash = await fund(address, 3n * one + 1n);
    const from = 1;
    const seen = await eventually(async () => {
      const { height } = await chain.getHead();
      const page = await chain.readBlocks({ from, to: height });
      return page?.transfers.find(({ to }) => to === address);
    });
    expect(seen).toMatchObject({ txHash, to: address, units: 3n * one + 1n });
    const final = await eventually(async () => {
      const [transfer] = (await chain.listFinalTransfers(seen.txHash)) ?? [];
      return transfer;
    });
    expect(final).toEqual(seen);
    expect(await chain.getBalanceUnits(address, chain.currency)).toBe(3n * one + 1n);
  });

  it('reads blocks in a row, or nothing when it has not all of them', async () => {
    const { chain } = SUBJECTS[network]();
    const { height } = await eventually(async () => {
      const head = await chain.getHead();
      return head.height >= 4 ? head : undefined;
    });
    const page = await chain.readBlocks({ from: 2, to: height });
    // All of it is proved by headers, on both networks.
    expect(page?.unproved).toBe(0);
    expect(page?.first).toEqual(await chain.findBlock(2));
    expect(page?.last).toEqual(await chain.findBlock(height));
    expect(await chain.readBlocks({ from: 2, to: height + 1_000 })).toBeUndefined();
  });

  it('confirms a transfer that it signed and sent, and the same bytes twice pay once', async () => {
    const { chain, one, fund } = SUBJECTS[network]();
    await fund(chain.deriveAddress(0), 100n * one);
    if (network === 'BSC') await sendTestBnb(chains.local.bscUrl, chain.deriveAddress(0), 10n ** 18n);
    const to = chain.deriveAddress(7_000);
    await eventually(async () => {
      const quote = await chain.quoteSend({ ...hotWallet(chain), to, units: one });
      return quote.senderUnits >= one && quote.senderFeeUnits > 0n && quote.feeMaxUnits > 0n
        ? quote
        : undefined;
    });
    const signed = await chain.signTransfer({
      ...hotWallet(chain),
      to,
      units: one,
      nonce: await chain.getNonce(0),
    });
    expect(await chain.getOutcome(signed.txHash)).toEqual({ status: 'unknown' });
    await chain.broadcast(signed.raw);
    const second = await chain.broadcast(signed.raw);
    // A block may have taken the first one meanwhile.
    expect(second).toMatch(network === 'BSC' ? /already|nonce too low/ : /DUP_TRANSACTION_ERROR/);
    const outcome = await finalOutcome(chain, signed.txHash);
    expect(outcome.succeeded).toBe(true);
    expect(outcome.feeUnits).toBeGreaterThan(0n);
    expect(await chain.getBalanceUnits(to, chain.currency)).toBe(one);
    expect(await chain.findDropProof([signed])).toBeUndefined();
  });

  it('reports what became of anyone’s transaction', async () => {
    const { chain, one, fund } = SUBJECTS[network]();
    const to = chain.deriveAddress(7_009);
    const txHash = await fund(to, 3n * one);
    const report = await eventually(async () => {
      const found = await chain.reportTransaction(txHash);
      return found.status === 'mined' && found.isFinal ? found : undefined;
    });
    expect(report).toMatchObject({ succeeded: true, movesOthers: false });
    expect(report.transfers).toEqual([expect.objectContaining({ to, units: 3n * one, txHash })]);
    const nobodys = network === 'BSC' ? `0x${'ab'.repeat(32)}` : 'ab'.repeat(32);
    expect(await chain.reportTransaction(nobodys)).toEqual({ status: 'unknown' });
  });

  it('signs the same bytes for the same transfer of the same moment', async () => {
    const { chain, one } = SUBJECTS[network]();
    const nonce = await chain.getNonce(0);
    const signed = await chain.signTransfer({
      ...hotWallet(chain),
      to: chain.deriveAddress(7_001),
      units: one,
      nonce,
    });
    expect(signed.sender).toBe(chain.deriveAddress(0));
    expect(signed.nonce).toBe(nonce);
    expect(signed.txHash).toMatch(network === 'BSC' ? /^0x[0-9a-f]{64}$/ : /^[0-9a-f]{64}$/);
  });
});

describe.each(['BSC', 'TRON'] as const)('the %s adapter', (network) => {
  it('signs no transfer of nothing, and none to oneself', async () => {
    const { chain, one } = SUBJECTS[network]();
    const nonce = await chain.getNonce(0);
    const [own, other] = [chain.deriveAddress(0), chain.deriveAddress(7_020)];
    // Pitfall: nothing, or to oneself: CONTRACT_VALIDATE_ERROR
    for (const [to, units] of [
      [own, one],
      [other, 0n],
      [other, -1n],
    ] as const)
      await expect(chain.signTransfer({ ...hotWallet(chain), to, units, nonce })).rejects.toThrow(RangeError);
  });

  it('says before it is signed whether a transfer opens an account, and what that costs', async () => {
    const { chain, one, fund } = SUBJECTS[network]();
    const to = chain.deriveAddress(7_021);
    const intent = { ...hotWallet(chain), to, units: one };
    const before = await chain.quoteSend(intent);
    // Pitfall: the receiver's account is not open yet
    expect(before.opensAccount).toBe(network === 'TRON');
    if (network === 'TRON') expect(before.feeMaxUnits).toBe(1_100_000n);
    await fund(to, one);
    await eventually(async () => ((await chain.quoteSend(intent)).opensAccount ? undefined : true));
  });
});

describe('proof that a transfer cannot happen any more', () => {
  it('is on BSC a nonce that another final transaction has used', async () => {
    const { chain, one } = SUBJECTS.BSC();
    const nonce = await chain.getNonce(0);
    const lost = await chain.signTransfer({
      ...hotWallet(chain),
      to: chain.deriveAddress(7_002),
      units: one,
      nonce,
    });
    const winner = await chain.signTransfer({
      ...hotWallet(chain),
      to: chain.deriveAddress(7_003),
      units: 2n * one,
      nonce,
    });
    expect(await chain.findDropProof([lost])).toBeUndefined();
    await chain.broadcast(winner.raw);
    await finalOutcome(chain, winner.txHash);
    expect(await chain.findDropProof([lost])).toMatchObject({ nonce });
    expect(await chain.findDropProof([lost, winner])).toBeUndefined();
  });

  it('is on TRON a final chain past the expiration, and the node refuses the bytes', async () => {
    const { chain, one } = SUBJECTS.TRON();
    const lost = await chain.signTransfer({
      ...hotWallet(chain),
      to: chain.deriveAddress(7_004),
      units: one,
      nonce: null,
    });
    expect(await chain.findDropProof([lost])).toBeUndefined();
    await chains.local.advanceTime(20 * 60_000);
    const proof = await eventually(() => chain.findDropProof([lost]));
    expect(proof).toMatchObject({ expiresAt: lost.expiresAt });
    // Pitfall: rebuilt after a guess, and paid twice
    expect(await chain.broadcast(lost.raw)).toContain('TRANSACTION_EXPIRATION_ERROR');
  });
});

describe('BSC, as it really behaves', () => {
  it('takes one of a transaction and its replacement, whose fees are an eighth higher', async () => {
    const { chain, one } = SUBJECTS.BSC();
    const nonce = await chain.getNonce(0);
    const to = chain.deriveAddress(7_010);
    const stuck = await chain.signTransfer({ ...hotWallet(chain), to, units: one, nonce });
    const replacement = await chain.signReplacement(stuck, { fromIndex: 0, subject: 'wdr_1' });
    if (replacement === undefined) throw new Error('It was not replaced.');
    const [before, after] = [Transaction.from(stuck.raw), Transaction.from(replacement.raw)];
    expect(after.nonce).toBe(before.nonce);
    expect([after.to, after.data, after.value]).toEqual([before.to, before.data, before.value]);
    expect((after.maxFeePerGas ?? 0n) * 8n >= (before.maxFeePerGas ?? 0n) * 9n).toBe(true);
    for (const { raw } of [stuck, replacement]) await chain.broadcast(raw);
    expect(await chain.getNonce(0, 'waiting')).toBe((nonce ?? 0) + 1);
    await eventually(async () => ((await chain.getNonce(0)) === (nonce ?? 0) + 1 ? true : undefined));
    await eventually(async () => ((await chain.getBalanceUnits(to, 'USDT')) === one ? true : undefined));
    const outcomes = await Promise.all([stuck, replacement].map(({ txHash }) => chain.getOutcome(txHash)));
    expect(outcomes.filter(({ status }) => status === 'mined')).toHaveLength(1);
    await expect(chain.signReplacement(stuck, { fromIndex: 1, subject: 'wdr_1' })).rejects.toThrow(
      'Another address signed',
    );
  });

  it('shows no transfer of a fake token with the same event', async () => {
    const { chain, one } = SUBJECTS.BSC();
    const to = chain.deriveAddress(7_011);
    const txHash = await sendFakeToken(chains.local.bscUrl, to, 5n * one);
    const report = await eventually(async () => {
      const found = await chain.reportTransaction(txHash);
      return found.status === 'mined' ? found : undefined;
    });
    expect(report).toMatchObject({ succeeded: true, transfers: [], movesOthers: true });
    const page = await chain.readBlocks({ from: report.blockHeight, to: report.blockHeight });
    // Pitfall: a fake token with the same name and event
    expect(page?.transfers).toEqual([]);
  });
});

describe('TRON, as it really behaves', () => {
  it('makes two transactions of two equal payments, a block apart', async () => {
    const { chain, one } = SUBJECTS.TRON();
    const intent = { ...hotWallet(chain), to: chain.deriveAddress(7_031), units: one, nonce: null };
    const first = await chain.signTransfer(intent);
    const { height } = await chain.getHead();
    await eventually(async () => ((await chain.getHead()).height > height ? true : undefined));
    expect((await chain.signTransfer(intent)).txHash).not.toBe(first.txHash);
  });

  it('finds what a contract paid on in an internal transfer, as exchanges do, and nothing of a call that reverted', async () => {
    const { chain, one } = SUBJECTS.TRON();
    const to = chain.deriveAddress(7_030);
    const pay = (units: bigint, sentUnits: bigint) =>
      sendTestTrxByContract(chains.local.tronUrl, to, { units, sentUnits });
    const [paid, reverted] = [await pay(3n * one, 3n * one), await pay(900_000n * one, one)];
    const getReport = (txHash: string) =>
      eventually(async () => {
        const report = await chain.reportTransaction(txHash);
        return report.status === 'mined' && report.isFinal ? report : undefined;
      });
    const report = await getReport(paid);
    const [transfer] = report.transfers;
    expect(report).toMatchObject({ succeeded: true, transfers: [{ to, units: 3n * one }] });
    // Pitfall: a failed call with events or with value
    expect(await getReport(reverted)).toMatchObject({ succeeded: false, transfers: [] });
    const page = await chain.readBlocks({ from: report.blockHeight, to: report.blockHeight });
    expect(page?.transfers).toContainEqual(transfer);
    expect(await chain.listFinalTransfers(paid)).toEqual([transfer]);
    expect(await chain.listFinalTransfers(reverted)).toEqual([]);
    expect(await chain.getBalanceUnits(to, 'TRX')).toBe(3n * one);
  });
});
