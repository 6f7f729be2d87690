// The last manifest that this browser found right. A pool that later shows another history is found out by it.
import { decodeManifest, fromHex, toHex } from '@glasspool/proof';
import { browserStorage } from '../../storage.ts';

const STORAGE_KEY = 'seen_manifest';

/** Undefined when none was seen, or when the stored text is not a manifest. */
export function readSeenManifest(): Uint8Array | undefined {
  const stored = browserStorage.get(STORAGE_KEY);
  if (stored === null) return undefined;
  try {
    const manifest = fromHex(stored);
    decodeManifest(manifest);
    return manifest;
  } catch {
    // Not written by this page: the next one that is right takes its place.
    return undefined;
  }
}

export function rememberManifest(manifest: Uint8Array): void {
  browserStorage.set(STORAGE_KEY, toHex(manifest));
}

export function forgetManifest(): void {
  browserStorage.remove(STORAGE_KEY);
}
