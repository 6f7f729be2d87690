import { toOutgoingId } from '@glasspool/pool/outgoing';
import type { World } from './world.ts';

/** Counts the facts that the books and the rows of a story show at its end. */
export async function countFacts(world: World): Promise<void> {
  await countTransfers(world);
  await countPayments(world);
  await countRows(world);
}

async function countTransfers({ db, counters }: World): Promise<void> {
  const rows = await db.read
    .selectFrom('transfer')
    .select(({ fn }) => ['kind', fn.countAll<number>().as('times')])
    .groupBy('kind')
    .execute();
  for (const { kind, times } of rows) counters.count(`transfer: ${kind}`, Number(times));
}

async function countPayments({ db, counters }: World): Promise<void> {
  const states = await db.read
    .selectFrom('withdrawalEvent')
    .select(({ fn }) => ['toState', fn.countAll<number>().as('times')])
    .groupBy('toState')
    .execute();
  for (const { toState, times } of states) counters.count(`withdrawal became ${toState}`, Number(times));
  const signed = await db.read
    .selectFrom('outgoingTransaction')
    .select(({ fn }) => ['subject', 'network', fn.countAll<number>().as('times')])
    .groupBy(['subject', 'network'])
    .execute();
  counters.count(
    'payment cancelled',
    signed.filter(({ subject }) => toOutgoingId(subject) !== subject).length,
  );
  for (const { state } of await db.read.selectFrom('outgoing').select('state').execute())
    counters.count(`signed and ${state}`);
  for (const { network, times } of signed)
    if (Number(times) > 1) counters.count(network === 'BSC' ? 'payment replaced' : 'payment signed again');
}

async function countRows({ db, counters }: World): Promise<void> {
  const read = db.read;
  const matured = await read.selectFrom('investment').select('id').where('state', '=', 'matured').execute();
  counters.count('investment matured', matured.length);
  const deposits = await read.selectFrom('deposit').select(['reversals', 'reversedAt']).execute();
  counters.count('deposit reversed', deposits.filter(({ reversals }) => reversals > 0).length);
  for (const { reason } of await read.selectFrom('snapshot').select('reason').execute())
    counters.count(`snapshot: ${reason}`);
  for (const { state, attempt, returnsGas } of await read.selectFrom('sweepItem').selectAll().execute()) {
    counters.count(`address of a sweep: ${state}`);
    if (attempt > 1) counters.count('address of a sweep tried again');
    if (returnsGas === 1) counters.count('coins for fees on their way back');
  }
  const mails = await read.selectFrom('mail').select(['tries', 'sentAt']).execute();
  counters.count(
    'mail sent after a refusal',
    mails.filter(({ tries, sentAt }) => tries > 1 && sentAt !== null).length,
  );
  counters.count('gas top-up booked', (await read.selectFrom('gasTopUp').select('id').execute()).length);
  for (const { amountMicro } of await read.selectFrom('networkFeeChange').select('amountMicro').execute())
    counters.count(`network fee of replaced blocks: ${amountMicro > 0n ? 'more' : 'less'}`);
  const notices = await read.selectFrom('notice').select('kind').execute();
  for (const { kind } of notices) counters.count(`notice: ${kind}`);
}
