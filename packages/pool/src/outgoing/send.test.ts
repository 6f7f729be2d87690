// Goal: what is signed is stored whole, together with what its caller changes, or not at all; and only what is stored leaves. Method: both databases;
// coins that are sent as a caller of the manager asks for it, with each part of the request in turn refusing, or finding something changed.
import { HOT_WALLET_INDEX, SigningRefusedError } from '@glasspool/chains';
import { micro } from '@glasspool/core/testing';
import type { Transaction } from '@glasspool/db';
import { describeEachDatabase } from '@glasspool/db/testing';
import { expect, it } from 'vitest';
import { TestPool } from '../testing/index.ts';
import { beginSending, findHalt, getCommittedFees, recordHaltNow, type SendRequest } from './index.ts';

const ID = 'snapshot/0/gas/0';

describeEachDatabase('something that the pool signs', (open) => {
  /** Coins can be sent to address 7. */
  async function begin() {
    const pool = await new TestPool((await open()).database).start();
    pool.bsc.fundGas(10n ** 18n);
    const sending = await beginSending(pool.deps, 'BSC');
    if (typeof sending === 'string') throw new Error(sending);
    const to = pool.bsc.deriveAddress(7);
    const intent = { fromIndex: HOT_WALLET_INDEX, currency: 'BNB', to, units: 10n ** 15n } as const;
    const quote = await pool.bsc.quoteSend(intent);
    const send = (parts: Partial<SendRequest> = {}) =>
      sending.send({ purpose: 'anchor-gas', id: ID, intent, quote, claim: async () => true, ...parts });
    return { pool, send };
  }

  /** Does something while the signer signs. */
  function whileSigned(pool: TestPool, happen: () => Promise<void>): void {
    const sign = pool.bsc.signTransfer.bind(pool.bsc);
    pool.bsc.signTransfer = async (intent) => {
      await happen();
      return sign(intent);
    };
  }

  /** Nothing of it is stored, and nothing left. */
  async function expectNothing(pool: TestPool): Promise<void> {
    for (const table of ['outgoing', 'outgoingTransaction', 'outgoingNonce'] as const)
      expect(await pool.deps.db.read.selectFrom(table).selectAll().execute()).toEqual([]);
    expect(pool.signedLog).toEqual([]);
    expect(pool.bsc.broadcasts).toEqual([]);
  }

  it('is stored in the transaction in which its caller claims it, and not at all where that one fails', async () => {
    const { pool, send } = await begin();
    const seen: Transaction[] = [];
    const sent = send({
      claim: async (tx) => {
        seen.push(tx);
        return true;
      },
      onStored: async (tx) => {
        seen.push(tx);
        throw new Error('It cannot be changed.');
      },
    });
    await expect(sent).rejects.toThrow('It cannot be changed.');
    expect(seen).toHaveLength(2);
    expect(seen[1]).toBe(seen[0]);
    await expectNothing(pool);
    expect(await send()).toBe('sent');
    expect(pool.bsc.broadcasts).toHaveLength(1);
  });

  it('is dropped where its caller finds something changed', async () => {
    const { pool, send } = await begin();
    expect(await send({ claim: async () => false })).toBe('skipped');
    await expectNothing(pool);
  });

  it('is dropped where payouts are halted while it is signed', async () => {
    const { pool, send } = await begin();
    whileSigned(pool, () => recordHaltNow(pool.deps, 'a test'));
    expect(await send()).toBe('stopped');
    await expectNothing(pool);
  });

  it('is dropped where another process signs under the same id meanwhile', async () => {
    const { pool, send } = await begin();
    whileSigned(pool, async () => {
      Reflect.deleteProperty(pool.bsc, 'signTransfer');
      await send();
    });
    expect(await send()).toBe('stopped');
    expect(pool.bsc.broadcasts).toHaveLength(1);
    expect(await pool.deps.db.read.selectFrom('outgoing').selectAll().execute()).toHaveLength(1);
  });

  it('is dropped where another process committed the own funds for its fee meanwhile', async () => {
    const pool = await new TestPool((await open()).database).start();
    // A fee is at most 0.268 TRX: enough for one.
    await pool.deposit('hotWallet', 'TRX', '0.5');
    const sending = await beginSending(pool.deps, 'TRON');
    if (typeof sending === 'string') throw new Error(sending);
    const to = pool.tron.deriveAddress(7);
    const intent = { fromIndex: HOT_WALLET_INDEX, currency: 'TRX', to, units: 1n } as const;
    const quote = await pool.tron.quoteSend(intent);
    const send = (id: string) =>
      sending.send({ purpose: 'anchor-gas', id, intent, quote, claim: async () => true });
    const sign = pool.tron.signTransfer.bind(pool.tron);
    pool.tron.signTransfer = async (transfer) => {
      pool.tron.signTransfer = sign;
      expect(await send('snapshot/0/gas/1')).toBe('sent');
      return sign(transfer);
    };
    expect(await send(ID)).toBe('fee');
    expect(pool.tron.broadcasts).toHaveLength(1);
    expect(await getCommittedFees(pool.deps.db.read, 'TRX')).toBe(micro('0.268'));
  });

  it('is signed under no other nonce than the one that it was asked for with', async () => {
    const { pool, send } = await begin();
    expect(await send({ nonce: 1 })).toBe('stopped');
    await expectNothing(pool);
    expect(await send({ nonce: 0 })).toBe('sent');
  });

  it('halts payouts where the signer refuses what no withdrawal asked for', async () => {
    const { pool, send } = await begin();
    whileSigned(pool, async () => {
      throw new SigningRefusedError('It has no such address.');
    });
    expect(await send()).toBe('stopped');
    expect(await findHalt(pool.deps)).toContain('It has no such address.');
    await expectNothing(pool);
  });
});
