// Goal: a payment that replaced blocks carry out after its money was given back is owed by its owner, for as long as they do, and is never sent again.
// Method: both databases; chains in memory, with and without nonces.
import { receivable } from '@glasspool/core/books';
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { getBalance } from '@glasspool/ledger';
import { expect, it } from 'vitest';
import { reconcile, verifyBooks } from '../books/index.ts';
import { ALICES, makePaidPool, readOutgoing, readState, replaceBlocks } from './testing-replaced-payment.ts';

describeEachDatabase('a payment that comes late', (open) => {
  it('is owed by its owner where it is paid although it was given back', async () => {
    const paid = await makePaidPool((await open()).database, 'USDT', { fails: true });
    const { pool, chain, network, id, alice } = paid;
    await replaceBlocks(paid);
    const payment = chain.broadcasts.find((raw) => JSON.parse(raw).to === ALICES.USDT) ?? '';
    await chain.broadcast(payment);
    chain.finalize();
    await pool.settle(network);
    expect(await readOutgoing(pool, id)).toBe('late');
    expect(await readState(pool, id)).toMatchObject({ state: 'failed' });
    expect(await getBalance(pool.deps.db.read, receivable(alice, 'USDT'))).toBe(-micro('40'));
    expect(await verifyBooks(pool.deps)).toEqual([]);
    expect(await reconcile(pool.deps, 'USDT')).toMatchObject({ unexplainedUnits: 0n });
  });

  it('is owed no more, and never sent again, once the blocks that paid it late are replaced as well', async () => {
    const paid = await makePaidPool((await open()).database, 'TRX', { fails: true });
    const { pool, chain, network, id, alice } = paid;
    const owed = () => getBalance(pool.deps.db.read, receivable(alice, 'TRX'));
    for (const times of [1, 2]) {
      await replaceBlocks(paid, 8);
      expect(await readOutgoing(pool, id)).toBe('watched');
      const sent = chain.broadcasts.length;
      await chain.broadcast(chain.broadcasts[0] ?? '');
      chain.finalize();
      await pool.settle(network);
      expect([await readOutgoing(pool, id), await owed()]).toEqual(['late', -micro('40')]);
      expect(chain.broadcasts).toHaveLength(sent + 1);
      if (times === 1) continue;
      await replaceBlocks(paid, 8);
      chain.mine(30);
      await pool.settle(network);
      expect([await readOutgoing(pool, id), await owed()]).toEqual(['dropped', 0n]);
      expect(chain.broadcasts).toHaveLength(sent + 1);
    }
    expect(await verifyBooks(pool.deps)).toEqual([]);
    expect(await reconcile(pool.deps, 'TRX')).toMatchObject({ unexplainedUnits: 0n });
  });
});
