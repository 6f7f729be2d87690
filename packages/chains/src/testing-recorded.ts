// A node that answers what it was told to, for bodies that were taken from documentation.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RecordedNode extends AsyncDisposable {
  readonly url: string;
}

/** Answers each request with what `reply` makes of its path and body, on the loopback interface. */
export async function startRecordedNode(
  reply: (path: string, body: unknown) => unknown,
): Promise<RecordedNode> {
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(Buffer.from(chunk));
      const text = Buffer.concat(chunks).toString();
      const path = new URL(request.url ?? '/', 'http://node').pathname;
      const answer = reply(path, text === '' ? undefined : JSON.parse(text));
      response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer ?? {}));
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A TCP server that listens has an AddressInfo; the string form is for sockets only.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
