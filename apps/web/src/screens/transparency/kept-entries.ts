// Receipts of entries that the pool sent to this browser: evidence of what it booked, also for who is left out of a snapshot later.
import { fromHex, sha256, toHex } from '@glasspool/proof';
import { browserStorage } from '../../storage.ts';

const STORAGE_KEY = 'kept_entries';
/** Of some 800 bytes each, so that they leave most of a browser's storage free. */
const KEPT_MAX = 500;

/** A line for each, as `number time entry signature`. */
const STORED =
  /^(?<number>\d{1,16}) (?<signedAtMs>\d{1,16}) (?<entry>[0-9a-f]+) (?<signature>[0-9a-f]{128})$/;

/** Receipt of an entry; bytes in hex. */
export interface KeptEntry {
  readonly number: number;
  readonly entry: string;
  readonly signedAtMs: number;
  readonly signature: string;
}

/** Receipts that are signed for one nonce, oldest first. */
export interface KeptEntries {
  readonly nonce: string;
  readonly entryReceipts: readonly KeptEntry[];
}

/** The keys name no one: they contain digests of the email and the nonce. */
function toKey(email: string, nonce: string): string {
  return `${getKeys(email)}${computeDigest(fromHex(nonce))}`;
}

function getKeys(email: string): string {
  return `${STORAGE_KEY}/${computeDigest(new TextEncoder().encode(email))}/`;
}

function computeDigest(bytes: Uint8Array): string {
  return toHex(sha256(bytes)).slice(0, 32);
}

/** Largest number of an entry whose receipt is kept for a nonce, or for any where none is named; 0 when none is. */
export function findLastKept(email: string, nonce?: string): number {
  const start = nonce === undefined ? getKeys(email) : toKey(email, nonce);
  const keys = browserStorage.listKeys(start);
  return Math.max(0, ...keys.flatMap((key) => readAt(key).map(({ number }) => number)));
}

/** Adds to what is kept for the nonce, and returns all of it. */
export function keepEntries(email: string, { nonce, entryReceipts }: KeptEntries): KeptEntries {
  const key = toKey(email, nonce);
  const kept = [...readAt(key), ...entryReceipts].slice(-KEPT_MAX);
  if (entryReceipts.length > 0) browserStorage.set(key, kept.map(write).join('\n'));
  return { nonce, entryReceipts: kept };
}

/** Forgets the receipts of every user of this browser. */
export function forgetEntries(): void {
  for (const key of browserStorage.listKeys(`${STORAGE_KEY}/`)) browserStorage.remove(key);
}

function write({ number, signedAtMs, entry, signature }: KeptEntry): string {
  return `${number} ${signedAtMs} ${entry} ${signature}`;
}

/** Lines that are not receipts are left out. */
function readAt(key: string): KeptEntry[] {
  return (browserStorage.get(key) ?? '').split('\n').flatMap((line) => {
    const found = STORED.exec(line)?.groups;
    if (found === undefined) return [];
    const { number, signedAtMs, entry = '', signature = '' } = found;
    return [{ number: Number(number), signedAtMs: Number(signedAtMs), entry, signature }];
  });
}
