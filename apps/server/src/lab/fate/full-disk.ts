import { PoolError } from '@glasspool/core';
import { sql } from 'kysely';
import type { Experiment } from '../experiment.ts';
import type { Sandbox } from '../sandbox.ts';

const AMOUNT = '1';
const REQUESTS_MAX = 200;
const PAGES_MAX = 2_147_483_646;

/** The disk of the database is full in the middle of a day's work. */
export const fullDisk: Experiment = {
  run: async (sandbox, tell) => {
    const { alice } = sandbox;
    await limitPages(sandbox, 1);
    tell.event('disk-full');
    let accepted = 0;
    let reason = '';
    let before = await sandbox.readBalances(alice, 'USDT');
    for (let request = 0; request < REQUESTS_MAX && reason === ''; request += 1) {
      before = await sandbox.readBalances(alice, 'USDT');
      try {
        await sandbox.withdraw(alice, 'USDT', AMOUNT);
        accepted += 1;
      } catch (error) {
        if (!(error instanceof PoolError)) throw error;
        reason = error.code;
      }
    }
    tell.event('withdrawals-until-full', { accepted });
    tell.check('refused', reason === 'DATABASE_AWAY', reason || '–');
    const after = await sandbox.readBalances(alice, 'USDT');
    const rows = await sandbox.deps.db.read.selectFrom('withdrawal').select('id').execute();
    tell.check(
      'unharmed',
      after.withdrawable === before.withdrawable && rows.length === accepted,
      `${after.withdrawable} USDT; ${rows.length} / ${accepted}`,
    );
    await limitPages(sandbox, PAGES_MAX);
    tell.event('disk-free');
    const address = await sandbox.withdraw(alice, 'USDT', AMOUNT);
    await sandbox.rest();
    const paid = await sandbox.listPaid('USDT', address);
    tell.check('goes-on', paid.join() === `${AMOUNT}.000000`, paid.join() || '–');
  },
};

/** SQLite refuses to grow beyond so many pages with the error of a full disk; never below what it has. */
async function limitPages({ deps }: Sandbox, pages: number): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await sql.raw(`pragma max_page_count = ${pages}`).execute(tx);
  });
}
