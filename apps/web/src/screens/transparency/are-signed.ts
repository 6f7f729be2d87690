import { decodeManifest, entryReceiptMessage, fromHex, isSignedBy } from '@glasspool/proof';
import type { KeptEntries } from './kept-entries.ts';

/** Returns true when the key that a manifest names signed every one of the receipts. What cannot be read is not signed. */
export function areSigned({ nonce, entryReceipts }: KeptEntries, manifest: Uint8Array): boolean {
  try {
    const { statementPublicKey } = decodeManifest(manifest);
    return entryReceipts.every(({ entry, signature, ...facts }) => {
      const message = entryReceiptMessage({ ...facts, entry: fromHex(entry) }, fromHex(nonce));
      return isSignedBy(statementPublicKey, message, fromHex(signature));
    });
  } catch {
    return false;
  }
}
