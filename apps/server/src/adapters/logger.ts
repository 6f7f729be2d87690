import { join } from 'node:path';
import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino';

/** Field names that are redacted from logs, wherever an object carries them. */
const SECRETS = [
  'password',
  'newPassword',
  'currentPassword',
  'token',
  'signupToken',
  'otp',
  'totp',
  'code',
  'key',
  'secret',
];
const REDACTED = SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
/** Lines that wait for a disk, at most. */
const WAITING_BYTES_MAX = 4 * 1_024 * 1_024;
/** The page of a reset link has its token in its path. */
const RESET_PATH = /^\/reset-pass(?:or|wor)d\/[^/?#]+/;

/**
 * JSON lines without secrets: no header that opens a session, no body, no token of a reset link, no query. On a local network they go to
 * `server.log` in the data folder.
 */
export function createLogger(options: {
  level: string;
  /** Folder of the log on local networks; left out, the log goes to standard output. */
  dataDir: string | undefined;
  destination?: DestinationStream;
}): Logger {
  const { level, dataDir, destination } = options;
  const settings = {
    level,
    redact: { paths: REDACTED, censor: '[hidden]' },
    serializers: { req: describeRequest, err: describeError },
  };
  if (destination !== undefined) return pino(settings, destination);
  if (dataDir === undefined) return pino(settings);
  return pino(settings, openFile(join(dataDir, 'server.log')));
}

/** A log file that may be on a full disk: lines wait for room in it, as far as the bound allows, and the program goes on. */
function openFile(dest: string): DestinationStream {
  // Written at once: what waits at the end of the process would be written again and again until the disk has room (sonic-boom, flushSync).
  const file = pino.destination({ dest, mkdir: true, sync: true, maxLength: WAITING_BYTES_MAX });
  // Without a listener the error would end the process. The disk's own probe says that it is full.
  file.on('error', () => undefined);
  return file;
}

/** Log of security events: each action on an account and each refusal, at every level, so that attacks can be traced later. */
export function getSecurityLog(log: Logger): Logger {
  return log.level === 'silent' ? log : log.child({}, { level: 'info' });
}

function describeRequest(request: { method: string; url: string; ip?: string; id?: unknown }): object {
  return {
    method: request.method,
    path: loggablePath(request.url),
    address: request.ip,
    id: request.id,
  };
}

/** A path without its query, which may hold what was typed, and without the token of a reset link. */
export function loggablePath(url: string): string {
  const [path = ''] = url.split('?');
  return path.replace(RESET_PATH, '/reset-password/[hidden]');
}

/** Message and stack of an error, without the values that a driver or validator attaches to it. */
function describeError(error: Error): object {
  const { type, message, stack } = stdSerializers.err(error);
  const cause = error.cause instanceof Error ? describeError(error.cause) : undefined;
  return { type, message, stack, ...('code' in error ? { code: error.code } : {}), ...(cause && { cause }) };
}
