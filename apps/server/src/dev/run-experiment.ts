import { fork } from 'node:child_process';
import { on } from 'node:events';
import { join } from 'node:path';
import { ExperimentNewsOutput } from '@glasspool/api';
import type { ExperimentId, ExperimentNews } from '@glasspool/api/contracts';
import { MINUTE_MS, SECOND_MS } from '@glasspool/core';

/** A sandbox has nodes of its own: two at once would only make both slow. The next one waits for the end of a process that has told all. */
let current: { isOver: boolean; readonly exited: Promise<unknown> } | undefined;
const RUN_TIMEOUT_MS = 10 * MINUTE_MS;
/** A process whose reader has left has this long to remove what it made. */
const END_TIMEOUT_MS = 30 * SECOND_MS;

/**
 * Runs an experiment in a process of its own, and yields what it tells. A reader who stops ends the process, which removes what it made.
 */
export async function* runExperiment(
  id: ExperimentId,
  signal: AbortSignal | undefined,
): AsyncGenerator<ExperimentNews> {
  if (current?.isOver === false) {
    yield { kind: 'failed', reason: 'Another experiment is running. Wait until it has ended.' };
    return;
  }
  const hasReaderLeft = (): boolean => signal?.aborted === true;
  const previous = current;
  const exit = Promise.withResolvers<void>();
  const own = { isOver: false, exited: exit.promise };
  current = own;
  await previous?.exited;
  // While it waited.
  if (hasReaderLeft()) {
    own.isOver = true;
    return exit.resolve();
  }
  const ended = new AbortController();
  const child = fork(join(import.meta.dirname, '../lab/main.ts'), [id], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  // It removes its sandbox when it is asked to end.
  let timer = setTimeout(() => child.kill(), RUN_TIMEOUT_MS);
  for (const event of ['exit', 'error'])
    child.once(event, () => {
      own.isOver = true;
      exit.resolve();
      clearTimeout(timer);
      ended.abort();
    });
  const signals = signal === undefined ? [ended.signal] : [ended.signal, signal];
  try {
    for await (const [message] of on(child, 'message', { signal: AbortSignal.any(signals) })) {
      const news = ExperimentNewsOutput.parse(message);
      const isLast = news.kind === 'end' || news.kind === 'failed';
      if (isLast) own.isOver = true;
      yield news;
      if (isLast) return;
    }
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'AbortError') throw error;
    if (!hasReaderLeft())
      yield { kind: 'failed', reason: 'The process of the experiment ended before it was done.' };
  } finally {
    own.isOver = true;
    if (child.connected) child.disconnect();
    clearTimeout(timer);
    timer = setTimeout(() => child.kill('SIGKILL'), END_TIMEOUT_MS);
    timer.unref();
  }
}
