import type { IncomingMessage } from 'node:http';
import { MINUTE_MS, PoolError, SECOND_MS } from '@glasspool/core';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { WebSocket } from 'ws';
import type { ClientAddress } from './client-address.ts';
import { guardHandler } from './guard-handler.ts';
import { readNetworkBlocks } from './network-blocks.ts';
import { sendFailure } from './rest.ts';

/** Connections that one network address may hold open at a time: a few dozen tabs, or an office. */
const CONNECTIONS_MAX = 100;
/** Messages of one connection in a minute. A screen sends a handful. */
const MESSAGES_MAX = 300;
/** RFC 6455, 7.4.1: policy violation. */
const POLICY_VIOLATION = 1008;
const TRY_AGAIN_LATER = 1013;

/**
 * Bounds what websockets may take: connections of one address, and messages of one connection. A page of another site is refused before it
 * may send a frame (OWASP ASVS 5.0, 4.4.2), though it would have no token to hand in.
 */
export function guardSockets(
  server: FastifyInstance,
  options: { publicOrigin: string; clientAddress: ClientAddress; factor: number },
): void {
  const { publicOrigin, clientAddress, factor } = options;
  server.addHook('onRequest', async (request, reply) => {
    if (!request.ws || isOwnPage(request.raw, publicOrigin)) return undefined;
    return sendFailure(request, reply, new PoolError('ORIGIN_REFUSED'));
  });
  const open = new Map<string, number>();
  const admit = (socket: WebSocket, request: IncomingMessage): void => {
    const address = readNetworkBlocks(clientAddress(request)).host;
    const count = (open.get(address) ?? 0) + 1;
    open.set(address, count);
    const leave = (): void => {
      const left = (open.get(address) ?? 1) - 1;
      if (left === 0) open.delete(address);
      else open.set(address, left);
    };
    socket.on('close', guardHandler(server.log, leave));
    if (count > CONNECTIONS_MAX * factor) socket.close(TRY_AGAIN_LATER, 'Too many connections.');
    else limitMessages(socket, { max: MESSAGES_MAX * factor, log: server.log });
  };
  server.websocketServer.on('connection', guardHandler(server.log, admit));
}

/** Programs send no Origin; browsers always do. */
function isOwnPage({ headers }: IncomingMessage, publicOrigin: string): boolean {
  const { origin, host } = headers;
  if (origin === undefined || origin === publicOrigin) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}

function limitMessages(socket: WebSocket, { max, log }: { max: number; log: FastifyBaseLogger }): void {
  let count = 0;
  const timer = setInterval(() => {
    count = 0;
  }, MINUTE_MS);
  timer.unref();
  const countMessage = (): void => {
    count += 1;
    if (count > max) socket.close(POLICY_VIOLATION, 'Too many messages.');
  };
  socket.on('message', guardHandler(log, countMessage));
  socket.on(
    'close',
    guardHandler(log, () => clearInterval(timer)),
  );
}

/** A connection that does not answer is ended, so that it does not count for ever. */
export const SOCKET_KEEP_ALIVE = {
  enabled: true,
  pingMs: 30 * SECOND_MS,
  pongWaitMs: 10 * SECOND_MS,
} as const;
