// A process of its own that runs the local chains, so that they outlive a server that crashes for just long enough to save
// their state. It ends when its parent does.
import { appendFileSync } from 'node:fs';
import { startLocalChains } from '@glasspool/chains/local';
import { z } from 'zod';
import { machineClock } from '../adapters/clock.ts';
import { holdFolder } from './folder-lock.ts';

const Start = z.object({
  folder: z.string(),
  bscBlockMs: z.number(),
  tronBlockMs: z.number(),
  timeOffsetMs: z.number(),
  anvilPath: z.string().optional(),
});
const Advance = z.object({ id: z.number(), advanceMs: z.number() });

/** Notifies the parent, if it still runs: a parent that was killed must not stop this process before it cleans up. */
function tell(message: object): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}

async function host(options: z.infer<typeof Start>): Promise<void> {
  const ended = new Promise<void>((resolve) => {
    process.once('disconnect', resolve);
    process.once('SIGTERM', resolve);
    // The parent may have been killed before this process was ready to hear of it.
    if (!process.connected) resolve();
  });
  using _lock = await holdFolder(options.folder);
  await using chains = await startLocalChains({ ...options, now: machineClock.now });
  process.on('message', (message) => {
    const { id, advanceMs } = Advance.parse(message);
    void chains.advanceTime(advanceMs).then(() => tell({ done: id }));
  });
  tell({
    ready: { bscUrl: chains.bscUrl, tronUrl: chains.tronUrl, usdtContract: chains.usdtContract },
  });
  await ended;
}

const options = Start.parse(JSON.parse(process.argv[2] ?? '{}'));
host(options).catch((error: unknown) => {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  tell({ failed: error instanceof Error ? error.message : text });
  appendFileSync(`${options.folder}/host.log`, `${text}\n`);
  process.exitCode = 1;
});
