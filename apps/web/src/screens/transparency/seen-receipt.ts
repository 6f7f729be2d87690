// The last receipt that this browser found right. A pool that later says less than it and the user's entries since is found out by it.
import { type EarlierReceipt, sha256, toHex } from '@glasspool/core/solvency';

const STORAGE_KEY = 'seen_receipt';

/** What is kept names no one: a user is a fingerprint of their secret number. */
function keyOf(nonce: Uint8Array): string {
  return `${STORAGE_KEY}/${toHex(sha256(nonce)).slice(0, 32)}`;
}

/** Undefined when none was seen, or when what is stored is none. */
export function readSeenReceipt(nonce: Uint8Array): EarlierReceipt | undefined {
  const [, snapshotNumber, usdt, trx] =
    /^(\d{1,9}) (\d{1,20}) (\d{1,20})$/.exec(localStorage.getItem(keyOf(nonce)) ?? '') ?? [];
  if (snapshotNumber === undefined || usdt === undefined || trx === undefined) return undefined;
  return { snapshotNumber: Number(snapshotNumber), usdt: BigInt(usdt), trx: BigInt(trx) };
}

export function rememberReceipt(nonce: Uint8Array, { snapshotNumber, usdt, trx }: EarlierReceipt): void {
  localStorage.setItem(keyOf(nonce), `${snapshotNumber} ${usdt} ${trx}`);
}

/** Forgets the receipts of every user of this browser. */
export function forgetReceipts(): void {
  for (const key of Object.keys(localStorage))
    if (key.startsWith(`${STORAGE_KEY}/`)) localStorage.removeItem(key);
}
