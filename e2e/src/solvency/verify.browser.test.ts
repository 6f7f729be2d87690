// Goal: a user proves in the browser that their balance is counted, step by step, and a server that says something else is exposed.
// Method: the real program and a real anchor; then the same answer with one figure changed on its way.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FILE_NAMES } from '@glasspool/proof';
import { describe, expect, it } from 'vitest';
import { hasBrowser, sendUsdt, withAppBrowser } from '../app-browser.ts';
import { eventually } from '../rest-client.ts';
import { ROOT } from '../running-server.ts';

const app = withAppBrowser({});

function runCommand(...parameters: string[]): { status: number | null; output: string } {
  const main = join(ROOT, 'packages/verify/src/main.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...parameters], { encoding: 'utf8' });
  return { status, output: `${stdout}${stderr}` };
}

describe.runIf(hasBrowser)('verifying a balance', () => {
  it('shows what was found at each step, checks everything that is published, and catches a changed figure', async () => {
    const client = await app().user('verifier');
    await sendUsdt(client, '120');
    await eventually(async () => {
      const { body } = await client.get('/transparency/snapshots');
      return body.data.length > 0 && body.data[0].anchorTxHash !== null;
    });
    const page = await app().open({ token: client.token });
    await page.goto(`${app().url}/transparency`);
    await page.getByRole('button', { name: 'Verify my balance' }).click();
    // Pitfall: a proof that no one can use
    await page.getByText('You are counted: 120.000 USDT and 0.000 TRX').waitFor();
    expect(await page.getByText('right', { exact: true }).count()).toBe(8);
    await page.getByText('seen for the first time').waitFor();
    await page.getByText(/^This browser keeps 1 receipt of an entry/).waitFor();
    const checkEverything = page.getByRole('button', { name: 'Check everything' });
    await checkEverything.click();
    await page.getByText(/Nothing was found wrong, but/).waitFor();
    // Twenty checks and three of one's own; blocks and what addresses hold now are asked of nodes, and none was named.
    expect(await page.getByText('right', { exact: true }).count()).toBe(8 + 23);
    await page.getByText('Every check, and what it does not prove').click();
    await page.locator('summary', { hasText: 'Proof of reserves' }).click();
    await page.getByText('Does not prove that the money is not borrowed').waitFor();
    await page.getByText(/no node was asked for block \d+ of BSC/).waitFor();
    await page.getByText(/TRX is the pool's word; no node was given to ask/).waitFor();
    for (const name of FILE_NAMES) {
      await page.route(`**/snapshots/0/${name}`, async (route) => {
        const response = await route.fetch();
        const lie = await response.body();
        const at = name.endsWith('.json') ? lie.lastIndexOf('"') - 1 : lie.length - 1;
        lie.writeUInt8(lie.readUInt8(at) ^ 1, at);
        await route.fulfill({ response, body: lie });
      });
      await checkEverything.click();
      await page.getByText('Something is wrong with what the pool published.').waitFor();
      await page.unroute(`**/snapshots/0/${name}`);
      await checkEverything.click();
      await page.getByText(/Nothing was found wrong, but/).waitFor();
    }
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save the report' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('glasspool-snapshot-0.json');
    const report = await download.path();
    const check = (email: string) => runCommand(app().url, '--report', report, '--email', email);
    expect(runCommand(app().url, '--dispute', report)).toEqual({
      status: 0,
      output: expect.stringMatching(/^CLAIM NOT SUPPORTED: .*\(receipts: 2\)/),
    });
    // Without nodes of one's own some of it cannot be checked, and the exit code says so.
    expect(check('verifier@example.org')).toEqual({
      status: 2,
      output: expect.stringContaining('INCOMPLETE: nothing failed'),
    });
    const notMine = check('another@example.org');
    expect(notMine).toEqual({ status: 1, output: expect.stringMatching(/FAILED +your leaves/) });
    const lie = readFileSync(report, 'utf8').replaceAll('"120000000"', '"119000000"');
    writeFileSync(report, lie);
    const changed = check('verifier@example.org');
    expect(changed).toEqual({ status: 1, output: expect.stringMatching(/FAILED +your receipt/) });

    await page.route('**/trpc/*getUserProof*', async (route) => {
      const response = await route.fetch();
      const lie = (await response.text()).replaceAll('"120000000"', '"119000000"');
      await route.fulfill({ response, body: lie });
    });
    await page.reload();
    await page.getByRole('button', { name: 'Verify my balance' }).click();
    await page.getByText('Something is wrong.').waitFor();
    await page.getByText('The receipt is not signed by the key of the manifest').waitFor();
  });

  it('asks a node of the user’s choice, and says when it does not answer', async () => {
    const client = await app().user('chooser');
    await sendUsdt(client, '50');
    await eventually(async () => {
      const { body } = await client.get('/get-wallet');
      return body.data.wallets.some(({ balance }: { balance: string }) => Number(balance) === 50);
    });
    // The pool takes one of its own accord at midnight: only a later one is sure to count this user.
    const newest = async () => (await client.get('/transparency/snapshots')).body.data[0];
    const before = (await newest())?.number ?? -1;
    await client.post('/dev/clock/advance', { hours: 24 });
    await eventually(async () => {
      const snapshot = await newest();
      return snapshot?.number > before && snapshot.anchorTxHash !== null;
    });
    const page = await app().open({ token: client.token });
    const asked: string[] = [];
    page.context().on('request', (request) => asked.push(request.url()));
    await page.goto(`${app().url}/transparency`);
    const verify = page.getByRole('button', { name: 'Verify my balance' });
    await page.getByText('Use your own nodes').click();
    await page.getByLabel('BSC node').fill(`${app().url}/api/auth/login`);
    await verify.click();
    await page.getByText('The node that you named did not answer').waitFor();
    await page.getByLabel('BSC node').fill(app().bscUrl);
    await verify.click();
    await page.getByText('as the node that you named shows it').waitFor();
    await page.getByText('You are counted: 50.000 USDT').waitFor();
    await page.getByRole('button', { name: 'Check everything' }).click();
    await page.getByText(/Nothing was found wrong, but/).waitFor();
    await page.getByText('Every check, and what it does not prove').click();
    await page.locator('summary', { hasText: 'Proof of reserves' }).click();
    await page
      .getByText(
        /^block \d+ of BSC on the local network, whose times say nothing; no node was asked for block/,
      )
      .waitFor();
    expect(asked.some((url) => url.startsWith(app().bscUrl))).toBe(true);
  });

  it('sends what it is asked for compressed: a user’s paths are to be short', async () => {
    const headers = { 'accept-encoding': 'gzip' };
    const response = await fetch(`${app().url}/trpc/transparency.getPoolFigures`, { headers });
    expect(response.headers.get('content-encoding')).toBe('gzip');
  });

  it('publishes its files to anyone, and nothing else', async () => {
    for (const [path, status] of [
      ['0/manifest.bin', 200],
      ['0/leaves.bin', 200],
      ['0/anchor.json', 200],
      ['999/manifest.bin', 404],
      ['0/keystore.json', 400],
      ['-1/manifest.bin', 400],
      ['0/..%2F..%2Fsecrets.json', 400],
    ] as const)
      expect([path, (await fetch(`${app().url}/api/transparency/snapshots/${path}`)).status]).toEqual([
        path,
        status,
      ]);
  });
});
