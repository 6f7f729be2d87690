// Goal: without a network what is on the screen stays, dialogs open and nothing is sent; the installed app opens and says that it has no figures. Method: the
// worker of the built app, a browser whose network is cut.
import { describe, expect, it } from 'vitest';
import { hasBrowser, heading, sendUsdt, withAppBrowser } from './app-browser.ts';
import { eventually } from './rest-client.ts';

/** In the page: whether the dialogs were read in, and the worker keeps every script that was used. */
async function isEverythingKept(): Promise<boolean> {
  const used = performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => /\/assets\/.*\.js$/.test(name));
  const isHeld = await Promise.all(used.map(async (name) => (await caches.match(name)) !== undefined));
  const dialogs = ['deposit', 'invest', 'withdraw', 'release-wallet', 'view-investments'];
  return (
    isHeld.every(Boolean) && dialogs.every((dialog) => used.some((name) => name.includes(`/${dialog}-`)))
  );
}

const app = withAppBrowser();

describe.runIf(hasBrowser)('the app without a network', () => {
  it('keeps figures and dialogs, sends nothing, opens again, and the browser has kept no answer of the server', async () => {
    const client = await app().user('traveller');
    await sendUsdt(client, '61');
    const page = await app().open({ token: client.token, worker: true });
    const context = page.context();
    await page.goto(`${app().url}/home`);
    await page.getByTestId('wallet-USDT').getByText('61.000').waitFor();
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    // The first visit was before the worker; the second goes through it.
    await page.reload();
    await page.getByTestId('wallet-USDT').waitFor();
    // Dialogs are read in ahead of time once the worker is there; it keeps them a little after they came.
    await eventually(() => page.evaluate(isEverythingKept));
    await context.setOffline(true);
    await page.getByText(/You are offline\. Showing data from/).waitFor();
    // The screen keeps its content, dialogs open, and nothing can be sent.
    await page.getByRole('button', { name: 'Invest USDT', exact: true }).click();
    const proceed = page.getByRole('dialog').getByRole('button', { name: 'Proceed' });
    await proceed.waitFor();
    expect(await proceed.isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await page.getByTestId('wallet-USDT').getByText('61.000').waitFor();
    // After a reload there are no figures, and no time of any: the browser keeps none (docs/data.md).
    await page.reload();
    await heading(page, 'Dashboard');
    await page
      .getByText('You are offline. Figures appear when the network is back. Actions are paused.')
      .waitFor();
    await page.getByText('Your balances are not stored on this device.').waitFor();
    await page.getByText('Test network: tokens have no value').waitFor();
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['access_token']);
    const kept = await page.evaluate(async () => {
      const names = await caches.keys();
      const lists = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return lists.flat().map((request) => new URL(request.url).pathname);
    });
    expect(kept.length).toBeGreaterThan(5);
    // ASVS 14.3.1, 14.3.3
    expect(kept.filter((path) => /^\/(api|trpc)/.test(path))).toEqual([]);
    await context.setOffline(false);
    await page.getByTestId('wallet-USDT').getByText('61.000').waitFor();
  });

  it('takes a page that was never opened from the worker, with its frame, and a dialog says why it is empty', async () => {
    const client = await app().user('wanderer');
    await sendUsdt(client, '61');
    const page = await app().open({ token: client.token, worker: true });
    await page.goto(`${app().url}/home`);
    await page.getByTestId('wallet-USDT').getByText('61.000').waitFor();
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await page.reload();
    await page.getByTestId('wallet-USDT').getByText('61.000').waitFor();
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Invest USDT', exact: true }).click();
    await page
      .getByRole('dialog')
      .getByText(
        'You are offline. Nothing can be sent, and what is missing here appears when the network is back.',
      )
      .waitFor();
    await page.keyboard.press('Escape');
    for (const [link, title] of [
      ['Network', 'Network'],
      ['Settings', 'Settings'],
      ['Home', 'Dashboard'],
    ] as const) {
      await page.getByRole('navigation').getByRole('link', { name: link, exact: true }).click();
      await heading(page, title);
    }
    await page.getByTestId('wallet-USDT').getByText('61.000').waitFor();
  });

  it('leaves frame and figures where a page or a chart cannot be loaded, and the page comes with the network', async () => {
    const client = await app().user('pioneer');
    await sendUsdt(client, '61');
    const page = await app().open({ token: client.token });
    // Without the worker, as on a first visit.
    await page.route(/LineChart/, (route) => route.abort('internetdisconnected'));
    await page.goto(`${app().url}/home`);
    await page.getByTestId('wallet-USDT').getByText('61.000').waitFor();
    const chart = page.getByRole('alert').filter({ hasText: 'A part of the page could not be shown.' });
    await chart.waitFor();
    await page.unroute(/LineChart/);
    await page.context().setOffline(true);
    const part = page.getByText('You are offline. This part is not on this device');
    await page.getByRole('navigation').getByRole('link', { name: 'Network', exact: true }).click();
    await part.waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Home', exact: true }).click();
    await page.getByTestId('wallet-USDT').getByText('61.000').waitFor();
    await page.getByRole('navigation').getByRole('link', { name: 'Network', exact: true }).click();
    await part.waitFor();
    await page.context().setOffline(false);
    await heading(page, 'Network');
    await page.getByRole('navigation').getByRole('link', { name: 'Home', exact: true }).click();
    await page.locator('.uplot').waitFor();
    expect(await chart.count()).toBe(0);
  });

  it('has a manifest and icons', async () => {
    const manifest = await (await fetch(`${app().url}/manifest.webmanifest`)).json();
    expect(manifest).toMatchObject({ name: 'Glasspool (test network)', display: 'standalone' });
    for (const { src } of manifest.icons) {
      expect((await fetch(`${app().url}${src}`)).headers.get('content-type')).toBe('image/png');
    }
  });
});
