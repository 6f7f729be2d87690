// Goal: an admin who resumes payouts over a difference of books and chain is on record with it, and one who resumes without is not.
import { describeEachDatabase } from '@glasspool/db/testing';
import { createAdmin, listAdminActions } from '@glasspool/identity';
import { expect, it } from 'vitest';
import { tripCircuitBreakerNow } from '../outgoing/index.ts';
import { TestPool } from '../testing/index.ts';
import { resumePayouts } from './index.ts';

const origin = { ipAddress: '10.0.0.7', requestId: 'req-1' };

describeEachDatabase('resuming payouts', (open) => {
  async function resume(gasUnits: bigint): Promise<unknown> {
    const pool = await new TestPool((await open()).database).start();
    const { userId: adminId } = await createAdmin(pool.deps, 'operator@example.org');
    await tripCircuitBreakerNow(pool.deps, 'An admin looks.');
    if (gasUnits !== 0n) pool.bsc.fundGas(gasUnits);
    await resumePayouts(pool.deps, { adminId, origin, reason: 'Looked.' });
    const { lines } = await listAdminActions(pool.deps, { page: 1, limit: 10 });
    const line = lines.find(({ action }) => action === 'payouts.resume');
    return JSON.parse(line?.afterJson ?? 'null');
  }

  it('puts the difference that is left on record', async () => {
    expect(await resume(-5n)).toMatchObject({ reason: 'Looked.', differences: '-0.000000000000000005 BNB' });
  });

  it('names none where books and chain agree', async () => {
    expect(await resume(0n)).toEqual({ reason: 'Looked.', toReview: 0 });
  });
});
