import { digestsMessage, fromHex, isSignedBy } from '@glasspool/proof';
import { z } from 'zod';
import { readPublicKey, type State, signWith } from './state.ts';

const PEER_MS_MAX = 10_000;
const ANSWER_BYTES_MAX = 8 * 1_024 * 1_024;
const Hex = (bytes: number) => z.string().regex(new RegExp(`^[0-9a-f]{${2 * bytes}}$`));

/** Digests that a watcher serves for others to compare. */
const Digests = z.object({
  watcher: Hex(32),
  saidAtMs: z.int().min(0),
  digests: z.array(z.object({ number: z.int().min(0), digest: Hex(32) })),
  signature: Hex(64),
});
export type Digests = z.infer<typeof Digests>;

/** The digests that this watcher saw, signed. */
export function presentDigests(state: State, saidAtMs: number): Digests {
  const digests = state.seen.map(({ number, digest }) => ({ number, digest }));
  const message = digestsMessage({ saidAtMs, digests: digests.map(toBytes) });
  return { watcher: readPublicKey(state), saidAtMs, digests, signature: signWith(state, message) };
}

/**
 * Asks another watcher what it saw.
 *
 * @throws Error when it does not answer, or what it says is not signed by the key that it names
 */
export async function askPeer(url: string): Promise<Digests> {
  const response = await fetch(`${url}/digests`, { signal: AbortSignal.timeout(PEER_MS_MAX) });
  if (!response.ok) throw new Error(`${url} answered ${response.status}.`);
  const text = await response.text();
  if (text.length > ANSWER_BYTES_MAX) throw new Error(`${url} answered with ${text.length} characters.`);
  const said = Digests.parse(JSON.parse(text));
  const { watcher, saidAtMs, digests, signature } = said;
  const message = digestsMessage({ saidAtMs, digests: digests.map(toBytes) });
  if (!isSignedBy(fromHex(watcher), message, fromHex(signature)))
    throw new Error(`${url} did not sign what it says.`);
  return said;
}

/** Snapshots of which two watchers saw different manifests: the pool showed each another history. */
export function listForks(
  own: State['seen'],
  other: Digests,
): { number: number; own: string; other: string }[] {
  const known = new Map(own.map(({ number, digest }) => [number, digest]));
  return other.digests.flatMap(({ number, digest }) => {
    const mine = known.get(number);
    return mine === undefined || mine === digest ? [] : [{ number, own: mine, other: digest }];
  });
}

function toBytes({ number, digest }: { number: number; digest: string }) {
  return { number, digest: fromHex(digest) };
}
