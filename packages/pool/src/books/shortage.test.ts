// Goal: a shortage halts payouts also where the chain held more than the books say before. Method: both databases; tokens of no one
// that no event showed at the hot wallet, then a loss larger than them.
import { SECOND_MS } from '@glasspool/core';
import { describeEachDatabase } from '@glasspool/db/testing';
import { expect, it } from 'vitest';
import { findHalt } from '../outgoing/index.ts';
import { TestPool } from '../testing/index.ts';
import { recordReconciliations } from './index.ts';

const TOKEN = 10n ** 18n;

describeEachDatabase('a shortage', (open) => {
  it('halts payouts half a minute after a surplus turned into it, once', async () => {
    const pool = await new TestPool((await open()).database).start();
    await pool.deposit('hotWallet', 'USDT', '1000');
    const hotWallet = pool.bsc.deriveAddress(0);
    const compareAfter = async (seconds: number): Promise<string | undefined> => {
      pool.clock.advance(seconds * SECOND_MS);
      await recordReconciliations(pool.deps);
      return findHalt(pool.deps);
    };
    pool.bsc.lose(hotWallet, 'USDT', -50n * TOKEN);
    expect(await compareAfter(0)).toBeUndefined();
    expect(await compareAfter(3_600)).toBeUndefined();
    pool.bsc.lose(hotWallet, 'USDT', 80n * TOKEN);
    expect(await compareAfter(60)).toBeUndefined();
    expect(await compareAfter(29)).toBeUndefined();
    expect(await compareAfter(1)).toContain('The chain holds 30.000000 USDT less');
    await pool.deps.db.transaction((tx) =>
      tx.deleteFrom('setting').where('name', '=', 'payouts.frozen').execute(),
    );
    expect(await compareAfter(3_600)).toBeUndefined();
  });
});
