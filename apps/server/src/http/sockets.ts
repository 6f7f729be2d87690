import type { IncomingMessage } from 'node:http';
import { MINUTE_MS, SECOND_MS } from '@glasspool/core';
import type { FastifyInstance } from 'fastify';
import type { RawData, WebSocket } from 'ws';
import type { ClientAddress } from './client-address.ts';
import { readNetworkBlocks } from './network-blocks.ts';

/** Connections that one network address may hold open at a time: a few dozen tabs, or an office. */
const CONNECTIONS_MAX = 100;
/** Messages of one connection in a minute. A screen sends a handful. */
const MESSAGES_MAX = 300;
/** RFC 6455, 7.4.1: policy violation. */
const POLICY_VIOLATION = 1008;
const TRY_AGAIN_LATER = 1013;

/**
 * Bounds what websockets may take: connections of one address, and messages of one connection. A page of another site is not let in
 * (OWASP ASVS 5.0, 4.4.2), though it would have no token to hand in.
 */
export function guardSockets(
  server: FastifyInstance,
  options: { publicOrigin: string; clientAddress: ClientAddress; factor: number },
): void {
  const { publicOrigin, clientAddress, factor } = options;
  const open = new Map<string, number>();
  server.websocketServer.on('connection', (socket: WebSocket, request: IncomingMessage) => {
    const address = readNetworkBlocks(clientAddress(request)).host;
    const count = (open.get(address) ?? 0) + 1;
    open.set(address, count);
    socket.on('close', () => {
      const left = (open.get(address) ?? 1) - 1;
      if (left === 0) open.delete(address);
      else open.set(address, left);
    });
    if (!isOwnPage(request, publicOrigin)) socket.close(POLICY_VIOLATION, 'This page is not ours.');
    else if (count > CONNECTIONS_MAX * factor) socket.close(TRY_AGAIN_LATER, 'Too many connections.');
    else limitMessages(socket, MESSAGES_MAX * factor);
  });
}

/** Programs send no Origin; browsers always do. */
function isOwnPage({ headers }: IncomingMessage, publicOrigin: string): boolean {
  const { origin, host } = headers;
  if (origin === undefined || origin === publicOrigin) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}

function limitMessages(socket: WebSocket, max: number): void {
  let count = 0;
  const timer = setInterval(() => {
    count = 0;
  }, MINUTE_MS);
  timer.unref();
  socket.on('message', (_data: RawData) => {
    count += 1;
    if (count > max) socket.close(POLICY_VIOLATION, 'Too many messages.');
  });
  socket.on('close', () => clearInterval(timer));
}

/** A connection that does not answer is ended, so that it does not count for ever. */
export const SOCKET_KEEP_ALIVE = {
  enabled: true,
  pingMs: 30 * SECOND_MS,
  pongWaitMs: 10 * SECOND_MS,
} as const;
