import type pg from 'pg';
import type { ReadDatabaseUrl } from './database-url.ts';
import { postgresClient } from './dialects/postgres-client.ts';

const CHANNEL = 'glasspool_events';
const RECONNECT_MS = 1_000;
/** Pause between two questions whether the line is still there, and the time that an answer may take. */
const HEARTBEAT_MS = 10_000;
/** Messages that wait to be sent while the server hangs. What comes on top is lost. */
const WAITING_MAX = 1_000;

/** Carries short messages between the processes of one PostgreSQL database. What is sent while the connection is down is lost. */
export interface Notifications extends AsyncDisposable {
  /** Sends a message to every other process. */
  publish(message: string): void;
}

export interface Listener {
  readonly onMessage: (message: string) => void;
  /** Called when the connection is there again: what was sent meanwhile was missed. */
  readonly onGap: () => void;
}

/** Listens to the other processes. A broken or silent connection is re-established until the result is disposed. */
export async function listenForNotifications(
  readUrl: ReadDatabaseUrl,
  { onMessage, onGap }: Listener,
): Promise<Notifications> {
  const Client = postgresClient(readUrl, { answerTimeoutMs: HEARTBEAT_MS });
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isDisposed = false;
  let ownProcessId: number | undefined;

  const connect = async (): Promise<void> => {
    const next = new Client();
    const lose = (): void => {
      if (client === next) client = undefined;
      if (isDisposed || timer !== undefined) return;
      timer = setTimeout(() => {
        timer = undefined;
        reconnect().catch(lose);
      }, RECONNECT_MS);
    };
    next.on('error', lose).on('end', lose);
    next.on('notification', ({ payload, processId }) => {
      // PostgreSQL tells the sender too.
      if (payload !== undefined && processId !== ownProcessId) onMessage(payload);
    });
    await next.connect();
    await next.query(`listen ${CHANNEL}`);
    const { rows } = await next.query<{ pid: number }>('select pg_backend_pid() as pid');
    ownProcessId = rows[0]?.pid;
    client = next;
  };
  const reconnect = async (): Promise<void> => {
    await connect();
    onGap();
  };
  // A line that is cut without a word is only noticed by a question. Its failure ends the connection, and so leads to a new one.
  const heartbeat = setInterval(() => void client?.query('select 1').catch(() => undefined), HEARTBEAT_MS);
  heartbeat.unref();

  let last = Promise.resolve<unknown>(undefined);
  let waiting = 0;

  await connect();
  return {
    publish: (message) => {
      if (waiting >= WAITING_MAX) return;
      waiting += 1;
      // One after the other: a connection has one statement at a time. A lost message costs a screen one refresh; the next change or
      // reconnect brings it.
      last = last
        .then(() => client?.query('select pg_notify($1, $2)', [CHANNEL, message]))
        .catch(() => undefined)
        .finally(() => {
          waiting -= 1;
        });
    },
    [Symbol.asyncDispose]: async () => {
      isDisposed = true;
      clearTimeout(timer);
      clearInterval(heartbeat);
      await client?.end();
    },
  };
}
