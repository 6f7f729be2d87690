// Goal: whatever the number of users, each of them finds their receipt in a snapshot, and a user who is not in it finds none.
import { describe, expect, it } from 'vitest';
import { encodeReceipt, findReceipt, type Receipt } from './receipts.ts';
import { MemorySnapshots } from './testing/index.ts';

const getReceipt = (index: number): Receipt & { userId: `usr_${string}` } => ({
  userId: `usr_${String(index).padStart(26, '0')}`,
  usdt: BigInt(index) * 1_000_003n,
  trx: 2n ** 60n,
  positions: [0, 2 ** 32 - 1, index].slice(0, 1 + (index % 3)),
});

describe('the file of receipts', () => {
  it.each([0, 1, 2, 63, 64, 65, 128, 1_000])('has each of %d users, and no one else', async (count) => {
    const snapshots = new MemorySnapshots();
    // Only users with even numbers, so that between any two of them a user is missing.
    const receipts = Array.from({ length: count }, (_, index) => getReceipt(2 * index + 2));
    await snapshots.write(7, 'receipts.bin', receipts.map(encodeReceipt));
    const snapshot = { number: 7, userCount: count };
    for (const receipt of receipts)
      expect(await findReceipt({ snapshots }, snapshot, receipt.userId)).toEqual(receipt);
    for (let index = 0; index <= count; index += 1)
      expect(await findReceipt({ snapshots }, snapshot, getReceipt(2 * index + 1).userId)).toBeUndefined();
  });

  it('takes no id of another form, and no more leaves than there can be', () => {
    expect(() => encodeReceipt({ ...getReceipt(1), userId: 'usr_1' })).toThrow('is not a user id');
    expect(() =>
      encodeReceipt({ ...getReceipt(1), positions: Array.from({ length: 11 }, (_, at) => at) }),
    ).toThrow('too many');
  });
});
