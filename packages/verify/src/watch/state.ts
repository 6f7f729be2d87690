// State of a watcher between runs: its key, the digests that it saw, and the last snapshot that it found right.
import { readFile, rename, writeFile } from 'node:fs/promises';
import { fromHex, toHex } from '@glasspool/proof';
import { ed25519 } from '@noble/curves/ed25519.js';
import { z } from 'zod';

const Digest = z.string().regex(/^[0-9a-f]{64}$/);
const State = z.object({
  secretKey: Digest,
  seen: z.array(z.object({ number: z.int().min(0), digest: Digest, seenAtMs: z.int() })),
  /** Last snapshot of which nothing failed. */
  verified: z.object({ number: z.int().min(0), digest: Digest }).nullable(),
});
export type State = z.infer<typeof State>;

/** Reads what was kept; a new watcher makes itself a key. */
export async function readState(path: string): Promise<State> {
  try {
    return State.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    if (!isMissing(error)) throw new Error(`${path} is not a state of a watcher.`, { cause: error });
    const state: State = { secretKey: toHex(ed25519.utils.randomSecretKey()), seen: [], verified: null };
    await writeState(path, state);
    return state;
  }
}

/** Writes all of it or nothing, readable by its owner alone. */
export async function writeState(path: string, state: State): Promise<void> {
  const part = `${path}.part`;
  await writeFile(part, `${JSON.stringify(state, null, 1)}\n`, { mode: 0o600 });
  await rename(part, path);
}

/** Key by which others know the watcher, in hex. */
export function readPublicKey({ secretKey }: Pick<State, 'secretKey'>): string {
  return toHex(ed25519.getPublicKey(fromHex(secretKey)));
}

/** Signs a message with the watcher's key; hex. */
export function signWith({ secretKey }: Pick<State, 'secretKey'>, message: Uint8Array): string {
  return toHex(ed25519.sign(message, fromHex(secretKey)));
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
