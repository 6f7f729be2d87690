import { DAY_MS, HOUR_MS, MINUTE_MS, NETWORKS } from '@glasspool/core';
import { listChainConditions } from '@glasspool/pool/deposits';
import type { PoolDeps } from '@glasspool/pool/deps';
import { findHalt } from '@glasspool/pool/outgoing';
import { findNewestBackup } from '@glasspool/pool/recovery';
import { findNewestSnapshot } from '@glasspool/solvency';
import { readGauges } from '../metrics/index.ts';
import { countStaff } from './count-staff.ts';

/** Snapshots are taken once a day; one that is older than this is late. */
const SNAPSHOT_LATE_MS = DAY_MS + 2 * HOUR_MS;
/** Books and chains are compared every few minutes. */
const COMPARISON_LATE_MS = 30 * MINUTE_MS;
/** Backups are made once a day. */
const BACKUP_LATE_MS = DAY_MS + 2 * HOUR_MS;
const NOTICES_MAX = 20;
const MAILS_MAX = 5;

/** `act`: something is wrong now. `look`: it may become so. `well`: looked at, and nothing to do. */
export type Urgency = 'act' | 'look' | 'well';

export interface Symptom {
  readonly urgency: Urgency;
  readonly sentence: string;
}

type Deps = Pick<PoolDeps, 'db' | 'machineClock'>;

/** Looks at a pool through its database, in the order in which an operator should. Changes nothing. */
export async function examinePool(deps: Deps): Promise<Symptom[]> {
  return [
    ...(await examinePayouts(deps)),
    ...(await examineChains(deps)),
    ...(await examineNotices(deps)),
    ...(await examineBooks(deps)),
    ...(await examineSnapshots(deps)),
    ...(await examineBackups(deps)),
    ...(await examineMail(deps)),
    ...(await examineStaff(deps)),
  ];
}

const act = (sentence: string): Symptom => ({ urgency: 'act', sentence });
const look = (sentence: string): Symptom => ({ urgency: 'look', sentence });
const well = (sentence: string): Symptom => ({ urgency: 'well', sentence });

async function examinePayouts(deps: Deps): Promise<Symptom[]> {
  const reason = await findHalt(deps);
  const { payoutsWaiting } = await readGauges(deps);
  const waiting = payoutsWaiting.map(({ network, reason: why, count }) => {
    const sentence = `${count} payouts on ${network} wait: ${why}.`;
    return why === 'turn' ? well(sentence) : look(sentence);
  });
  const halt = reason === undefined ? well('Payouts are on.') : act(`Payouts are off: ${reason}`);
  return [halt, ...waiting];
}

async function examineChains(deps: Deps): Promise<Symptom[]> {
  const conditions = await listChainConditions(deps);
  return NETWORKS.map((network) => {
    const chain = conditions.find((one) => one.network === network);
    if (chain === undefined) return act(`${network} was never read. Look at its nodes.`);
    const since = chain.since === null ? '' : ` since ${new Date(chain.since).toISOString()}`;
    if (chain.condition === 'ok') return well(`${network} is followed, up to block ${chain.scannedHeight}.`);
    return act(`${network} is ${chain.condition}${since}. Look at its nodes.`);
  });
}

async function examineNotices({ db }: Deps): Promise<Symptom[]> {
  const rows = await db.read
    .selectFrom('notice')
    .select(['kind', 'subject', 'detailsJson'])
    .where('resolvedAt', 'is', null)
    .orderBy('raisedAt')
    .limit(NOTICES_MAX)
    .execute();
  return rows.map(({ kind, subject, detailsJson }) =>
    act(`Notice ${kind}, ${subject}: ${describe(detailsJson)}`),
  );
}

function describe(detailsJson: string): string {
  const details: Record<string, unknown> = JSON.parse(detailsJson);
  if (typeof details['sentence'] === 'string') return details['sentence'];
  const parts = Object.entries(details).map(([name, value]) => `${name} ${String(value)}`);
  return parts.join(', ');
}

async function examineBooks({ db, machineClock }: Deps): Promise<Symptom[]> {
  const rows = await db.read.selectFrom('reconciliation').select(['currency', 'checkedAt']).execute();
  const late = rows.filter(({ checkedAt }) => machineClock.now() - checkedAt > COMPARISON_LATE_MS);
  if (rows.length === 0) return [look('Books and chains have not been compared yet.')];
  if (late.length === 0) return [well('Books and chains were compared lately.')];
  const names = late.map(({ currency, checkedAt }) => `${currency} (${new Date(checkedAt).toISOString()})`);
  return [act(`Books and chains were not compared lately: ${names.join(', ')}.`)];
}

async function examineSnapshots({ db, machineClock }: Deps): Promise<Symptom[]> {
  const newest = await findNewestSnapshot(db.read);
  if (newest === undefined)
    return [look('There is no snapshot yet. The first one is taken at the end of the day.')];
  const { number, cutOffAt, anchoredAt } = newest;
  const isLate = machineClock.now() - cutOffAt > SNAPSHOT_LATE_MS;
  const name = `Snapshot ${number} of ${new Date(cutOffAt).toISOString()}`;
  if (isLate) return [act(`${name} is the newest; the next one is late.`)];
  return [anchoredAt === null ? look(`${name} is not anchored yet.`) : well(`${name} is anchored.`)];
}

async function examineBackups(deps: Deps): Promise<Symptom[]> {
  const takenAt = await findNewestBackup(deps);
  if (takenAt === undefined) return [look('No backup was made yet: npm run backup.')];
  const name = `The newest backup is of ${new Date(takenAt).toISOString()}`;
  const isLate = deps.machineClock.now() - takenAt > BACKUP_LATE_MS;
  return [isLate ? act(`${name}; the next one is late.`) : well(`${name}.`)];
}

async function examineMail(deps: Deps): Promise<Symptom[]> {
  const { mailsWaiting } = await readGauges(deps);
  const lost = await deps.db.read
    .selectFrom('mail')
    .select(['recipient', 'failure', 'givenUpAt'])
    .where('givenUpAt', 'is not', null)
    .where('givenUpAt', '>', deps.machineClock.now() - DAY_MS)
    .orderBy('givenUpAt', 'desc')
    .limit(MAILS_MAX)
    .execute();
  const waiting = mailsWaiting > 0 ? look(`${mailsWaiting} mails wait.`) : well('No mail waits.');
  return [
    waiting,
    ...lost.map(({ recipient, failure }) => look(`A mail to ${recipient} was given up: ${failure}`)),
  ];
}

async function examineStaff({ db }: Deps): Promise<Symptom[]> {
  const { admins, withoutTwoFactor, withFirstPassword } = await countStaff(db.read);
  if (admins === 0) return [act('There is no admin. Create one: npm run admin -- create EMAIL')];
  return [
    ...(admins === 1 ? [look('There is one admin. What needs a second one waits until there are two.')] : []),
    ...(withFirstPassword > 0
      ? [look(`${withFirstPassword} of the staff still have their first password.`)]
      : []),
    ...(withoutTwoFactor > 0
      ? [look(`${withoutTwoFactor} of the staff have not set up two-factor authentication yet.`)]
      : []),
    well(`Admins: ${admins}.`),
  ];
}
