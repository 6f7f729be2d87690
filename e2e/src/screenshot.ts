// `npm run screenshot` makes docs/screenshots/*.png from the running program, on a fresh data folder.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findChromium, HOW_TO_GET_A_BROWSER, launchChromium, openPage } from './browser.ts';
import { RestClient } from './rest-client.ts';
import { ROOT, RunningServer } from './running-server.ts';
import { investOnScreen, readDepositAddress, signUpOnScreen, withdrawOnScreen } from './screens.ts';

const FOLDER = join(ROOT, 'docs', 'screenshots');
const SETTLE_MS = 700;
const VIEWPORTS = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } } as const;

const executablePath = findChromium();
if (executablePath === undefined) throw new Error(HOW_TO_GET_A_BROWSER);
mkdirSync(FOLDER, { recursive: true });
await using server = await RunningServer.start();
const client = new RestClient(() => server.url);
const browser = await launchChromium(executablePath);
try {
  const context = await browser.newContext({ viewport: VIEWPORTS.desktop });
  const { page } = await openPage(context);
  const shoot = async (name: string): Promise<void> => {
    for (const [device, viewport] of Object.entries(VIEWPORTS)) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.evaluate(() => {
          window.scrollTo(0, 0);
          const focused = document.activeElement;
          if (focused instanceof HTMLButtonElement && focused.closest('[role=dialog]') === null)
            focused.blur();
        });
        await page.waitForTimeout(SETTLE_MS);
        await page.screenshot({ path: join(FOLDER, `${name}-${device}-${colorScheme}.png`) });
      }
    }
  };
  await page.goto(`${server.url}/signup`);
  await shoot('sign-up');
  await signUpOnScreen(page, server.url, 'grace@example.org');
  await page.waitForTimeout(6_000);
  await shoot('home-empty');
  for (const currency of ['USDT', 'TRX'] as const) {
    await client.post('/dev/fund-reserve', { currency, amount: currency === 'USDT' ? '3000' : '20000' });
    const address = await readDepositAddress(page, currency);
    if (currency === 'USDT') await shoot('deposit');
    await client.post('/dev/faucet', { address, currency, amount: '1250.5' });
    await page.keyboard.press('Escape');
    await page.getByTestId(`wallet-${currency}`).getByText('1,250.500').waitFor();
    if (currency === 'USDT') {
      await page.getByRole('button', { name: 'Invest USDT' }).click();
      await shoot('invest');
      await page.keyboard.press('Escape');
    }
    await investOnScreen(page, currency);
  }
  await client.post('/dev/clock/advance', { hours: 72 });
  await page.getByTestId('withdrawable-USDT').getByText('75.030').waitFor();
  await withdrawOnScreen(page, {
    currency: 'USDT',
    amount: '25',
    address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  });
  await page.waitForTimeout(6_000);
  await page.getByRole('button', { name: 'Withdraw TRX' }).click();
  await page.getByLabel('Withdraw Address').fill('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed');
  await page.getByRole('button', { name: 'Review' }).click();
  await shoot('withdraw');
  await page.keyboard.press('Escape');
  await shoot('home');
  await page.goto(server.url);
  await shoot('landing');
  await page.goto(`${server.url}/login`);
  await shoot('log-in');
} finally {
  await browser.close();
}
