// Receives the events of a user and checks that the pool sent them (Standard Webhooks 1.0).
//   PORT=8080 WEBHOOK_SECRET=whsec_... npm run webhooks --workspace @glasspool/examples
// Make the webhook, and get its secret, in the settings of the web app.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

/** An older message may be a recording, and is refused. */
const AGE_MAX_S = 300;
const secret = Buffer.from((process.env['WEBHOOK_SECRET'] ?? '').replace('whsec_', ''), 'base64');
const seen = new Set<string>();

function isGenuine(id: string, timestamp: string, signature: string, body: string): boolean {
  if (Math.abs(Date.now() / 1_000 - Number(timestamp)) > AGE_MAX_S) return false;
  const expected = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest();
  const given = Buffer.from(signature.replace('v1,', ''), 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

const server = createServer(async (request, response) => {
  const body = await text(request);
  const [id, timestamp, signature] = ['id', 'timestamp', 'signature'].map((name) =>
    String(request.headers[`webhook-${name}`] ?? ''),
  );
  if (!isGenuine(id ?? '', timestamp ?? '', signature ?? '', body)) {
    response.writeHead(401).end();
    return;
  }
  // The same event may come twice: when the answer to the first was lost.
  if (id !== undefined && !seen.has(id)) {
    seen.add(id);
    const { type, data } = JSON.parse(body);
    console.log(`${type} ${data.amount} ${data.currency}`);
  }
  response.writeHead(204).end();
});
server.listen(Number(process.env['PORT'] ?? 8080), '127.0.0.1', () => {
  console.log(`listening ${JSON.stringify(server.address())}`);
});
