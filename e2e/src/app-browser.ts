// The running program with a browser in front of it, for tests that walk through the app.
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findChromium, HOW_TO_GET_A_BROWSER, launchChromium, openPage } from './browser.ts';
import { RestClient, signUp } from './rest-client.ts';
import { RunningServer } from './running-server.ts';

export const PASSWORD = 'correct horse battery';
const PICTURES = join(import.meta.dirname, '../../node_modules/.cache/glasspool-failed');
const SHOW_MS = 10_000;
const PHONE = { width: 390, height: 844 };
/** Messages of the browser itself when a call is refused or the network is gone, as a test intended. */
const EXPECTED =
  /status of (400|401|403|409|422)|Cross-Origin-Opener-Policy header has been ignored|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_(RESET|REFUSED)|dynamically imported module|A part of the app could not be loaded|WebSocket/;

const executablePath = findChromium();
export const hasBrowser = executablePath !== undefined;

export class AppBrowser {
  readonly #server: RunningServer;
  readonly #browser: Browser;
  readonly #opened: { context: BrowserContext; problems: string[] }[] = [];

  constructor(server: RunningServer, browser: Browser) {
    this.#server = server;
    this.#browser = browser;
  }

  get server(): RunningServer {
    return this.#server;
  }

  get url(): string {
    return this.#server.url;
  }

  /** The local BSC node that the program started. */
  get bscUrl(): string {
    const url = /BSC\s+(http:\/\/\S+)/.exec(this.#server.output)?.[1];
    if (url === undefined) throw new Error('The program did not print where its BSC node is.');
    return url;
  }

  /** A caller of the REST interface who is not signed in. */
  client(): RestClient {
    return new RestClient(() => this.url);
  }

  async user(name: string): Promise<RestClient> {
    const client = this.client();
    await signUp(client, `${name}@example.org`, PASSWORD);
    return client;
  }

  /** A page in a browser profile of its own, with a session token in it if there is one. */
  async open(
    options: {
      viewport?: typeof PHONE;
      token?: string | undefined;
      worker?: boolean;
      hasTouch?: boolean;
    } = {},
  ): Promise<Page> {
    const { viewport = PHONE, token, worker = false, hasTouch = false } = options;
    const context = await this.#browser.newContext({
      viewport,
      hasTouch,
      reducedMotion: 'reduce',
      serviceWorkers: worker ? 'allow' : 'block',
    });
    if (token !== undefined) {
      // Once a tab: what the app does with the token afterwards stays.
      await context.addInitScript(
        `if (!sessionStorage.seeded) { sessionStorage.seeded = 1; localStorage.setItem('access_token', '${token}'); }`,
      );
    }
    const { page, problems } = await openPage(context);
    this.#opened.push({ context, problems });
    return page;
  }

  /** Prints what the open pages show, with a picture of each: a test failed. */
  async showPages(): Promise<void> {
    mkdirSync(PICTURES, { recursive: true });
    for (const { context } of this.#opened)
      for (const page of context.pages()) {
        const picture = join(PICTURES, `${randomUUID()}.png`);
        await page.screenshot({ path: picture, timeout: SHOW_MS }).catch(() => undefined);
        const text = await page.locator('body').innerText({ timeout: SHOW_MS }).catch(String);
        process.stderr.write(`${page.url()} (${picture}):\n${text}\n`);
      }
  }

  /** Closes every page. None may have had a script error, a policy violation or a foreign request. */
  async closePages(): Promise<void> {
    for (const { context, problems } of this.#opened.splice(0)) {
      await context.close();
      expect(problems.filter((problem) => !EXPECTED.test(problem))).toEqual([]);
    }
  }

  async stop(): Promise<void> {
    await this.#browser.close();
    await this.#server[Symbol.asyncDispose]();
  }
}

/** Starts program and browser for a file of tests. Where there is no browser the tests are left out, but never in CI. */
export function withAppBrowser(env: Record<string, string> = {}): () => AppBrowser {
  let app: AppBrowser | undefined;
  beforeAll(async () => {
    if (executablePath === undefined) return;
    app = new AppBrowser(await RunningServer.start(env), await launchChromium(executablePath));
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await app?.showPages();
    await app?.closePages();
  });
  afterAll(() => app?.stop());
  describe('a browser', () => {
    it('is there', (context) => {
      if (hasBrowser) return;
      if (process.env['CI'] === 'true') expect.fail(HOW_TO_GET_A_BROWSER);
      context.skip(HOW_TO_GET_A_BROWSER);
    });
  });
  return () => {
    if (app === undefined) throw new Error(HOW_TO_GET_A_BROWSER);
    return app;
  };
}

/** Waits for a page by its one h1. */
export function heading(page: Page, name: string): Promise<void> {
  return page.getByRole('heading', { name, exact: true, level: 1 }).waitFor();
}

/** Sends test USDT to a user's deposit address. */
export async function sendUsdt(client: RestClient, amount: string): Promise<void> {
  const { body } = await client.get('/get-wallet');
  await client.post('/dev/faucet', { address: body.data.wallets[1].address, currency: 'USDT', amount });
}
