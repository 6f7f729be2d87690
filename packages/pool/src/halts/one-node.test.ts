// Goal: an admin lets a network go on without a node that has been away for half an hour, with an own code, for a day, and everyone is told.
// Method: both databases; the nodes' states are given, and a chain in memory asked through two nodes of which one is away.
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { createAdmin } from '@glasspool/identity/accounts';
import { listAdminActions } from '@glasspool/identity/audit';
import { expect, it } from 'vitest';
import type { DependencyReport, NodeName } from '../dependencies/index.ts';
import { listChainStates } from '../deposits/index.ts';
import { getWalletMicro, ONE, startLyingPool, workOnBsc } from '../testing-lying-nodes.ts';
import { allowOneNode, listWithoutNodes, mayDecideAlone } from './index.ts';

const MINUTE_MS = 60_000;
const origin = { ipAddress: '10.0.0.7', requestId: 'req-1' };

const report = (name: NodeName, reason: DependencyReport['reason'], since: number): DependencyReport => ({
  name,
  reason,
  since,
  state: reason === 'ok' ? 'ok' : 'degraded',
  sentence: '',
});

describeEachDatabase('a network that waits for a node', (open) => {
  async function start() {
    const started = await startLyingPool((await open()).database, 'lying first', () => ({}));
    const { userId: adminId } = await createAdmin(started.deps, 'root@example.org');
    const allow = (network: 'BSC' | 'TRON' = 'BSC') =>
      allowOneNode(started.deps, { adminId, origin, network, reason: 'It burned down.' });
    return { ...started, adminId, allow };
  }

  it('goes on without it after half an hour, for a day, when an admin says so', async () => {
    const { pool, alice, deps, network, allow } = await start();
    pool.dependencies = [
      report('BSC node 1', 'ok', 0),
      report('BSC node 2', 'unreachable', deps.machineClock.now()),
    ];
    network.isAway = true;
    pool.bsc.deposit(await pool.deriveAddress(alice, 'USDT'), 7n * ONE);
    pool.bsc.finalize();
    const work = () => workOnBsc({ deps });
    await work();
    expect(await getWalletMicro(pool, alice)).toBe(0n);
    await expect(allow()).rejects.toMatchObject({ code: 'NODES_NOT_AWAY' });
    pool.clock.advance(31 * MINUTE_MS);
    await allow();
    await work();
    expect(await getWalletMicro(pool, alice)).toBe(micro('7'));
    const until = deps.machineClock.now() + 24 * 60 * MINUTE_MS;
    expect((await listChainStates(deps))[0]).toMatchObject({ network: 'BSC', oneNodeUntil: until });
    expect((await listChainStates(deps))[1]).toMatchObject({ network: 'TRON', oneNodeUntil: null });
    const { lines } = await listAdminActions(deps, { page: 1, limit: 10, action: 'nodes.allow-one' });
    expect(lines).toMatchObject([{ subject: 'BSC' }]);
    pool.clock.advance(24 * 60 * MINUTE_MS);
    expect(await mayDecideAlone(deps.db.read, 'BSC', deps.machineClock.now())).toBe(false);
    expect((await listChainStates(deps))[0]).toMatchObject({ oneNodeUntil: null });
  });

  it('waits for no leave while enough nodes answer, or none does, or they only differ', async () => {
    const { pool, deps, allow } = await start();
    pool.clock.advance(60 * MINUTE_MS);
    for (const reasons of [
      ['ok', 'ok'],
      ['unreachable', 'silent'],
      ['ok', 'disagrees'],
      // Two of three decide.
      ['ok', 'unreachable', 'ok'],
      ['ok', 'behind'],
    ] as const) {
      pool.dependencies = reasons.map((reason, index) => report(`BSC node ${index + 1}`, reason, 0));
      expect(listWithoutNodes(deps)).toEqual([]);
      await expect(allow()).rejects.toMatchObject({ code: 'NODES_NOT_AWAY', details: { network: 'BSC' } });
    }
    pool.dependencies = [report('BSC node 1', 'ok', 0), report('BSC node 2', 'silent', 0)];
    expect(listWithoutNodes(deps)).toEqual([{ network: 'BSC', leaveFrom: 30 * MINUTE_MS }]);
    await expect(allow('TRON')).rejects.toMatchObject({ code: 'NODES_NOT_AWAY' });
  });
});
