// Goal: metrics tell the truth of this moment: a chain whose node is silent, behind or refused, why payouts wait, which dependency is in
// trouble; and they are answered while the database is away, without figures of before.

import { NetworkRefusedError } from '@glasspool/chains';
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { scanChain } from '@glasspool/pool/deposits';
import { recordHaltNow } from '@glasspool/pool/outgoing';
import { runRewards } from '@glasspool/pool/rewards';
import { requestWithdrawal, sendWithdrawals } from '@glasspool/pool/withdrawals';
import { expect, it } from 'vitest';
import { TestServer } from '../testing/a-server.ts';

const OUTSIDE = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

describeEachDatabase('the page of metrics', (open) => {
  async function start(): Promise<TestServer> {
    return TestServer.start((await open()).database, { server: { metricsGuard: 'open' } });
  }

  async function read(server: TestServer, name: string): Promise<string[]> {
    const { body } = await server.http.inject({ url: '/metrics' });
    return body.split('\n').filter((line) => line.startsWith(`glasspool_${name}`));
  }

  it('says in the first answer already that both chains are followed', async () => {
    await using server = await start();
    expect(await read(server, 'chain_ok')).toEqual([
      'glasspool_chain_ok{network="BSC",reason="ok"} 1',
      'glasspool_chain_ok{network="TRON",reason="ok"} 1',
    ]);
    expect(await read(server, 'chain_lag')).toContain('glasspool_chain_lag_blocks{network="BSC"} 0');
  });

  it('calls no silent chain followed', async () => {
    await using server = await start();
    server.pool.clock.advance(60_000);
    await scanChain(server.deps, 'BSC');
    expect(await read(server, 'chain_ok')).toEqual([
      'glasspool_chain_ok{network="BSC",reason="ok"} 1',
      'glasspool_chain_ok{network="TRON",reason="silent"} 0',
    ]);
    expect(await read(server, 'chain_lag')).toContain('glasspool_chain_lag_blocks{network="TRON"} Nan');
    expect(await read(server, 'chain_silent')).toContain('glasspool_chain_silent_seconds{network="TRON"} 60');
  });

  it('says that a node is behind, and that one is on another network', async () => {
    await using server = await start();
    server.pool.tron.mine(3);
    await server.pool.scan();
    server.pool.tron.blocksBehind = 2;
    await server.pool.scan();
    server.pool.bsc.getHead = () => Promise.reject(new NetworkRefusedError('It is on chain 56.'));
    await expect(scanChain(server.deps, 'BSC')).rejects.toThrow('chain 56');
    expect(await read(server, 'chain_ok')).toEqual([
      'glasspool_chain_ok{network="BSC",reason="refused"} 0',
      'glasspool_chain_ok{network="TRON",reason="behind"} 0',
    ]);
  });

  it('says why payouts wait', async () => {
    await using server = await start();
    const { pool } = server;
    await pool.fundReserve('USDT', '10000');
    const alice = await pool.investor('alice', 'USDT', '100000');
    pool.advanceHours(24);
    await runRewards(pool.deps);
    const ask = (amount: string) =>
      requestWithdrawal(pool.deps, {
        userId: alice,
        currency: 'USDT',
        address: OUTSIDE,
        amountMicro: micro(amount),
      });
    await ask('10');
    await pool.scan();
    expect(await read(server, 'payouts_waiting{')).toEqual([
      'glasspool_payouts_waiting{network="BSC",reason="turn"} 1',
    ]);
    await sendWithdrawals(pool.deps, 'BSC');
    expect(await read(server, 'payouts_waiting{')).toEqual([
      'glasspool_payouts_waiting{network="BSC",reason="gas"} 1',
    ]);
    await ask('1500');
    await recordHaltNow(pool.deps, 'Its node lies.', 'TRON');
    expect((await read(server, 'payouts_waiting{')).toSorted()).toEqual([
      'glasspool_payouts_waiting{network="BSC",reason="gas"} 1',
      'glasspool_payouts_waiting{network="BSC",reason="review"} 1',
    ]);
    await recordHaltNow(pool.deps, 'An admin looks.');
    expect((await read(server, 'payouts_waiting{')).toSorted()).toEqual([
      'glasspool_payouts_waiting{network="BSC",reason="frozen"} 1',
      'glasspool_payouts_waiting{network="BSC",reason="review"} 1',
    ]);
  });

  it('names the state of each dependency', async () => {
    await using server = await start();
    server.pool.dependencies = [
      { name: 'mail', state: 'refused', reason: 'login-refused', sentence: 'Wrong password.', since: 0 },
    ];
    expect(await read(server, 'dependency_state')).toEqual([
      'glasspool_dependency_state{dependency="mail",state="refused",reason="login-refused"} 1',
    ]);
  });

  it('is served while the database is away, without earlier figures', async () => {
    const { database } = await open();
    await using server = await TestServer.start(database, { server: { metricsGuard: 'open' } });
    expect(await read(server, 'figures_ok')).toEqual(['glasspool_figures_ok 1']);
    await database.close();
    expect(await read(server, 'figures_ok')).toEqual(['glasspool_figures_ok 0']);
    expect(await read(server, 'chain_ok{')).toEqual([]);
    expect(await read(server, 'payouts_frozen')).toEqual(['glasspool_payouts_frozen Nan']);
  });
});
