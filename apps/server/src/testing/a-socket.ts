import { once } from 'node:events';
import { WebSocket } from 'ws';
import { z } from 'zod';

const Answer = z.object({
  id: z.unknown(),
  result: z.unknown().optional(),
  error: z
    .object({
      json: z.object({
        message: z.string(),
        data: z.object({ httpStatus: z.number(), poolCode: z.string() }),
      }),
    })
    .transform(({ json }) => json)
    .optional(),
});
type Answer = z.infer<typeof Answer>;

/** A client of the websocket that sends what it is told to, and keeps what it hears. */
export class TestSocket implements AsyncDisposable {
  readonly texts: string[] = [];
  readonly #socket: WebSocket;
  readonly #waiting = new Map<unknown, (answer: Answer) => void>();
  /** Rejected when the connection ends. */
  readonly #ended: Promise<never>;
  #calls = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data) => this.#hear(String(data)));
    this.#ended = once(socket, 'close').then(() => {
      throw new Error('The connection ended before the answer.');
    });
    this.#ended.catch(() => undefined);
  }

  /** Connects to the server at an HTTP address, with the session of a token where one is given. */
  static async open(url: string, token?: string): Promise<TestSocket> {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/trpc?connectionParams=1`);
    await once(socket, 'open');
    socket.send(JSON.stringify({ method: 'connectionParams', data: token === undefined ? {} : { token } }));
    return new TestSocket(socket);
  }

  sendText(text: string): void {
    this.#socket.send(text);
  }

  /** Sends a call, and waits for its first answer. */
  call(method: string, path: string, input?: unknown): Promise<Answer> {
    return this.callRaw(method, path, input === undefined ? undefined : { json: input });
  }

  /** The same with an input as it goes over the wire. */
  async callRaw(method: string, path: string, input: unknown): Promise<Answer> {
    this.#calls += 1;
    const id = `call-${this.#calls}`;
    const answer = new Promise<Answer>((resolve) => {
      this.#waiting.set(id, resolve);
    });
    this.sendText(JSON.stringify({ id, method, params: { path, input } }));
    return Promise.race([answer, this.#ended]);
  }

  /** Waits until something heard contains a text. */
  async heard(text: string): Promise<void> {
    while (!this.texts.some((one) => one.includes(text)))
      await Promise.race([once(this.#socket, 'message'), this.#ended]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#socket.readyState === WebSocket.CLOSED) return;
    this.#socket.close();
    await once(this.#socket, 'close');
  }

  #hear(text: string): void {
    if (text === 'PING') {
      this.#socket.send('PONG');
      return;
    }
    this.texts.push(text);
    const answer = Answer.safeParse(JSON.parse(text));
    if (answer.success) this.#waiting.get(answer.data.id)?.(answer.data);
  }
}
