// Shared parts of the walks through the back office.
import { spawnSync } from 'node:child_process';
import type { Page } from 'playwright-core';
import { type AppBrowser, sendUsdt } from './app-browser.ts';
import { eventually, type RestClient } from './rest-client.ts';
import { ROOT, type RunningServer, readAdminPassword } from './running-server.ts';

/** A user who has invested 100 USDT. */
export async function investor(app: AppBrowser, name: string): Promise<RestClient> {
  const user = await app.user(name);
  await sendUsdt(user, '100');
  await eventually(async () => (await user.get('/get-wallet')).body.data.wallets[1].balance === '100.000000');
  await user.post('/transfer/invest', { currency: 'USDT' });
  return user;
}

/** The hot wallet's addresses, BSC first, as the back office shows them. */
export async function readHotWallet(page: Page, url: string): Promise<{ addresses: string[] }> {
  await page.goto(`${url}/school`);
  await page.getByRole('button', { name: 'Deposit', exact: true }).click();
  const found = page.getByRole('dialog').getByTestId('address');
  await found.nth(1).waitFor();
  const addresses = await found.evaluateAll((all) =>
    all.map((one) => one.getAttribute('data-address') ?? ''),
  );
  await page.keyboard.press('Escape');
  return { addresses };
}

/** Moves own funds to the reserve on its page. The review has to show every one of `texts` first. */
export async function fundReserve(page: Page, amount: string, texts: readonly string[] = []): Promise<void> {
  await page.getByLabel('Amount in USDT').fill(amount);
  await page.getByRole('button', { name: 'Review', exact: true }).click();
  for (const text of texts) await page.getByText(text).waitFor();
  await page.getByRole('button', { name: /^Move .* to the reserve$/ }).click();
}

/** Logs in with the password that a start or a command printed. */
export async function getToken(app: AppBrowser, email: string, output: string): Promise<string> {
  const password = readAdminPassword(output);
  return (await app.client().post('/auth/login', { email, password })).body.token;
}

/** Makes an auditor by the command and returns what it printed. The command needs the chains, which one process holds: the server is stopped for it. */
export async function makeAuditor(server: RunningServer, email: string): Promise<string> {
  await server.stop();
  const { stdout } = spawnSync(
    process.execPath,
    ['apps/server/src/commands/admin.ts', 'create-auditor', email],
    { cwd: ROOT, env: { ...process.env, DATA_DIR: server.dataDir }, encoding: 'utf8' },
  );
  await server.start();
  return stdout;
}

/** Lets the next call of a procedure reach the server, and cuts its answer off. */
export async function loseNextAnswer(page: Page, procedure: string): Promise<void> {
  await page.route(
    new RegExp(`/trpc/${procedure}`),
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );
}
