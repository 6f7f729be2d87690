import { once } from 'node:events';
import { createServer } from 'node:http';
import { presentDigests } from './peers.ts';
import { readState } from './state.ts';
import type { AlarmKind, Round } from './watcher.ts';

const KINDS: readonly AlarmKind[] = ['fork', 'wrong', 'silent', 'unreachable'];

/** Server of a watcher: digests for others to compare, metrics for Prometheus. */
export interface Served extends AsyncDisposable {
  readonly url: string;
  /** Shows the result of a round from now on. */
  show(round: Round, atMs: number): void;
}

/** Serves on an address; port 0 takes a free one. */
export async function serve(
  at: { host: string; port: number },
  { statePath, readNowMs }: { statePath: string; readNowMs: () => number },
): Promise<Served> {
  let last: { round: Round; atMs: number } | undefined;
  const server = createServer((request, response) => {
    if (request.url === '/digests')
      readState(statePath)
        .then((state) =>
          response
            .setHeader('content-type', 'application/json')
            .end(JSON.stringify(presentDigests(state, readNowMs()))),
        )
        .catch(() => response.writeHead(500).end());
    else if (request.url === '/metrics')
      response.setHeader('content-type', 'text/plain; version=0.0.4').end(describe(last));
    else response.writeHead(404).end();
  });
  server.listen(at.port, at.host);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    url: `http://${at.host}:${address.port}`,
    show(round, atMs) {
      last = { round, atMs };
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Prometheus text format. */
function describe(last: { round: Round; atMs: number } | undefined): string {
  if (last === undefined) return '';
  const { round, atMs } = last;
  const alarms = KINDS.map(
    (kind) =>
      `glasspool_watch_alarms{kind="${kind}"} ${round.alarms.filter((alarm) => alarm.kind === kind).length}`,
  );
  return [
    '# HELP glasspool_watch_alarms What is wrong with the pool, as of the last round.',
    '# TYPE glasspool_watch_alarms gauge',
    ...alarms,
    '# HELP glasspool_watch_unchecked Checks and peers that could not be asked in the last round.',
    '# TYPE glasspool_watch_unchecked gauge',
    `glasspool_watch_unchecked ${round.unchecked.length}`,
    '# HELP glasspool_watch_newest_snapshot Number of the newest snapshot.',
    '# TYPE glasspool_watch_newest_snapshot gauge',
    `glasspool_watch_newest_snapshot ${round.newest ?? -1}`,
    '# HELP glasspool_watch_last_round_seconds Time of the last round.',
    '# TYPE glasspool_watch_last_round_seconds gauge',
    `glasspool_watch_last_round_seconds ${Math.floor(atMs / 1_000)}`,
    '',
  ].join('\n');
}
