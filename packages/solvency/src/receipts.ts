// Receipts: the statements of a snapshot about each user, in a file of fixed-size records in the order of user ids. A day of a million
// users takes 65 MB on disk, and no row of the database. The file is private, because it names users.
import { isId, type UserId } from '@glasspool/core';
import type { Row } from '@glasspool/db';
import { LEAVES_PER_USER_MAX, readAll } from '@glasspool/proof';
import type { SolvencyDeps } from './deps.ts';

const ID_BYTES = 30;
const AMOUNT_BYTES = 8;
const POSITION_BYTES = 4;
const COUNT_AT = ID_BYTES + 2 * AMOUNT_BYTES;
const POSITIONS_AT = COUNT_AT + 1;
const RECORD_BYTES = POSITIONS_AT + LEAVES_PER_USER_MAX * POSITION_BYTES;
/** Number of records that one step of the search reads. */
const RECORDS_PER_READ = 64;

/** Statement of a snapshot about one user. */
export interface Receipt {
  readonly userId: string;
  readonly usdt: bigint;
  readonly trx: bigint;
  /** Positions of the user's leaves. */
  readonly positions: readonly number[];
}

/** Encodes a receipt as a record of the file. */
export function encodeReceipt({ userId, usdt, trx, positions }: Receipt): Uint8Array {
  const record = new Uint8Array(RECORD_BYTES);
  const view = new DataView(record.buffer);
  const { read, written } = new TextEncoder().encodeInto(userId, record.subarray(0, ID_BYTES));
  if (read !== userId.length || written !== ID_BYTES) throw new RangeError(`${userId} is not a user id.`);
  if (positions.length > LEAVES_PER_USER_MAX) throw new RangeError(`${userId} has too many leaves.`);
  view.setBigUint64(ID_BYTES, usdt);
  view.setBigUint64(ID_BYTES + AMOUNT_BYTES, trx);
  view.setUint8(COUNT_AT, positions.length);
  for (const [index, position] of positions.entries())
    view.setUint32(POSITIONS_AT + index * POSITION_BYTES, position);
  return record;
}

function decodeReceipt(record: Uint8Array): Receipt {
  const view = new DataView(record.buffer, record.byteOffset, record.byteLength);
  const userId = new TextDecoder().decode(record.subarray(0, ID_BYTES));
  if (!isId('user', userId)) throw new Error('The file of receipts is damaged.');
  const positions = Array.from({ length: view.getUint8(COUNT_AT) }, (_, index) =>
    view.getUint32(POSITIONS_AT + index * POSITION_BYTES),
  );
  return {
    userId,
    usdt: view.getBigUint64(ID_BYTES),
    trx: view.getBigUint64(ID_BYTES + AMOUNT_BYTES),
    positions,
  };
}

/** Finds the receipt of a user in a snapshot, by binary search; undefined when there is none. */
export async function findReceipt(
  { snapshots }: Pick<SolvencyDeps, 'snapshots'>,
  { number, userCount }: Pick<Row<'snapshot'>, 'number' | 'userCount'>,
  userId: UserId,
): Promise<Receipt | undefined> {
  let [low, high] = [0, userCount];
  while (low < high) {
    const first = Math.max(low, Math.floor((low + high) / 2) - RECORDS_PER_READ / 2);
    const end = Math.min(high, first + RECORDS_PER_READ);
    const range = { start: first * RECORD_BYTES, end: end * RECORD_BYTES };
    const bytes = await readAll(snapshots.read(number, 'receipts.bin', range));
    const receipts = Array.from({ length: end - first }, (_, index) =>
      decodeReceipt(bytes.subarray(index * RECORD_BYTES, (index + 1) * RECORD_BYTES)),
    );
    const found = receipts.find((receipt) => receipt.userId === userId);
    if (found !== undefined) return found;
    const isBefore = receipts.some((receipt) => userId < receipt.userId);
    const isAfter = receipts.some((receipt) => userId > receipt.userId);
    if (isBefore && isAfter) return undefined;
    if (isBefore) high = first;
    else low = end;
  }
  return undefined;
}
