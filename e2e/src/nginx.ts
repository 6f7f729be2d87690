// Runs the nginx of the machine with docs/nginx.conf, on free ports of loopback and with a certificate of its own.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { makeCertificate, type ReverseProxy } from './proxy.ts';
import { ROOT } from './running-server.ts';

export const HOW_TO_GET_NGINX =
  'No nginx was found. On Debian or Ubuntu: sudo apt-get install nginx. Elsewhere set NGINX_PATH to its path.';

const PLACES = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx'];
/** Another process may take a port between asking for a free one and listening on it. */
const STARTS_MAX = 5;

/** Path of nginx, or undefined if it was not found. */
export function findNginx(): string | undefined {
  return [process.env['NGINX_PATH'], ...PLACES].find((path) => path !== undefined && existsSync(path));
}

export interface Nginx extends ReverseProxy {
  readonly httpPort: number;
}

/** Starts nginx in front of a running program. */
export async function startNginx(binary: string, upstream: string): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'glasspool-nginx-'));
  const { key, certificate } = await makeCertificate();
  writeFileSync(join(folder, 'privkey.pem'), key);
  writeFileSync(join(folder, 'fullchain.pem'), certificate);
  for (let start = 1; ; start += 1) {
    const ports = { httpPort: await findFreePort(), httpsPort: await findFreePort() };
    writeFileSync(join(folder, 'nginx.conf'), mainConfig(folder, siteConfig(folder, { ...ports, upstream })));
    const child = spawn(binary, ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let output = '';
    child.stderr.on('data', (chunk) => (output += String(chunk)));
    const exited = once(child, 'close');
    const isUp = await Promise.race([untilListening(ports.httpsPort), exited.then(() => false)]);
    if (isUp) {
      const stop = async (): Promise<void> => {
        child.kill('SIGTERM');
        await exited;
        rmSync(folder, { recursive: true, force: true });
      };
      return { ...ports, certificate, [Symbol.asyncDispose]: stop };
    }
    if (!output.includes('Address already in use') || start === STARTS_MAX)
      throw new Error(`nginx did not start: ${output}`);
  }
}

/** The documented file, with this test's ports, folder and upstream in it. */
function siteConfig(
  folder: string,
  { httpPort, httpsPort, upstream }: { httpPort: number; httpsPort: number; upstream: string },
): string {
  let text = readFileSync(join(ROOT, 'docs/nginx.conf'), 'utf8');
  const changes = {
    'listen 80;': `listen 127.0.0.1:${httpPort};`,
    'listen 443 ssl': `listen 127.0.0.1:${httpsPort} ssl`,
    '/etc/ssl/pool.example.org/': `${folder}/`,
    'http://127.0.0.1:3000': upstream,
  };
  for (const [from, to] of Object.entries(changes)) {
    if (!text.includes(from)) throw new Error(`docs/nginx.conf has no "${from}".`);
    text = text.replaceAll(from, to);
  }
  return text;
}

function mainConfig(folder: string, site: string): string {
  const temp = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  return `daemon off; master_process off; pid ${join(folder, 'pid')};
events {}
http {
${temp.join('\n')}
${site}
}
`;
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('A TCP server has no port.');
  return address.port;
}

async function untilListening(port: number): Promise<boolean> {
  for (;;) {
    // Any answer will do: a refused connection throws.
    const isUp = await fetch(`http://127.0.0.1:${port}`).then(
      () => true,
      () => false,
    );
    if (isUp) return true;
    await setTimeout(50);
  }
}
