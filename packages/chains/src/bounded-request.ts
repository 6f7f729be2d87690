// Requests to nodes are bounded: none lasts longer than its time, whatever trickles in, none is followed to another address, and no answer is
// larger than any real one.
import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

/** A hundred full blocks, and more than any answer that a node gives to what is asked here. */
const ANSWER_BYTES_MAX = 64 * 1024 * 1024;

interface BoundedRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | null;
  readonly timeoutMs: number;
}

interface BoundedAnswer {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** A node let a request time out. */
class RequestTimeoutError extends Error {
  override readonly name = 'RequestTimeoutError';
  /** As ethers names it. */
  readonly code = 'TIMEOUT';
}

/**
 * Asks for an answer, which may be compressed, and is unpacked no further than to the size of any real one.
 *
 * @throws RequestTimeoutError, Error of the system, such as ECONNREFUSED, or of an answer that no node gives
 */
export async function ask({
  url,
  timeoutMs,
  body,
  method,
  ...asked
}: BoundedRequest): Promise<BoundedAnswer> {
  const signal = AbortSignal.timeout(timeoutMs);
  const request = (url.startsWith('https:') ? https : http).request(url, {
    method,
    headers: { ...asked.headers, 'accept-encoding': 'gzip' },
    signal,
  });
  // Once the answer has begun, a failure is met where its body is read.
  request.on('error', () => undefined);
  try {
    request.end(body ?? undefined);
    const [response]: IncomingMessage[] = await once(request, 'response');
    if (response === undefined) throw new Error('It ended without an answer.');
    const { statusCode: status = 0, statusMessage: statusText = '' } = response;
    if (status >= 300 && status < 400)
      throw new Error(`It redirects to ${response.headers.location}, and a node does not.`);
    const headers = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
    return { status, statusText, headers: Object.fromEntries(headers), body: await readBody(response) };
  } catch (error) {
    request.destroy();
    throw signal.aborted ? new RequestTimeoutError('request timeout') : error;
  }
}

async function readBody(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response) {
    const bytes = Buffer.from(chunk);
    length += bytes.length;
    if (length > ANSWER_BYTES_MAX) throw new Error(`Its answer is larger than ${ANSWER_BYTES_MAX} bytes.`);
    chunks.push(bytes);
  }
  const body = Buffer.concat(chunks);
  if (response.headers['content-encoding'] !== 'gzip') return body;
  return unpack(body, { maxOutputLength: ANSWER_BYTES_MAX });
}

const unpack: (packed: Buffer, options: { maxOutputLength: number }) => Promise<Buffer> = promisify(gunzip);
