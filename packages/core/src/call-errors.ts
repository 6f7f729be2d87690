import type { ErrorDescription } from './error-description.ts';

/** Refusals that concern the call itself, or the service. */
export const CALL_ERRORS = {
  INVALID_INPUT: {
    status: 400,
    retryable: false,
    message: 'The request is invalid. Correct the listed issues and send it again.',
  },
  INVALID_JSON: { status: 400, retryable: false, message: 'The body is not valid JSON. Send a JSON object.' },
  BODY_TOO_LARGE: { status: 413, retryable: false, message: 'The body is too large. Send less than 64 KiB.' },
  PRECONDITION_FAILED: {
    status: 412,
    retryable: false,
    message: 'The file has changed. Leave the condition out and read it again.',
  },
  RANGE_NOT_SATISFIABLE: {
    status: 416,
    retryable: false,
    message: 'The file does not have this part. Leave the header Range out.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    retryable: false,
    message:
      'Send the body as JSON, with the header Content-Type: application/json, compressed with gzip or not at all.',
  },
  FORBIDDEN: { status: 403, retryable: false, message: "You don't have permission to do this." },
  HOST_NOT_LOCAL: {
    status: 403,
    retryable: false,
    message:
      'A local pool answers to localhost and to IP addresses. Open it there, or set PUBLIC_URL to its name.',
  },
  ORIGIN_REFUSED: {
    status: 403,
    retryable: false,
    message: 'Another site may not connect here. Open the page of the pool.',
  },
  NOT_FOUND: {
    status: 404,
    retryable: false,
    message: 'Nothing was found here. Check the URL or the id.',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    retryable: false,
    message: 'This URL does not support the method {method}. The header Allow lists the supported ones.',
  },
  RATE_LIMITED: {
    status: 429,
    retryable: true,
    message: 'Too many calls. Nothing was changed. Wait {seconds} seconds, then try again.',
  },
  UNAVAILABLE: {
    status: 503,
    retryable: true,
    message: 'A part of the service does not answer. Nothing was changed. Try again in a minute.',
  },
  DATABASE_AWAY: {
    status: 503,
    retryable: true,
    message:
      'The database of the pool does not answer. If you sent a request, check whether it was carried out. Try again in a minute.',
  },
  INTERNAL: {
    status: 500,
    retryable: true,
    message:
      'Something went wrong on our side. Try again; if it happens again, send the request id to support.',
  },
} as const satisfies Record<string, ErrorDescription>;
