// Record of what this page has sent. Money can be sent twice by a reader who is told that nothing was, so only this module decides what
// a screen may say.

export class Request {
  /** Way of the request so far. One that got no answer stays 'sent': it may have been carried out. */
  state: 'made' | 'sent' | 'done' | 'refused' = 'made';
  /** True when the same was asked for before, and no answer had come. */
  isRepeat = false;
}

const requests: Request[] = [];

/** An error before anything was sent. */
export class NotSent extends Error {
  constructor(cause: unknown) {
    super('Nothing was sent.', { cause });
  }
}

/** Counts a request, or once more one that waits and is asked for again: the screen that asked looks at what becomes of it. */
export function beginRequest(request = new Request()): Request {
  requests.push(request);
  return request;
}

export function isRequest(value: unknown): value is Request {
  return value instanceof Request;
}

/** Count of requests until now, to ask later what was sent since. */
export function countRequests(): number {
  return requests.length;
}

/** Returns what became of the requests since a count: 'unknown' where one may have been carried out. */
export function judgeSent(since: number): 'nothing' | 'unknown' | 'done' {
  const states = requests.slice(since).map(({ state }) => state);
  if (states.includes('sent')) return 'unknown';
  return states.includes('done') ? 'done' : 'nothing';
}

/** Returns true when one of the requests since a count was carried out as one of before: perhaps long ago, when it was asked for first. */
export function wasRepeated(since: number): boolean {
  return requests.slice(since).some(({ state, isRepeat }) => isRepeat && state === 'done');
}

/** Returns true for an error of a request that never left this page. */
export function wasNotSent(error: unknown): boolean {
  return error instanceof Error && error.cause instanceof NotSent;
}
