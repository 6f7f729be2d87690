// Copies of the pool's folder, and ways to go back to one. An operator restores a backup together with the newest signed.log, as
// docs/operations.md says. Or someone puts the whole folder back to an older copy, which no one should do.
import { Readable } from 'node:stream';
import { dumpDatabase, restoreDatabase } from '@glasspool/db';
import { prepareRestored, restoreSigned } from '@glasspool/pool/recovery';
import { ViolationError } from './violation.ts';
import type { World } from './world.ts';

/** Takes a backup while the pool goes on. The story keeps only the newest backup. */
export async function takeBackup(world: World): Promise<void> {
  const lines: string[] = [];
  for await (const line of dumpDatabase(world.db)) lines.push(line);
  const { clock, log, snapshots } = world;
  world.copy = { takenAt: clock.now(), lines, log: log.lines, snapshots: snapshots.copy() };
  world.counters.count('backup');
  world.recordSentence('A backup is taken.');
}

/** Returns true when a payment was signed after the newest backup. Only such a restore is worth playing. */
export function isPaymentNewer({ copy, log }: World): boolean {
  const since = log.lines.slice(copy?.log.length);
  return copy !== undefined && since.some(({ subject }) => String(subject).startsWith('wdr_'));
}

/** Loses the database. An operator restores the newest backup with the newest signed log. */
export async function restoreBackup(world: World): Promise<void> {
  const { copy, counters } = world;
  if (copy === undefined) return;
  await world.cutPower();
  const restored = await world.openDatabase();
  await restoreDatabase(restored.db, () => Readable.from(copy.lines));
  const deps = { ...world.calm, db: restored.db };
  await prepareRestored(deps, { takenAt: copy.takenAt });
  const { restored: adopted, unmatched } = await restoreSigned(deps, world.log.lines);
  const nameless = unmatched.find(({ reason }) => reason === 'not-described');
  if (nameless !== undefined) {
    await restored.close();
    throw new ViolationError(
      'signed.log says what each payment is',
      `${nameless.txHash} was sent without a line that says whom it pays.`,
    );
  }
  if (unmatched.length > 0) {
    // An operator books such a payment by hand (docs/operations.md). This story keeps its database instead.
    await restored.close();
    counters.count('backup without the own funds of a payment');
    world.recordSentence('The power fails, and comes back.');
    return;
  }
  await world.useDatabase(restored);
  world.snapshots = copy.snapshots.copy();
  world.pauses.forgetAfter(copy.takenAt);
  const lost = await forgetLost(world);
  counters.count('backup restored');
  counters.count('backup restored: transaction adopted', adopted);
  counters.count('backup restored: acknowledged withdrawal not in it', lost);
  world.recordSentence(
    `The database is lost. The backup of ${new Date(copy.takenAt).toISOString()} is restored: ${adopted} transactions of signed.log are adopted, ${lost} withdrawals are forgotten.`,
  );
}

/** Puts the whole folder back to an older copy: database and signed log. The signer keeps its own log. */
export async function goBack(world: World): Promise<void> {
  const { copy } = world;
  if (copy === undefined) return;
  await world.cutPower();
  const older = await world.openDatabase();
  await restoreDatabase(older.db, () => Readable.from(copy.lines));
  world.log.replace(copy.log);
  await world.useDatabase(older);
  world.snapshots = copy.snapshots.copy();
  world.isOlderCopy = true;
  world.counters.count('older copy of the folder');
  world.recordSentence(`The folder is put back to ${new Date(copy.takenAt).toISOString()}.`);
}

/** Forgets acknowledged withdrawals that are not in the restored backup: the pool cannot keep these promises. Returns their number. */
async function forgetLost(world: World): Promise<number> {
  const rows = await world.db.read.selectFrom('withdrawal').select('id').execute();
  const known = new Set(rows.map(({ id }) => id));
  const lost = world.withdrawals.filter(({ id }) => id !== undefined && !known.has(id));
  for (const asked of lost) asked.id = undefined;
  return lost.length;
}
