// Goal: the local chains behave as a user expects: they go on after a restart, refuse what a real node refuses, and their token is the audited one.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TronWeb } from 'tronweb';
import { describe, expect, it } from 'vitest';
import { eventually, startTestChains } from '../testing-node.ts';
import { startAnvil } from './anvil.ts';
import { mintTestToken, sendTestTrx } from './index.ts';
import { replaceOrphan } from './orphan.ts';
import { ARTIFACT_FILE, compileToken } from './token/compile.ts';
import { startTronNode } from './tron-node/index.ts';
import { FAUCET_PRIVATE_KEY } from './tron-node/node-state.ts';

describe('the test token', () => {
  it('is the compiled form of its source', () => {
    expect(readFileSync(ARTIFACT_FILE, 'utf8')).toBe(compileToken());
  });
});

describe('local chains', () => {
  it('keep balances and blocks across a restart', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'glasspool-chains-'));
    const bscAddress = '0x000000000000000000000000000000000000dEaD';
    const tronAddress = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
    const blocks: (string | undefined)[] = [];
    for (const round of [1n, 2n]) {
      await using chains = await startTestChains(folder);
      blocks.push((await chains.tron.findBlock(1))?.hash);
      await mintTestToken(chains.local.bscUrl, bscAddress, 5n);
      await sendTestTrx(chains.local.tronUrl, tronAddress, 7n);
      await eventually(async () =>
        (await chains.bsc.getBalanceUnits(bscAddress, 'USDT')) === 5n * round ? true : undefined,
      );
      await eventually(async () =>
        (await chains.tron.getBalanceUnits(tronAddress, 'TRX')) === 7n * round ? true : undefined,
      );
    }
    expect(blocks[0]).toBe(blocks[1]);
    rmSync(folder, { recursive: true });
  });
});

describe('a node that was left behind', () => {
  it('is ended by the next start in the same folder, and by nothing else', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'glasspool-orphan-'));
    const orphan = await startAnvil({ stateFile: undefined, timeOffsetMs: 0 });
    writeFileSync(join(folder, 'anvil.pid'), String(orphan.pid));
    const chains = await startTestChains(folder);
    await expect(orphan.call('eth_chainId')).rejects.toThrow();
    expect((await chains.bsc.getHead()).height).toBeGreaterThanOrEqual(0);
    await chains[Symbol.asyncDispose]();
    await orphan[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true });
  });

  it('is spared when its number now belongs to another program', () => {
    const folder = mkdtempSync(join(tmpdir(), 'glasspool-orphan-'));
    const file = join(folder, 'anvil.pid');
    writeFileSync(file, String(process.pid));
    replaceOrphan(file, 1, 'a program that this is not');
    expect(readFileSync(file, 'utf8')).toBe('1');
    rmSync(folder, { recursive: true });
  });
});

describe('the TRON development node', () => {
  const owner = TronWeb.address.fromPrivateKey(FAUCET_PRIVATE_KEY);
  const to = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

  async function withNode(test: (tronWeb: TronWeb, url: string) => Promise<void>): Promise<void> {
    await using node = await startTronNode({ blockIntervalMs: 50, solidityLag: 3, now: () => Date.now() });
    await test(new TronWeb({ fullHost: node.url, privateKey: FAUCET_PRIVATE_KEY }), node.url);
  }

  async function send(url: string, transaction: object): Promise<{ result?: boolean; code?: string }> {
    const response = await fetch(`${url}/wallet/broadcasttransaction`, {
      method: 'POST',
      body: JSON.stringify(transaction),
    });
    return (await response.json()) as { result?: boolean; code?: string };
  }

  it('refuses a changed amount, a foreign signature, a repeat, too large an amount and a transfer to oneself', async () => {
    await withNode(async (tronWeb, url) => {
      const build = (amount: number, receiver = to) =>
        tronWeb.transactionBuilder.sendTrx(receiver, amount, String(owner));
      const good = await tronWeb.trx.sign(await build(5));
      const changed = structuredClone(good);
      const value = changed.raw_data.contract[0]?.parameter.value;
      if (value !== undefined && 'amount' in value) value.amount = 6;
      expect(await send(url, changed)).toMatchObject({ code: 'SIGERROR' });
      expect(
        await send(url, { ...good, signature: [good.signature[0]?.replace(/^../, '00')] }),
      ).toMatchObject({ code: 'SIGERROR' });
      expect(await send(url, good)).toMatchObject({ result: true });
      expect(await send(url, good)).toMatchObject({ code: 'DUP_TRANSACTION_ERROR' });
      expect(await send(url, await tronWeb.trx.sign(await build(9_000_000_000_000_000)))).toMatchObject({
        code: 'CONTRACT_VALIDATE_ERROR',
      });
      const stale = await tronWeb.transactionBuilder.sendTrx(to, 5, String(owner), {
        blockHeader: {
          ref_block_bytes: '0000',
          ref_block_hash: '0011223344556677',
          timestamp: Date.now(),
          expiration: Date.now() + 60_000,
        },
      });
      expect(await send(url, await tronWeb.trx.sign(stale))).toMatchObject({ code: 'TAPOS_ERROR' });
    });
  });

  it('takes 1.1 TRX for opening an account, then free bandwidth, then burns', async () => {
    await withNode(async (tronWeb) => {
      const fees: number[] = [];
      for (let index = 0; index < 4; index += 1) {
        const { txid } = await tronWeb.trx.sendTransaction(to, 1_000_000 + index);
        const info = await eventually(async () => {
          const found = await tronWeb.trx.getTransactionInfo(txid);
          return 'id' in found ? found : undefined;
        });
        fees.push(info.fee ?? 0);
      }
      expect(fees.slice(0, 3)).toEqual([1_100_000, 0, 0]);
      expect(fees[3]).toBeGreaterThan(200_000);
    });
  });
});
