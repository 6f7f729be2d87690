import { join } from 'node:path';
import { Readable } from 'node:stream';
import { DAY_MS } from '@glasspool/core';
import { dumpDatabase, restoreDatabase } from '@glasspool/db';
import { createAdmin } from '@glasspool/identity/accounts';
import { resumePayouts } from '@glasspool/pool/halts';
import { checkStart, findHalt } from '@glasspool/pool/outgoing';
import { prepareRestored, restoreSigned } from '@glasspool/pool/recovery';
import type { Experiment } from '../experiment.ts';
import type { Sandbox } from '../sandbox.ts';
import { openDatabase } from '../sandbox-parts.ts';

const PAID = '30';
const LATER = '15';
const origin = { ipAddress: '', requestId: 'lab' };

/** A payout is made after the backup, the database is lost, and the backup of the day before is restored. */
export const restoreBackup: Experiment = {
  run: async (sandbox, tell) => {
    const { alice } = sandbox;
    const { userId: adminId } = await createAdmin(sandbox.deps, 'operator@example.org');
    const takenAt = sandbox.clock.now();
    const lines = await takeBackup(sandbox);
    tell.event('backup-taken', { lines: lines.length });
    await sandbox.advance(DAY_MS);
    const address = await sandbox.withdraw(alice, 'USDT', PAID);
    await sandbox.rest();
    tell.event('payout-made', { person: 'Alice', amount: PAID, currency: 'USDT' });
    const before = await sandbox.readBalances(alice, 'USDT');

    const signedLines = await sandbox.deps.signedLog.readEntries();
    await sandbox.useDatabase(await openDatabase(join(sandbox.folder, 'restored.db')));
    await restoreDatabase(sandbox.deps.db, () => Readable.from(lines));
    await prepareRestored(sandbox.deps, { takenAt });
    const { restored: adopted } = await restoreSigned(sandbox.deps, signedLines);
    await checkStart(sandbox.deps);
    tell.event('backup-restored', { adopted });
    await sandbox.work();
    const halt = await findHalt(sandbox.deps);
    tell.check('stopped', halt !== undefined, halt ?? '–');

    await settle(sandbox);
    const after = await sandbox.readBalances(alice, 'USDT');
    const paid = await sandbox.listPaid('USDT', address);
    tell.check(
      'adopted',
      adopted > 0 && paid.length === 1 && after.withdrawable === before.withdrawable,
      `${adopted}; ${paid.join()}; ${after.withdrawable} USDT`,
    );
    await resumePayouts(sandbox.deps, { adminId, origin, reason: 'Books and chains agree.' });
    tell.event('payouts-resumed');
    const later = await sandbox.withdraw(alice, 'USDT', LATER);
    await sandbox.rest();
    const paidLater = await sandbox.listPaid('USDT', later);
    tell.check('goes-on', paidLater.join() === `${LATER}.000000`, paidLater.join() || '–');
  },
};

async function takeBackup({ deps }: Sandbox): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of dumpDatabase(deps.db)) lines.push(line);
  return lines;
}

/** Payouts are halted: only what was signed already comes to its end. */
async function settle(sandbox: Sandbox): Promise<void> {
  for (let round = 0; round < 4; round += 1) {
    for (const network of ['BSC', 'TRON'] as const) await sandbox.mine(network, 5);
    await sandbox.work();
  }
}
