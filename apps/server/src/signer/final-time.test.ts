// Goal: before a second TRON signature of a withdrawal the signer knows the earliest final time of all its nodes, and waits while one is away.
// Method: development nodes whose final blocks are apart, and a port where nothing listens.
import { SigningTooEarlyError } from '@glasspool/chains';
import { createMnemonic, deriveKeys } from '@glasspool/chains/keys';
import { startTronNode, type TronNode } from '@glasspool/chains/local';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FinalTime } from './final-time.ts';

const keys = deriveKeys(createMnemonic()).TRON;
const NEVER_MS = 2 ** 31 - 1;
const AWAY = 'http://127.0.0.1:9';

const stack = new AsyncDisposableStack();
let early: TronNode;
let late: TronNode;
beforeAll(async () => {
  const start = async (now: number) => {
    const node = stack.use(
      await startTronNode({ blockIntervalMs: NEVER_MS, solidityLag: 0, now: () => now }),
    );
    node.produceBlock();
    return node;
  };
  early = await start(1_700_000_000_000);
  late = await start(1_700_000_060_000);
});
afterAll(() => stack.disposeAsync());

const connect = (...urls: readonly string[]) =>
  new FinalTime({
    network: 'local',
    tronNodes: urls.map((rpcUrl) => ({ rpcUrl, solidityUrl: undefined })),
    keys,
  });

describe('the final time of the signer', () => {
  it('is the earliest of all its nodes', async () => {
    const [first, second] = await Promise.all([connect(early.url).read(), connect(late.url).read()]);
    expect(first).toBeLessThan(second);
    expect(await connect(late.url, early.url).read()).toBe(first);
  });

  it('is waited for while one of them is away', async () => {
    for (const urls of [
      [AWAY, early.url],
      [early.url, AWAY],
    ]) {
      const read = connect(...urls).read();
      await expect(read).rejects.toThrow(SigningTooEarlyError);
      await expect(read).rejects.toThrow(/node [12] of the signer does not tell/);
    }
  });
});
