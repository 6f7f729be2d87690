// `npm run generate -- assets` creates the assets of the web app that are not written by hand: the paper about the pool as a PDF, from
// apps/web/about/about.html, the icons of the installed app, from the mark, and pictures of the product for the start page.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { findChromium, HOW_TO_GET_A_BROWSER, launchChromium } from './browser.ts';
import { makePictures } from './product-pictures.ts';
import { ROOT } from './running-server.ts';

const WEB = join(ROOT, 'apps', 'web');
const ICONS = [
  { file: 'icon-192.png', sizePx: 192, scale: 1 },
  { file: 'icon-512.png', sizePx: 512, scale: 1 },
  // Systems cut a maskable icon to a shape of their own: the mark stays within the middle 80 %.
  { file: 'icon-maskable-512.png', sizePx: 512, scale: 0.7 },
];
const BACKGROUND = '#0a655d';

const executablePath = findChromium();
if (executablePath === undefined) throw new Error(HOW_TO_GET_A_BROWSER);
const browser = await launchChromium(executablePath);
try {
  await makePaper(browser);
  await makeIcons(browser);
  await makePictures(browser);
} finally {
  await browser.close();
}

async function makePaper(from: Browser): Promise<void> {
  const page = await from.newPage();
  await page.goto(pathToFileURL(join(WEB, 'about', 'about.html')).href);
  await page.pdf({
    path: join(WEB, 'public', 'about.pdf'),
    preferCSSPageSize: true,
    tagged: true,
    printBackground: true,
  });
}

async function makeIcons(from: Browser): Promise<void> {
  const mark = readFileSync(join(WEB, 'public', 'mark.svg')).toString('base64');
  mkdirSync(join(WEB, 'public', 'icons'), { recursive: true });
  for (const { file, sizePx, scale } of ICONS) {
    const page = await from.newPage({ viewport: { width: sizePx, height: sizePx } });
    await page.setContent(
      `<body style="margin:0;display:grid;place-items:center;height:100vh;background:${BACKGROUND}">
        <img alt="" src="data:image/svg+xml;base64,${mark}" style="width:${scale * 100}%;height:${scale * 100}%">`,
    );
    writeFileSync(join(WEB, 'public', 'icons', file), await page.screenshot());
  }
}
