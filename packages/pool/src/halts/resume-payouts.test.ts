// Goal: an admin who resumes payouts over a difference of books and chain is on record with it, and one who resumes without is not.
import { describeEachDatabase } from '@glasspool/db/testing';
import { createAdmin } from '@glasspool/identity/accounts';
import { listAdminActions } from '@glasspool/identity/audit';
import { expect, it } from 'vitest';
import { findHalt, recordHaltNow } from '../outgoing/index.ts';
import { expectRefusal, TestPool } from '../testing/index.ts';
import { resumePayouts } from './index.ts';

const origin = { ipAddress: '10.0.0.7', requestId: 'req-1' };

describeEachDatabase('resuming payouts', (open) => {
  async function resume(gasUnits: bigint): Promise<unknown> {
    const pool = await new TestPool((await open()).database).start();
    const { userId: adminId } = await createAdmin(pool.deps, 'operator@example.org');
    await recordHaltNow(pool.deps, 'An admin looks.');
    if (gasUnits !== 0n) pool.bsc.fundGas(gasUnits);
    await resumePayouts(pool.deps, { adminId, origin, reason: 'Looked.' });
    const { lines } = await listAdminActions(pool.deps, { page: 1, limit: 10 });
    const line = lines.find(({ action }) => action === 'payouts.resume');
    return JSON.parse(line?.afterJson ?? 'null');
  }

  it('puts the difference that is left on record', async () => {
    expect(await resume(-5n)).toMatchObject({ reason: 'Looked.', differences: '-0.000000000000000005 BNB' });
  });

  it('puts every reason for which they were off on record, but not one twice', async () => {
    const pool = await new TestPool((await open()).database).start();
    const { userId: adminId } = await createAdmin(pool.deps, 'operator@example.org');
    const reasons = [
      'An admin looks.',
      'admin looks',
      'The chain holds\n5 USDT less.',
      'An admin looks.',
      '%',
    ];
    for (const reason of reasons) await recordHaltNow(pool.deps, reason);
    const told = 'An admin looks.\nadmin looks\nThe chain holds 5 USDT less.\n%';
    expect(await findHalt(pool.deps)).toBe(told);
    await resumePayouts(pool.deps, { adminId, origin, reason: 'Looked.' });
    expect(await findHalt(pool.deps)).toBeUndefined();
    const { lines } = await listAdminActions(pool.deps, { page: 1, limit: 10, action: 'payouts.resume' });
    expect(lines.map(({ beforeJson }) => JSON.parse(beforeJson))).toEqual([{ frozen: told }]);
  });

  it('refuses who was not shown a reason that came since, and changes nothing', async () => {
    const pool = await new TestPool((await open()).database).start();
    const { userId: adminId } = await createAdmin(pool.deps, 'operator@example.org');
    await recordHaltNow(pool.deps, 'An admin looks.');
    const frozen = await findHalt(pool.deps);
    await recordHaltNow(pool.deps, 'The chain holds less.');
    const resumeShown = (shown: string | undefined) =>
      resumePayouts(pool.deps, { adminId, origin, reason: 'Looked.', frozen: shown });
    await expectRefusal(pool, 'HALT_CHANGED', () => resumeShown(frozen));
    expect(await findHalt(pool.deps)).toBe('An admin looks.\nThe chain holds less.');
    await resumeShown(await findHalt(pool.deps));
    expect(await findHalt(pool.deps)).toBeUndefined();
  });

  it('keeps no more reasons than a notice has room for', async () => {
    const pool = await new TestPool((await open()).database).start();
    for (let index = 0; index < 100; index += 1)
      await recordHaltNow(pool.deps, `BSC took back deposit ${'f'.repeat(60)} number ${index}.`);
    const kept = (await findHalt(pool.deps)) ?? '';
    expect(kept).toMatch(/^BSC took back deposit f+ number 0\.\n/);
    expect(kept.length).toBeGreaterThanOrEqual(2_000);
    expect(kept.length).toBeLessThan(2_100);
  });

  it('keeps the beginning of a reason that is longer than the rest together', async () => {
    const pool = await new TestPool((await open()).database).start();
    await recordHaltNow(pool.deps, `The signer refused: ${'😀'.repeat(10_000)}`);
    expect([...((await findHalt(pool.deps)) ?? '')]).toHaveLength(500);
  });

  it('names none where books and chain agree', async () => {
    expect(await resume(0n)).toEqual({ reason: 'Looked.', toReview: 0 });
  });
});
