// A line between a browser and the program that is as slow as a phone's. Chromium's own throttling is not used: with several pages at
// once it now and then stops reading what has come, and the page never loads.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export interface LineSpeed {
  /** There and back. */
  readonly latencyMs: number;
  /** Each way. */
  readonly bytesPerSecond: number;
}

/** All connections through one line share what it carries. */
export class SlowLine implements AsyncDisposable {
  readonly #target: URL;
  readonly #speed: LineSpeed;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(target: string, speed: LineSpeed) {
    this.#target = new URL(target);
    this.#speed = speed;
    const up = { freeAtMs: 0 };
    const down = { freeAtMs: 0 };
    this.#server = createServer((client) => {
      const server = connect(Number(this.#target.port), this.#target.hostname);
      void this.#carry(client, server, up);
      void this.#carry(server, client, down);
    });
  }

  static async start(target: string, speed: LineSpeed): Promise<SlowLine> {
    const line = new SlowLine(target, speed);
    line.#server.listen(0, '127.0.0.1');
    await once(line.#server, 'listening');
    return line;
  }

  get url(): string {
    // A TCP server that listens has an AddressInfo; the string form is for sockets only.
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  /** Takes what comes as fast as the line carries it, and hands it on in order, half of `latencyMs` later. */
  async #carry(from: Socket, to: Socket, direction: { freeAtMs: number }): Promise<void> {
    this.#sockets.add(from);
    let handedOn: Promise<unknown> = Promise.resolve();
    try {
      for await (const chunk of from.iterator({ destroyOnReturn: false })) {
        const startMs = Math.max(Date.now(), direction.freeAtMs);
        direction.freeAtMs = startMs + (chunk.length / this.#speed.bytesPerSecond) * 1000;
        const arrivesAtMs = direction.freeAtMs + this.#speed.latencyMs / 2;
        handedOn = handedOn.then(async () => {
          await sleep(Math.max(1, arrivesAtMs - Date.now()));
          to.write(chunk);
        });
        await sleep(Math.max(1, direction.freeAtMs - Date.now()));
      }
      await handedOn;
      to.end();
    } catch {
      // A connection that was reset on one side is reset on the other.
      to.destroy();
    } finally {
      this.#sockets.delete(from);
    }
  }
}
