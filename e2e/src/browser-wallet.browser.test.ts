// Goal: a deposit that a wallet of the browser sends reaches the pool and is credited, on both networks, and a wallet on another chain sends
// nothing. Method: wallets in the page that hand what they are asked to the local nodes, as an extension does.
import { mintTestToken, sendTestTrx } from '@glasspool/chains/local';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { hasBrowser, withAppBrowser } from './app-browser.ts';

/** An account that the local BSC node signs for. */
const FROM = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const SLOW_MS = 120_000;

const app = withAppBrowser();

/** A wallet that announces itself as EIP-6963 says and passes every call on; `chainId` is where its owner left it. */
const EVM_WALLET = `
  let chainId = window.walletChain;
  const provider = {
    request: async ({ method, params = [] }) => {
      if (method === 'eth_requestAccounts') return ['${FROM}'];
      if (method === 'eth_chainId') return chainId;
      if (method === 'wallet_switchEthereumChain') { chainId = params[0].chainId; return null; }
      return window.askNode(method, params);
    },
  };
  const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', {
    detail: { info: { uuid: '1', name: 'Test Wallet', icon: '', rdns: 'test' }, provider },
  }));
  window.addEventListener('eip6963:requestProvider', announce);
`;

const TRON_WALLET = `
  window.tron = {
    request: async () => ({ code: 200 }),
    tronWeb: { trx: {
      getBlockByNumber: (height) => window.readTronBlock(height),
      sendTransaction: async (to, sun) => ({ result: true, txid: await window.payTron(to, sun) }),
    } },
  };
`;

async function openDeposit(page: Page, amount: string): Promise<void> {
  await page.goto(`${app().url}/home?dialog=deposit`);
  await page.getByText('Pay from a wallet').click();
  await page.getByLabel(/^Amount in/).fill(amount);
}

it.runIf(hasBrowser)(
  'sends nothing with a wallet on another chain; switched, the wallet pays a deposit that is credited',
  async () => {
    const { bscUrl } = app();
    await mintTestToken(bscUrl, FROM, 500n * 10n ** 18n);
    const sent: string[] = [];
    const page = await openPage('erin', async (added) => {
      await added.exposeFunction('askNode', async (method: string, params: unknown[]) => {
        sent.push(method);
        const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
        const headers = { 'content-type': 'application/json' };
        const answer = await (await fetch(bscUrl, { method: 'POST', headers, body })).json();
        if (answer.error !== undefined) throw new Error(answer.error.message);
        return answer.result;
      });
      await added.addInitScript(`window.walletChain = '0x38'; ${EVM_WALLET}`);
    });
    await openDeposit(page, '120.5');
    await page.getByRole('button', { name: 'Send with Test Wallet' }).click();
    await page.getByText(/Nothing was sent. Switch it to the test network 31337/).waitFor();
    expect(sent).toEqual([]);
    await page.getByRole('button', { name: 'Switch the wallet to chain 31337' }).click();
    await page.getByText(/Nothing was sent/).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Send with Test Wallet' }).click();
    await page.getByText(/^Your wallet sent it: 0x[0-9a-f]{64}/).waitFor();
    await page.getByText('Credited 120.500 USDT').waitFor();
    expect(sent).toEqual(['eth_sendTransaction']);
  },
  SLOW_MS,
);

it.runIf(hasBrowser)(
  'pays a deposit with a wallet for TRON, and the deposit is credited',
  async () => {
    const tronUrl = /TRON\s+(http:\/\/\S+)/.exec(app().server.output)?.[1] ?? '';
    const page = await openPage('frank', async (added) => {
      await added.exposeFunction('readTronBlock', async (num: number) => {
        const headers = { 'content-type': 'application/json' };
        const body = JSON.stringify({ num });
        return (await fetch(`${tronUrl}/wallet/getblockbynum`, { method: 'POST', headers, body })).json();
      });
      await added.exposeFunction('payTron', (to: string, sun: number) =>
        sendTestTrx(tronUrl, to, BigInt(sun)),
      );
      await added.addInitScript(TRON_WALLET);
    });
    await page.goto(`${app().url}/home?dialog=deposit`);
    await page.getByLabel('Token').selectOption('TRX');
    await page.getByText('Pay from a wallet').click();
    await page.getByLabel(/^Amount in/).fill('250');
    await page.getByRole('button', { name: 'Send with TronLink' }).click();
    await page.getByText(/^Your wallet sent it: [0-9a-f]{64}/).waitFor();
    await page.getByText('Credited 250.000 TRX').waitFor();
  },
  SLOW_MS,
);

/** A page of a new user, with what its wallet needs put in before anything is loaded. */
async function openPage(name: string, prepare: (page: Page) => Promise<void>): Promise<Page> {
  const user = await app().user(name);
  const page = await app().open({ token: user.token });
  await prepare(page);
  return page;
}
