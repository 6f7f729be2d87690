// Goal: what happens while a screen waits for its first answer is shown, though nothing else happens after it. Method: the answer of a
// real server is kept back until the money has arrived.
import { it } from 'vitest';
import { hasBrowser, withAppBrowser } from './app-browser.ts';
import { getToken, readHotWallet } from './back-office.ts';
import { eventually } from './rest-client.ts';

const app = withAppBrowser();

it.runIf(hasBrowser)('shows a deposit that arrives while the first answer is awaited', async () => {
  const token = await getToken(app(), 'admin@glasspool.test', app().server.output);
  const page = await app().open({ token, viewport: { width: 1280, height: 800 } });
  const { addresses } = await readHotWallet(page, app().url);
  const held = async (): Promise<string> =>
    (await app().client().get('/transparency')).body.currencies[0].custody;
  const before = await held();
  let release: () => void = () => undefined;
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/hotWallet\.getHotWallet/, async (route) => {
    const response = await route.fetch();
    await isReleased;
    await route.fulfill({ response });
  });
  const connecting = page.waitForEvent('websocket');
  const isAsked = page.waitForRequest(/hotWallet\.getHotWallet/);
  await page.goto(`${app().url}/school`);
  await isAsked;
  await (await connecting).waitForEvent('framereceived');
  await app().client().post('/dev/faucet', { address: addresses[0], currency: 'USDT', amount: '7.25' });
  await eventually(async () => (await held()) !== before);
  release();
  await page.getByText('7.2500 USDT').first().waitFor();
});
