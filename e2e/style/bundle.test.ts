// Goal: no chain library reaches a browser, and the policy of the pages allows nothing unsafe. Method: the built files.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const DIST = resolve(import.meta.dirname, '../../apps/web/dist');
/** Names that survive minifying, from inside each library. A wallet of the browser has a `tronWeb`, which is not loaded from here. */
const CHAIN_LIBRARIES = /JsonRpcProvider|triggerSmartContract|createtransaction|TronWeb/;

const chunks = readdirSync(join(DIST, 'assets'))
  .filter((file) => file.endsWith('.js'))
  .map((file) => ({ file, text: readFileSync(join(DIST, 'assets', file), 'utf8') }));

describe('the built web app', () => {
  it('holds no chain library', () => {
    expect(chunks.length).toBeGreaterThan(20);
    expect(chunks.filter(({ text }) => CHAIN_LIBRARIES.test(text)).map(({ file }) => file)).toEqual([]);
  });

  it.each(['ethers/lib.esm/providers/provider-jsonrpc.js', 'tronweb/lib/esm/tronweb.js'])(
    'is searched by a pattern that notices %s',
    (file) => {
      expect(readFileSync(resolve(DIST, '../../../node_modules', file), 'utf8')).toMatch(CHAIN_LIBRARIES);
    },
  );

  it('asks no one else for anything', () => {
    const addresses = chunks.flatMap(({ text }) => text.match(/(?:fetch|import)\("https?:\/\/[^"]+"/g) ?? []);
    expect(addresses).toEqual([]);
  });

  it.each(['landing', 'transparency', 'login', 'home'])('has drawn %s before any script', (page) => {
    expect(readFileSync(join(DIST, `page-${page}.html`), 'utf8')).toMatch(/<h1[^>]*>[^<]+<\/h1>/);
  });
});
