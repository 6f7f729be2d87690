// Goal: nothing that an honest pool does over a month is called wrong: deposits, investments, daily rewards, a withdrawal, maturity, and
// days on which nothing happened.
// Method: the real program, its clock moved day by day, and the command with nodes of the reader's own.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { manifestDigest, toHex } from '@glasspool/proof';
import { connectNodes, openBundle } from 'glasspool-verify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendUsdt } from '../app-browser.ts';
import { eventually, RestClient, signUp } from '../rest-client.ts';
import { runProgram } from '../run-program.ts';
import { ROOT, RunningServer } from '../running-server.ts';

const OUTSIDE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const OUTSIDE_TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const DAYS = 32;
/** Every day in `npm run check:long`; otherwise days on which no one looked come in weeks, once the first withdrawals are paid. */
const STEP_DAYS = process.env['MONTH'] === 'whole' ? 1 : 7;
const WITHDRAWAL_DAY = 3;

describe('an honest month', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await RunningServer.start();
  });
  afterAll(() => server?.[Symbol.asyncDispose]());

  function printed(pattern: RegExp): string {
    const found = pattern.exec(server.output)?.[1];
    if (found === undefined) throw new Error(`The program did not print ${pattern.source}.`);
    return found;
  }

  /** Units that left for the two outside addresses by the transactions that the pool lists, as nodes confirm them. */
  async function findMoved(): Promise<Record<'BSC' | 'TRON', bigint>> {
    const nodes = connectNodes({
      bscUrl: printed(/BSC\s+(http:\/\/\S+)/),
      tronUrl: printed(/TRON\s+(http:\/\/\S+)/),
      usdtContract: printed(/test USDT\s+(0x\S+)/),
    });
    const moved = { BSC: 0n, TRON: 0n };
    const listed = await openBundle(server.url).listMovements?.(0);
    for (const { network, txHash } of listed ?? []) {
      const found = await nodes.findMoves?.(network, txHash);
      for (const { to, units } of found?.moves ?? [])
        if (to === OUTSIDE || to === OUTSIDE_TRON) moved[network] += units;
    }
    return moved;
  }

  /** Runs a watcher once, and returns what the pool lists of it then. */
  async function confirm(nodes: readonly string[]): Promise<{ status: number | null; listed: unknown[] }> {
    const folder = mkdtempSync(join(tmpdir(), 'glasspool-month-'));
    const { anchorAddress } = await (await fetch(`${server.url}/api/transparency/confirmations`)).json();
    const watch = join(ROOT, 'packages/verify/src/watch/main.ts');
    const state = join(folder, 'state.json');
    const parameters = [watch, server.url, '--anchor', anchorAddress, ...nodes, '--state', state, '--once'];
    const { status } = await runProgram(process.execPath, parameters);
    rmSync(folder, { recursive: true });
    const { data } = await (await fetch(`${server.url}/api/transparency/confirmations`)).json();
    return { status, listed: data };
  }

  it('passes every check that can be made of its last snapshot', async () => {
    const client = new RestClient(() => server.url);
    await signUp(client, 'alice@example.org', 'correct horse battery');
    await client.post('/dev/fund-reserve', { currency: 'USDT', amount: '5000' });
    await sendUsdt(client, '500');
    const { body: mine } = await client.get('/get-wallet');
    await client.post('/dev/faucet', {
      address: mine.data.wallets[0].address,
      currency: 'TRX',
      amount: '100',
    });
    await eventually(async () => {
      const { body } = await client.get('/get-wallet');
      return body.data.wallets.some(({ balance }: { balance: string }) => Number(balance) === 500);
    });
    expect((await client.post('/transfer/invest', { currency: 'USDT' })).status).toBe(200);
    const newest = async () => (await client.get('/transparency/snapshots')).body.data[0];
    let steps = 0;
    for (let day = 0; day < DAYS; steps += 1) {
      const before = (await newest())?.number ?? -1;
      const days = day < 2 * WITHDRAWAL_DAY ? 1 : Math.min(STEP_DAYS, DAYS - day);
      await client.post('/dev/clock/advance', { hours: 24 * days });
      day += days;
      await eventually(async () => {
        const one = await newest();
        return one?.number > before && one.anchorTxHash !== null;
      });
      if (day !== WITHDRAWAL_DAY) continue;
      expect(await client.post('/transfer/wallet', { currency: 'TRX' })).toMatchObject({ status: 200 });
      for (const [currency, receiverAddress, amount] of [
        ['USDT', OUTSIDE, '10'],
        ['TRX', OUTSIDE_TRON, '20'],
      ])
        expect(await client.post('/withdraw', { receiverAddress, amount, currency })).toMatchObject({
          status: 200,
        });
    }
    expect(await findMoved()).toEqual({ BSC: 10n * 10n ** 18n, TRON: 20_000_000n });
    const nodes = [
      ...['--bsc-rpc', printed(/BSC\s+(http:\/\/\S+)/)],
      ...['--tron-rpc', printed(/TRON\s+(http:\/\/\S+)/)],
      ...['--usdt', printed(/test USDT\s+(0x\S+)/)],
    ];
    const command = join(ROOT, 'packages/verify/src/main.ts');
    const { status, stdout } = await runProgram(process.execPath, [command, server.url, ...nodes]);
    expect(stdout).not.toContain('FAILED');
    // The pool's clock is a month ahead of this machine: its age is the one thing that cannot be checked.
    expect(stdout.split('\n').filter((line) => line.startsWith('not checked'))).toEqual([
      expect.stringContaining('is in the future'),
    ]);
    const [, anchored] =
      /ok +Every manifest before it is anchored on chain: snapshots: (\d+)/.exec(stdout) ?? [];
    expect(Number(anchored)).toBeGreaterThanOrEqual(steps - 1);
    expect(status).toBe(2);
    const python = join(ROOT, 'packages/verify/python/glasspool_verify.py');
    const second = await runProgram('python3', [python, server.url, ...nodes]);
    expect(second.stdout.split('\n').filter((line) => !line.startsWith('ok'))).toEqual([
      expect.stringContaining('is in the future'),
      'INCOMPLETE: nothing failed, but 1 of 22 checks could not be made.',
      '',
    ]);
    const { number, manifestDigest: digest } = await newest();
    expect(await confirm(nodes)).toEqual({
      status: 0,
      listed: [expect.objectContaining({ snapshotNumber: number, manifestDigest: digest })],
    });
    const day = await fetch(`${server.url}/api/transparency/snapshots/${number - 1}/manifest.bin`);
    const verified = `${number - 1}:${toHex(manifestDigest(new Uint8Array(await day.arrayBuffer())))}`;
    for (const [program, script] of [
      [process.execPath, command],
      ['python3', python],
    ] as const) {
      const since = await runProgram(program, [script, server.url, ...nodes, '--since', verified]);
      expect(since.stdout).not.toContain('FAILED');
      expect(since.stdout).toMatch(/(?:anchored on chain|anchors): snapshots: 1\n/);
    }
  });
});
