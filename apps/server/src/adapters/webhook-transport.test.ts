// Goal: a URL that a user names leads to the internet and nowhere else: not into the pool's own network, in whatever spelling.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { createWebhookTransport } from './webhook-transport.ts';

const abroad = createWebhookTransport({ allowsLoopback: false });
const local = createWebhookTransport({ allowsLoopback: true });

describe('a webhook URL', () => {
  it.each([
    'http://example.org/',
    'ftp://example.org/',
    'file:///etc/passwd',
    'https://user:secret@example.org/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://10.1.2.3/',
    'https://172.16.0.1/',
    'https://192.168.1.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://100.64.0.1/',
    'https://0.0.0.0/',
    'https://[fd00::1]/',
    'https://[fe80::1]/',
    'https://224.0.0.1/',
    'not a url',
    '',
  ])('%s is refused', (url) => {
    expect(abroad.accepts(url)).toBe(false);
  });

  it('is taken with an address of a public server', () => {
    expect(abroad.accepts('https://example.org/hook?x=1')).toBe(true);
    expect(abroad.accepts('https://93.184.215.14/')).toBe(true);
  });

  it('is taken with an address of this machine on the local networks only', () => {
    expect(local.accepts('http://127.0.0.1:8080/')).toBe(true);
    expect(local.accepts('http://localhost:8080/')).toBe(true);
    expect(local.accepts('http://10.0.0.1/')).toBe(false);
    expect(local.accepts('http://example.org/')).toBe(false);
  });

  it('is not connected to when its name leads to this machine', async () => {
    const post = abroad.post({ url: 'https://localhost:1/', headers: {}, body: '{}' });
    // ASVS 1.2.2, 1.3.6, 13.2.4, 13.2.5
    await expect(post).rejects.toMatchObject({ code: 'ADDRESS_NOT_PUBLIC' });
  });

  it('receives the event, and no redirect is followed', async () => {
    const seen: string[] = [];
    const server = createServer((request, response) => {
      request.setEncoding('utf8').on('data', (text: string) => seen.push(`${request.url} ${text}`));
      request.on('end', () => response.writeHead(302, { location: '/elsewhere' }).end('x'.repeat(100_000)));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      // It listens on a port, so the address is one.
      const { port } = server.address() as AddressInfo;
      const url = `http://127.0.0.1:${port}/hook`;
      expect(await local.post({ url, headers: { 'webhook-id': '1' }, body: '{"a":1}' })).toEqual({
        status: 302,
      });
      // ASVS 1.3.6, 15.3.2
      expect(seen).toEqual(['/hook {"a":1}']);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});
