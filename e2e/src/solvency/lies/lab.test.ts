// Goal: the lab of the browser says of each lie who notices it as the published table does.
// Method: its own examination of every lie, within this process.
import {
  type ExaminedCheck,
  examine,
  findNoticed,
  HONEST,
  isAsSaid,
  LIES,
  publish,
  type ToldLie,
} from '@glasspool/lab/lies';
import { describe, expect, it } from 'vitest';

describe('the lab', () => {
  async function findInLab(told: ToldLie) {
    const checks: ExaminedCheck[] = [];
    for await (const check of examine(told)) checks.push(check);
    return findNoticed(checks);
  }

  it('notices nothing in an honest pool', async () => {
    expect(await findInLab({ pool: publish(HONEST) })).toEqual({ by: 'no-one', checks: [] });
  });

  it.each(LIES)('finds of lie $id what the table says', async ({ tell, verdict }) => {
    const noticed = await findInLab(tell());
    expect(isAsSaid(verdict, noticed), JSON.stringify(noticed)).toBe(true);
    // The same finding is not that of an opposite verdict.
    expect(isAsSaid({ by: 'no-one', limit: '' }, noticed)).toBe(noticed.by === 'no-one');
  });
});
