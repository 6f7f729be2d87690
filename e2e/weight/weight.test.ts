// Goal: the first pages are light as a browser really loads them: every script that comes within six seconds, and every request of the start
// page. Method: the real program on a local network, Chromium with an empty cache; sizes of gzip -9, as a server without Brotli would send.
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium, HOW_TO_GET_A_BROWSER, launchChromium } from '../src/browser.ts';
import { RestClient, signUp } from '../src/rest-client.ts';
import { RunningServer } from '../src/running-server.ts';

const WATCHED_MS = 6_000;
const KIBIBYTE = 1_024;
const BEST_COMPRESSION = 9;

interface Weight {
  readonly requests: readonly string[];
  /** Of all scripts, compressed. */
  readonly scriptKiB: number;
}

describe('the weight', () => {
  let server: RunningServer;
  let browser: Browser;
  beforeAll(async () => {
    const executablePath = findChromium();
    if (executablePath === undefined) throw new Error(HOW_TO_GET_A_BROWSER);
    [server, browser] = [await RunningServer.start(), await launchChromium(executablePath)];
  });
  afterAll(async () => {
    await browser?.close();
    await server?.[Symbol.asyncDispose]();
  });

  /** Everything that a page asks for within six seconds. What its worker stores for use without a network comes after the page. */
  async function weigh(path: string, token?: string): Promise<Weight> {
    const context = await browser.newContext({ serviceWorkers: 'block' });
    if (token !== undefined) await context.addInitScript(`localStorage.setItem('access_token', '${token}')`);
    const page = await context.newPage();
    const requests: string[] = [];
    const scripts: Promise<number>[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    page.on('response', (response) => {
      if (!response.url().endsWith('.js')) return;
      scripts.push(response.body().then((body) => gzipSync(body, { level: BEST_COMPRESSION }).length));
    });
    await page.goto(`${server.url}${path}`);
    await page.waitForTimeout(WATCHED_MS);
    const bytes = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0);
    await context.close();
    return { requests, scriptKiB: bytes / KIBIBYTE };
  }

  it('is at most 12 requests and 110 KiB of scripts for the start page', async () => {
    const { requests, scriptKiB } = await weigh('/');
    expect(requests).toContain('/api/transparency/overview');
    expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(12);
    expect(scriptKiB).toBeGreaterThan(50);
    expect(scriptKiB).toBeLessThanOrEqual(110);
  });

  it('is at most 130 KiB of scripts for the login', async () => {
    const { scriptKiB } = await weigh('/login');
    expect(scriptKiB).toBeGreaterThan(50);
    expect(scriptKiB).toBeLessThanOrEqual(130);
  });

  it('is at most 160 KiB of scripts for the dashboard', async () => {
    const client = new RestClient(() => server.url);
    await signUp(client, 'light@example.org', 'correct horse battery');
    const { requests, scriptKiB } = await weigh('/home', client.token);
    expect(requests.filter((path) => path.startsWith('/trpc')).length).toBeGreaterThan(0);
    expect(scriptKiB).toBeLessThanOrEqual(160);
  });
});
