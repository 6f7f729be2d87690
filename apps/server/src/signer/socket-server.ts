import { chmodSync, existsSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { ConfigError } from '../config/config-error.ts';
import { readLines, writeLine } from './lines.ts';
import { type Answer, type Greeting, Request } from './protocol.ts';

/** A web process has one connection; there are a few of them, and workers. */
const CONNECTIONS_MAX = 64;
/** Requests of one connection that wait for their answer. */
const WAITING_MAX = 1_000;

export interface SocketOptions {
  readonly path: string;
  /** 0o600 for the user alone, 0o660 for the group as well. */
  readonly mode: number;
  readonly readGreeting: () => Greeting;
  readonly answer: (request: Request) => Promise<Answer>;
}

/**
 * Listens on a unix socket that only its user, or its group, can open: Node cannot ask who is connected (SO_PEERCRED). A connection
 * that says something else than requests is ended.
 *
 * @throws ConfigError when another signer listens there.
 */
export async function listenOnSocket(options: SocketOptions): Promise<AsyncDisposable> {
  const { path, mode } = options;
  await removeStale(path);
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    if (open.size >= CONNECTIONS_MAX) return void socket.destroy();
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    serve(socket, options);
  });
  // Private from its first moment on: the group is let in once it listens.
  const umask = process.umask(0o177);
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(path, resolve);
    });
  } finally {
    process.umask(umask);
  }
  chmodSync(path, mode);
  return {
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}

function serve(socket: Socket, { readGreeting, answer }: SocketOptions): void {
  let waiting = 0;
  // A client that went away needs no answer.
  socket.on('error', () => socket.destroy());
  writeLine(socket, readGreeting());
  readLines(socket, (line) => {
    const request = Request.parse(JSON.parse(line));
    waiting += 1;
    if (waiting > WAITING_MAX) throw new RangeError('Too many requests wait.');
    void answer(request).then((answered) => {
      waiting -= 1;
      writeLine(socket, answered);
    });
  });
}

/** Removes the socket file of a signer that ended without removing it. */
async function removeStale(path: string): Promise<void> {
  if (!existsSync(path)) return;
  const isUsed = await new Promise<boolean>((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.on('close', () => undefined);
    socket.once('connect', () => socket.destroy());
  });
  if (isUsed)
    throw new ConfigError(`SIGNER_SOCKET: another signer listens at ${path}. Stop it, or name another path.`);
  rmSync(path);
}
