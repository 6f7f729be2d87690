// Goal: whatever networks, nodes and processes do, no withdrawal leaves twice, none is refunded and sent, no deposit is credited twice
// or missed, and the books equal the chain at rest. Method: seeded schedules on real nodes behind proxies that lie.
// FAULT_SEED=7 npm run check:long repeats one of them; npm run check:long runs 300.
import { NETWORK_OF, NETWORKS } from '@glasspool/core';
import { describeEachDatabase } from '@glasspool/db/testing';
import { reconcile, verifyBooks } from '@glasspool/pool/books';
import { findHalt } from '@glasspool/pool/outgoing';
import { expect, it } from 'vitest';
import { Schedule } from './schedule.ts';

const SEEDS_IN_CI = 3;
const seedsPerDatabase = Number(process.env['FAULT_SEEDS'] ?? 2 * SEEDS_IN_CI) / 2;
const onlySeed = process.env['FAULT_SEED'];

describeEachDatabase('a schedule of faults', (open, dialect) => {
  const first = dialect === 'sqlite' ? 1 : 1 + seedsPerDatabase;
  const seeds =
    onlySeed === undefined
      ? Array.from({ length: seedsPerDatabase }, (_, index) => first + index)
      : [Number(onlySeed)];

  it.for(seeds)('leaves books and chain equal with seed %i', async (seed) => {
    await using schedule = await Schedule.prepare(seed, await open());
    await schedule.run();
    const told = `seed ${seed}; FAULT_SEED=${seed} npm run check:long repeats it\n${schedule.log.join('\n')}`;
    expect(await findHalt(schedule.pool.deps), told).toBeUndefined();
    // Pitfall: a sweep races a withdrawal
    await expectPaymentsOnce(schedule, told);
    await expectDepositsOnce(schedule, told);
    expect(await verifyBooks(schedule.pool.deps), told).toEqual([]);
    for (const currency of ['USDT', 'TRX', 'BNB'] as const)
      expect(await reconcile(schedule.pool.deps, currency), told).toMatchObject({
        currency,
        unexplainedUnits: 0n,
      });
    const faults = Object.values(schedule.faulty.proxies).flatMap(({ counts }) => [...counts.values()]);
    expect(
      faults.reduce((sum, count) => sum + count, 0),
      told,
    ).toBeGreaterThan(10);
  });
});

/** Every withdrawal was paid exactly once and is confirmed, or was never paid and is given back. */
async function expectPaymentsOnce({ asked, pool, faulty }: Schedule, told: string): Promise<void> {
  const paid = new Map<string, bigint[]>();
  for (const network of NETWORKS) {
    const chain = faulty.honest[network];
    const { height } = await chain.getHead();
    const page = await chain.readBlocks({ from: 1, to: height });
    for (const { to, units } of page?.transfers ?? []) paid.set(to, [...(paid.get(to) ?? []), units]);
  }
  const rows = await pool.deps.db.read.selectFrom('withdrawal').select(['address', 'state']).execute();
  const states = new Map(rows.map(({ address, state }) => [address, state]));
  for (const { address, amountMicro, currency } of asked) {
    const units = amountMicro * (NETWORK_OF[currency] === 'BSC' ? 10n ** 12n : 1n);
    const state = states.get(address);
    expect(['confirmed', 'failed'], `${address} ${told}`).toContain(state);
    expect(paid.get(address) ?? [], `${address} is ${state}; ${told}`).toEqual(
      state === 'confirmed' ? [units] : [],
    );
  }
}

/** Every transfer from outside to a deposit address is one credited deposit, and there is no other. */
async function expectDepositsOnce({ pool, faulty }: Schedule, told: string): Promise<void> {
  const { read } = pool.deps.db;
  const wallets = await read.selectFrom('wallet').select('address').execute();
  const ours = new Set(wallets.map(({ address }) => address));
  const signed = await read.selectFrom('outgoingTransaction').select('txHash').execute();
  const own = new Set(signed.map(({ txHash }) => txHash));
  const onChain: string[] = [];
  for (const network of NETWORKS) {
    const { height } = await faulty.honest[network].getHead();
    const page = await faulty.honest[network].readBlocks({ from: 1, to: height });
    for (const { to, txHash, entry, units } of page?.transfers ?? [])
      if (ours.has(to) && !own.has(txHash)) onChain.push(`${txHash} ${entry} ${units}`);
  }
  const rows = await read.selectFrom('deposit').selectAll().where('state', '=', 'credited').execute();
  const credited = rows
    .filter(({ reversedAt }) => reversedAt === null)
    .map(({ txHash, entry, currency, amountMicro, dustUnits }) => {
      const units = amountMicro * (currency === 'USDT' ? 10n ** 12n : 1n) + dustUnits;
      return `${txHash} ${entry} ${units}`;
    });
  expect(credited.toSorted(), told).toEqual(onChain.toSorted());
}
