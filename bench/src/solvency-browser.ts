// The whole leaf file checked in Chromium as a user's browser does it: the app's own worker, on a page of its own. Measured are the
// time, the memory of page and worker, and the longest that the page could not have answered.
import { once } from 'node:events';
import { createReadStream, readdirSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { findChromium, launchChromium } from '@glasspool/e2e/browser';
import type { Page } from 'playwright-core';

const ASSETS = join(import.meta.dirname, '../../apps/web/dist/assets');
const LEAVES_PATH = '/api/transparency/snapshots/3/leaves.bin';
const MANIFEST_PATH = '/api/transparency/snapshots/3/manifest.bin';

export interface BrowserCheck {
  readonly isRight: boolean;
  readonly downloadMs: number;
  readonly checkMs: number;
  readonly longestPauseMs: number;
  readonly memoryBytes: number;
}

/** Undefined when there is no browser here. */
export async function checkInBrowser(file: string, manifest: Uint8Array): Promise<BrowserCheck | undefined> {
  const executablePath = findChromium();
  if (executablePath === undefined) return undefined;
  const worker = readdirSync(ASSETS).find((name) => /^audit\.worker-.*\.js$/.test(name));
  if (worker === undefined) throw new Error('There is no worker in apps/web/dist: npm run build makes it.');
  const server = serve({ file, manifest, worker: join(ASSETS, worker) });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  const browser = await launchChromium(executablePath, ['--enable-blink-features=ForceEagerMeasureMemory']);
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${port}/`);
    const timed = await measureOn(page, [...manifest], false);
    // Asking for the memory makes the browser tidy up, which takes time of its own: it is done in a second run.
    const { memoryBytes } = await measureOn(page, [...manifest], true);
    return { ...timed, memoryBytes };
  } finally {
    await browser.close();
    server.close();
  }
}

function serve(served: { file: string; manifest: Uint8Array; worker: string }): Server {
  const { file, manifest, worker } = served;
  return createServer(({ url }, response) => {
    // A page that is cut off from others may ask how much memory it has.
    response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
    response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp');
    response.setHeader('Content-Type', url === '/worker.js' ? 'text/javascript' : 'text/html');
    if (url === LEAVES_PATH) createReadStream(file).pipe(response);
    else if (url === MANIFEST_PATH) response.end(manifest);
    else if (url?.startsWith('/api/') === true) response.writeHead(404).end();
    else if (url === '/worker.js') createReadStream(worker).pipe(response);
    else response.end('<!doctype html><title>Bench</title>');
  });
}

function measureOn(page: Page, manifest: readonly number[], watchesMemory: boolean): Promise<BrowserCheck> {
  return page.evaluate(
    async ({ manifest, leavesPath, watchesMemory }) => {
      const beforeMs = performance.now();
      await (await fetch(leavesPath)).arrayBuffer().then(({ byteLength }) => byteLength);
      const downloadMs = performance.now() - beforeMs;
      let [longestPauseMs, lastMs, memoryBytes, isOver] = [0, performance.now(), 0, false];
      const ticks = setInterval(() => {
        longestPauseMs = Math.max(longestPauseMs, performance.now() - lastMs);
        lastMs = performance.now();
      });
      // Chromium alone has this, and its types are nowhere.
      const { measureUserAgentSpecificMemory } = performance as unknown as {
        measureUserAgentSpecificMemory(): Promise<{ bytes: number }>;
      };
      const watchMemory = async (): Promise<void> => {
        while (!isOver) {
          const { bytes } = await measureUserAgentSpecificMemory.call(performance);
          memoryBytes = Math.max(memoryBytes, bytes);
        }
      };
      const startMs = performance.now();
      const worker = new Worker('/worker.js', { type: 'module' });
      // The other files are not there: what is measured is the time to the line of the tree.
      const result = new Promise<boolean>((resolve, reject) => {
        worker.onmessage = ({ data }) => {
          if (data.kind === 'line' && data.line.id === 'tree') resolve(data.line.status === 'ok');
          else if (data.kind === 'failed') reject(new Error(data.reason));
        };
        worker.onerror = ({ message }) => reject(new Error(message));
      });
      const request = {
        snapshotNumber: 3,
        manifest: Uint8Array.from(manifest),
        ownLeaves: [],
        ownName: '',
        ownEntries: 0,
        anchorTxHash: null,
        nodes: {},
        nowMs: 0,
      };
      worker.postMessage({ kind: 'audit', request });
      const watching = watchesMemory ? watchMemory() : undefined;
      const isRight = await result;
      const checkMs = performance.now() - startMs;
      isOver = true;
      clearInterval(ticks);
      await watching;
      return { isRight, downloadMs, checkMs, longestPauseMs, memoryBytes };
    },
    { manifest, leavesPath: LEAVES_PATH, watchesMemory },
  );
}
