// Goal: a reward leads to its run and to the sources of the reserve up to then, for the user who received it and for no one else, and its
// row is proven to be in the run's root.
// Method: the paths are followed by independent code, written from docs/books.md alone.
import { createHash } from 'node:crypto';
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { runRewards } from '@glasspool/pool/rewards';
import { expectRefusal, TestPool } from '@glasspool/pool/testing';
import { expect, it } from 'vitest';
import { listUserTransactions } from '../transactions/index.ts';
import { getRewardReceipt, type RowProof } from './get-reward-receipt.ts';

const sha256 = (...parts: (string | Buffer)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** Root to which a leaf leads by its path (RFC 6962, 2.1.1). The path begins with the node next to the leaf. */
function follow(
  leaf: Buffer,
  { index, size, path }: { index: number; size: number; path: readonly string[] },
): Buffer {
  let [digest, at, last] = [leaf, index, size - 1];
  for (const step of path) {
    const sibling = Buffer.from(step, 'hex');
    while (at % 2 === 0 && at === last) [at, last] = [at >> 1, last >> 1];
    digest = at % 2 === 1 ? sha256('\x01', sibling, digest) : sha256('\x01', digest, sibling);
    [at, last] = [at >> 1, last >> 1];
  }
  return digest;
}

function computeRoot(proof: RowProof): string {
  const leaf = sha256(`\0${proof.salt}/${proof.row}`);
  const page = follow(leaf, { index: proof.index, size: proof.rows, path: proof.rowPath });
  const run = follow(sha256('\0', page), { index: proof.page, size: proof.pages, path: proof.pagePath });
  return run.toString('hex');
}

describeEachDatabase('the receipt of a reward', (open) => {
  it('shows the run, the share that was paid, and only what funded the reserve before it', async () => {
    const pool = await new TestPool((await open()).database).start();
    await pool.fundReserve('USDT', '1');
    const alice = await pool.investor('alice', 'USDT', '100');
    const bob = await pool.investor('bob', 'USDT', '100');
    pool.advanceHours(24);
    await runRewards(pool.deps);
    pool.advanceHours(1);
    await pool.fundReserve('USDT', '500');
    const { entries } = await listUserTransactions(pool.deps, { userId: alice, page: 1, limit: 10 });
    const id = entries.find(({ type }) => type === 'daily_payout')?.id ?? '';
    const receipt = await getRewardReceipt(pool.deps, { userId: alice, transactionId: id });
    expect(receipt).toMatchObject({
      dueMicro: micro('2'),
      paidMicro: micro('0.5'),
      run: {
        investments: 2,
        targetRatePpb: 20_000_000,
        effectiveRatePpb: 5_000_000,
        reserveBeforeMicro: micro('1'),
        reserveAfterMicro: 0n,
      },
      sources: { receivedMicro: micro('1'), fundedMicro: micro('1') },
    });
    expect(receipt.sources.receipts.map(({ amountMicro }) => amountMicro)).toEqual([micro('1')]);
    expect(receipt.sources.fundings).toHaveLength(1);
    await expectRefusal(pool, 'NOT_FOUND', () =>
      getRewardReceipt(pool.deps, { userId: bob, transactionId: id }),
    );
  });

  it('shows an inviter their own share, and nothing of the friend’s', async () => {
    const pool = await new TestPool((await open()).database).start();
    await pool.fundReserve('USDT', '1000');
    const alice = await pool.signUp('alice');
    await pool.investor('bob', 'USDT', '100', alice);
    pool.advanceHours(24);
    await runRewards(pool.deps);
    const { entries } = await listUserTransactions(pool.deps, { userId: alice, page: 1, limit: 10 });
    const [share] = entries;
    expect(share).toMatchObject({ type: 'referral_reward' });
    const receipt = await getRewardReceipt(pool.deps, { userId: alice, transactionId: share?.id ?? '' });
    expect(receipt).toMatchObject({ dueMicro: share?.amountMicro, paidMicro: share?.amountMicro });
    expect(receipt.run.referralPaidMicro).toBe(share?.amountMicro);
  });

  it('has the path of its row to the root of the run, and of no other amount', async () => {
    const pool = await new TestPool((await open()).database).start();
    await pool.fundReserve('USDT', '1000');
    const users = [await pool.investor('alice', 'USDT', '100')];
    for (const name of ['bob', 'carol', 'dave', 'erin'])
      users.push(await pool.investor(name, 'USDT', '100', users.at(-1)));
    pool.advanceHours(24);
    const [run] = await runRewards(pool.deps, { collected: 5, paid: 2 });
    for (const userId of users) {
      const { entries } = await listUserTransactions(pool.deps, { userId, page: 1, limit: 10 });
      const rewards = entries.filter(({ type }) => type === 'daily_payout' || type === 'referral_reward');
      expect(rewards.length).toBeGreaterThan(0);
      for (const { id, amountMicro } of rewards) {
        const { proof } = await getRewardReceipt(pool.deps, { userId, transactionId: id });
        if (proof === null) throw new Error('The run is closed and has no root.');
        expect(proof.row.split('/').at(-1)).toBe(String(amountMicro));
        expect(computeRoot(proof)).toBe(run?.root);
        expect(computeRoot({ ...proof, row: `${proof.row}0` })).not.toBe(run?.root);
      }
    }
  });

  it.each(['', 'inv', 'inv/0', 'inv/one', 'inv/1/4', 'inv/1/1/1', 'inv/99999999999999999999'])(
    'does not exist for “%s”',
    async (transactionId) => {
      const pool = await new TestPool((await open()).database).start();
      const alice = await pool.signUp('alice');
      await expectRefusal(pool, 'NOT_FOUND', () =>
        getRewardReceipt(pool.deps, { userId: alice, transactionId }),
      );
    },
  );
});
