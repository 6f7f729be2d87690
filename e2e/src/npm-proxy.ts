// A reverse proxy from npm that does what docs/nginx.conf asks of one: TLS, one address of the caller, websockets. It runs on every machine.

import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import { Socket } from 'node:net';
import { createProxyServer } from 'httpxy';
import { makeCertificate, type ReverseProxy } from './proxy.ts';

/** Starts the proxy in front of a running server. */
export async function startNpmProxy(upstream: string): Promise<ReverseProxy> {
  const { key, certificate } = await makeCertificate();
  const proxy = createProxyServer({ target: upstream });
  /** Replaces whatever address the client claims. */
  const nameCaller = (request: IncomingMessage): void => {
    request.headers['x-forwarded-for'] = request.socket.remoteAddress ?? '';
  };
  const server = createServer({ key, cert: certificate }, (request, response) => {
    nameCaller(request);
    proxy.web(request, response).catch(() => response.destroy());
  });
  server.on('upgrade', (request: IncomingMessage, socket, head: Buffer) => {
    nameCaller(request);
    if (!(socket instanceof Socket)) socket.destroy();
    else proxy.ws(request, socket, {}, head).catch(() => socket.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('A TCP server has no port.');
  return {
    httpsPort: address.port,
    certificate,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      proxy.close();
    },
  };
}
