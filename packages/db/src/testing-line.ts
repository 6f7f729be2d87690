import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import type { DatabaseUrl } from './database-url.ts';

const POSTGRES_PORT = 5432;

/** Line between a program and a PostgreSQL server that can be slow, silent, as after a cable was pulled, or cut. */
export class TestLine implements AsyncDisposable {
  /** `silent`: bytes are taken and not passed on; `refused`: no connection is taken. */
  fault: 'silent' | 'refused' | undefined;
  /** Time that bytes take in each direction. */
  delayMs = 0;
  readonly url: DatabaseUrl;
  readonly #server: Server;
  readonly #sockets: Set<Socket>;

  private constructor(server: Server, sockets: Set<Socket>, url: DatabaseUrl) {
    this.#server = server;
    this.#sockets = sockets;
    this.url = url;
  }

  /** Starts a line to a server that listens on a socket file. */
  static async start(target: `postgres://${string}`): Promise<TestLine> {
    const { hostname, username, password } = new URL(target);
    const path = join(decodeURIComponent(hostname), `.s.PGSQL.${POSTGRES_PORT}`);
    const sockets = new Set<Socket>();
    const server = createServer((near) => {
      if (line.fault === 'refused') return void near.destroy();
      const far = connect(path);
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.add(from);
        from.on('data', (bytes) => {
          if (line.fault !== undefined) return;
          // Timers of one delay fire in their order.
          if (line.delayMs > 0) setTimeout(() => to.writable && to.write(bytes), line.delayMs);
          else to.write(bytes);
        });
        from.on('close', () => to.destroy());
        from.on('error', () => to.destroy());
      }
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    // A TCP server that listens has an AddressInfo; the string form is for sockets only.
    const { port } = server.address() as AddressInfo;
    const line = new TestLine(server, sockets, `postgres://${username}:${password}@127.0.0.1:${port}`);
    return line;
  }

  /** Cuts all connections. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#sockets.clear();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
