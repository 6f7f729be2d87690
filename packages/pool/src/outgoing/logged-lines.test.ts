// Goal: a log that lost lines is told from one that never had them, wherever a crash came between a line and its note in the database, and
// nothing starts on it. Method: payments of a pool over real databases, whose log is cut as a file would be.
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { expect, it } from 'vitest';
import { runRewards } from '../rewards/index.ts';
import { TestPool } from '../testing/index.ts';
import { requestWithdrawal, sendWithdrawals } from '../withdrawals/index.ts';
import { acceptLostLines, checkStart, findHalt, readSignerLogEnd } from './index.ts';
import { recordLogged } from './logged-lines.ts';

const OUTSIDE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

describeEachDatabase('a database beside the logs', (open) => {
  async function payTwice(): Promise<TestPool> {
    const pool = await new TestPool((await open()).database).start();
    pool.bsc.fundGas(10n ** 18n);
    await pool.fundReserve('USDT', '1000');
    const userId = await pool.investor('alice', 'USDT', '1000');
    pool.advanceHours(24);
    await runRewards(pool.deps);
    for (const amountMicro of [micro('5'), micro('6')]) {
      await requestWithdrawal(pool.deps, { userId, currency: 'USDT', address: OUTSIDE, amountMicro });
      await sendWithdrawals(pool.deps, 'BSC');
    }
    expect(pool.signedLog).toHaveLength(2);
    return pool;
  }

  it.each([0, 1])('refuses the start when signed.log lost line %s whole', async (index) => {
    const pool = await payTwice();
    const [lost] = pool.signedLog.splice(index, 1);
    await expect(checkStart(pool.deps)).rejects.toMatchObject({
      name: 'LogCutError',
      message: expect.stringContaining(`1, the first of them ${String(lost?.['txHash'])}`),
    });
    if (lost !== undefined) pool.signedLog.push(lost);
    await checkStart(pool.deps);
    expect(await findHalt(pool.deps)).toBeUndefined();
  });

  it('notes at the next start a line that a crash left without its note', async () => {
    const pool = await payTwice();
    const { db } = pool.deps;
    await db.transaction((tx) => tx.deleteFrom('loggedTransaction').execute());
    await checkStart(pool.deps);
    pool.signedLog.pop();
    await expect(checkStart(pool.deps)).rejects.toThrow(/signed\.log lost lines/);
  });

  it('misses no line that a crash kept from being written', async () => {
    const pool = await payTwice();
    const lost = String(pool.signedLog.pop()?.['txHash']);
    await pool.deps.db.transaction((tx) =>
      tx.deleteFrom('loggedTransaction').where('txHash', '=', lost).execute(),
    );
    await checkStart(pool.deps);
    expect(await findHalt(pool.deps)).toBeUndefined();
  });

  it('starts as an older copy beside a newer log, and not as a newer one beside an older log', async () => {
    const pool = await new TestPool((await open()).database).start();
    const backup = await pool.backUp();
    const older = await pool.restoreInto((await open()).database, backup);
    await pool.deps.signedLog.append({ txHash: 'later' });
    await recordLogged(pool.deps.db, { txHash: 'later', signerLog: undefined });
    await checkStart(older.deps);
    expect(await findHalt(older.deps)).toContain('signed.log holds 1 transactions');
    pool.signedLog.pop();
    await expect(checkStart(pool.deps)).rejects.toThrow(/signed\.log lost lines/);
  });

  it('keeps the end of the signer’s log that goes furthest, whichever process notes it last', async () => {
    const { database } = await open();
    expect(await readSignerLogEnd(database.read)).toBeUndefined();
    for (const lines of [9, 10, 8])
      await recordLogged(database, { txHash: `tx-${lines}`, signerLog: { lines, hash: `h${lines}` } });
    expect(await readSignerLogEnd(database.read)).toEqual({ lines: 10, hash: 'h10' });
  });

  it('forgets lines that are accepted as lost', async () => {
    const pool = await payTwice();
    await recordLogged(pool.deps.db, { txHash: 'third', signerLog: { lines: 3, hash: 'h' } });
    pool.signedLog.pop();
    await acceptLostLines(pool.deps);
    await checkStart(pool.deps);
    expect(await readSignerLogEnd(pool.deps.db.read)).toBeUndefined();
  });
});
