// Goal: the page that describes the API works without the internet, lets a reader try a call, and breaks no rule of its policy.
import { expect, it } from 'vitest';
import { hasBrowser, withAppBrowser } from './app-browser.ts';

const app = withAppBrowser();

it.runIf(hasBrowser)('lets the API be read and tried on its own page', async () => {
  const page = await app().open();
  await page.goto(`${app().url}/api/docs/`);
  const call = page.locator('.opblock', { hasText: '/deposits/find' });
  await call.locator('.opblock-summary').click();
  await call.getByRole('button', { name: 'Try it out' }).click();
  await call.getByRole('button', { name: 'Execute' }).click();
  await call.locator('.live-responses-table').getByText('"fate": "unknown"').waitFor();
  expect(await page.locator('body').evaluate((body) => getComputedStyle(body, '::before').content)).toContain(
    'tokens have no value',
  );
});
