import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { LocalChains } from '@glasspool/chains/local';
import { z } from 'zod';

const Ready = z.object({
  ready: z.object({ bscUrl: z.string(), tronUrl: z.string(), usdtContract: z.string() }),
});
const Failed = z.object({ failed: z.string() });
const Done = z.object({ done: z.number() });

export interface LocalChainsRequest {
  readonly folder: string;
  readonly bscBlockMs: number;
  readonly tronBlockMs: number;
  readonly timeOffsetMs: number;
  readonly anvilPath: string | undefined;
}

/** Starts the local chains in a process of their own; disposing saves and stops them. */
export async function spawnLocalChains(request: LocalChainsRequest): Promise<LocalChains> {
  const child = fork(join(import.meta.dirname, 'local-chains-host.ts'), [JSON.stringify(request)], {
    // A Ctrl-C in the terminal goes to the whole group; the chains must first save their state.
    detached: true,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const ready = await new Promise<z.infer<typeof Ready>['ready']>((resolve, reject) => {
    child.once('exit', (code) =>
      reject(new Error(`The local chains ended with code ${code}; see host.log in ${request.folder}.`)),
    );
    child.on('message', (message) => {
      const failed = Failed.safeParse(message);
      if (failed.success) reject(new Error(`The local chains did not start: ${failed.data.failed}`));
      const parsed = Ready.safeParse(message);
      if (parsed.success) resolve(parsed.data.ready);
    });
  });
  let serial = 0;
  return {
    ...ready,
    advanceTime: async (ms) => {
      serial += 1;
      const id = serial;
      const done = new Promise<void>((resolve) => {
        const listen = (message: unknown): void => {
          if (Done.safeParse(message).data?.done !== id) return;
          child.off('message', listen);
          resolve();
        };
        child.on('message', listen);
      });
      child.send({ id, advanceMs: ms });
      await done;
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.disconnect();
      await exited;
    },
  };
}
