// Goal: the local chains behave as a user expects: they go on after a restart, refuse what a real node refuses, and their token is the audited one.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventually, startTestChains } from '../testing-node.ts';
import { startAnvil } from './anvil.ts';
import { mintTestToken, sendTestTrx } from './index.ts';
import { replaceOrphan } from './orphan.ts';
import { ARTIFACT_FILE, compileToken } from './token/compile.ts';

describe('the test token', () => {
  it('is the compiled form of its source', () => {
    expect(readFileSync(ARTIFACT_FILE, 'utf8')).toBe(compileToken());
  });
});

describe('a local chain', () => {
  it('keeps balances and blocks across a restart', async () => {
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

describe('the faucet', () => {
  const AT_ONCE = 6;

  it('sends each of several payments that are asked for at the same moment', async () => {
    await using chains = await startTestChains();
    const { bscUrl, tronUrl } = chains.local;
    const [bscAddress, tronAddress] = [chains.bsc.deriveAddress(7), chains.tron.deriveAddress(7)];
    const times = Array.from({ length: AT_ONCE });
    await Promise.all(times.map(() => mintTestToken(bscUrl, bscAddress, 5n)));
    await Promise.all(times.map(() => sendTestTrx(tronUrl, tronAddress, 7n)));
    const held = async () => [
      await chains.bsc.getBalanceUnits(bscAddress, 'USDT'),
      await chains.tron.getBalanceUnits(tronAddress, 'TRX'),
    ];
    const all = [5n * BigInt(AT_ONCE), 7n * BigInt(AT_ONCE)];
    await eventually(async () => (String(await held()) === String(all) ? true : undefined));
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
