// The last receipt that this browser found right. A pool that later says less than it and the user's entries since is found out by it, and
// since it is signed, others can be shown it.
import { fromHex, type KeptReceipt, sha256, toHex } from '@glasspool/proof';
import { browserStorage } from '../../storage.ts';

const STORAGE_KEY = 'seen_receipt';
const STORED =
  /^(?<number>\d{1,9}) (?<usdt>\d{1,20}) (?<trx>\d{1,20}) (?<digest>[0-9a-f]{64}) (?<signature>[0-9a-f]{128})$/;

/** The key names no one: a user is a digest of their secret number. */
function toKey(nonce: Uint8Array): string {
  return `${STORAGE_KEY}/${toHex(sha256(nonce)).slice(0, 32)}`;
}

/** Undefined when no receipt was seen, or when the stored text is not one. */
export function readSeenReceipt(nonce: Uint8Array): KeptReceipt | undefined {
  const found = STORED.exec(browserStorage.get(toKey(nonce)) ?? '')?.groups;
  if (found === undefined) return undefined;
  const { number = '', usdt = '', trx = '', digest = '', signature = '' } = found;
  return {
    snapshotNumber: Number(number),
    usdt: BigInt(usdt),
    trx: BigInt(trx),
    manifestDigest: fromHex(digest),
    signature: fromHex(signature),
  };
}

export function rememberReceipt(nonce: Uint8Array, receipt: KeptReceipt): void {
  const { snapshotNumber, usdt, trx, manifestDigest, signature } = receipt;
  const amounts = `${snapshotNumber} ${usdt} ${trx}`;
  browserStorage.set(toKey(nonce), `${amounts} ${toHex(manifestDigest)} ${toHex(signature)}`);
}

/** Forgets the receipts of every user of this browser. */
export function forgetReceipts(): void {
  for (const key of browserStorage.listKeys(`${STORAGE_KEY}/`)) browserStorage.remove(key);
}
