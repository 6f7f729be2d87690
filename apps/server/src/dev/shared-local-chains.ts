// Local chains that several processes of one pool share, over HTTP on this machine: GET / says where the nodes are, POST /advance moves their
// time.
import type { LocalChains } from '@glasspool/chains/local';
import { z } from 'zod';
import { ConfigError } from '../config/config-error.ts';

export const SharedChains = z.object({
  bscUrl: z.string(),
  tronUrl: z.string(),
  usdtContract: z.string(),
  /** Time by which the chains are ahead of the machine. */
  offsetMs: z.number(),
});
export const Advance = z.object({ ms: z.number().int().positive() });

/** The shared local chains do not answer; they may be started later. */
export class LocalChainsAwayError extends ConfigError {}

/**
 * Connects to shared local chains. They may be behind the pool's clock, as after a stop in the middle of a step of it: their time is moved
 * then.
 *
 * @throws LocalChainsAwayError when they do not answer.
 */
export async function connectSharedChains(url: string, clockOffsetMs: number): Promise<LocalChains> {
  const { offsetMs, ...chains } = await ask(url);
  const advanceTime = (ms: number): Promise<void> => post(url, ms);
  if (offsetMs < clockOffsetMs) await advanceTime(clockOffsetMs - offsetMs);
  return { ...chains, advanceTime, [Symbol.asyncDispose]: async () => undefined };
}

async function ask(url: string): Promise<z.infer<typeof SharedChains>> {
  try {
    return SharedChains.parse(await (await fetch(url)).json());
  } catch (cause) {
    throw new LocalChainsAwayError(
      `LOCAL_CHAINS_URL: no local chains answer at ${url}. Start them first: node apps/server/src/dev/serve-local-chains.ts`,
      { cause },
    );
  }
}

async function post(url: string, ms: number): Promise<void> {
  const answer = await fetch(new URL('/advance', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ms }),
  });
  if (!answer.ok) throw new Error(`The local chains refused to move their time: ${answer.status}.`);
}
