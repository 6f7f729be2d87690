// A change by an admin and its line in the audit log are stored together or not at all, whichever process was killed in between.
import { expectTrue } from './oracles.ts';
import type { World } from './world.ts';

/** Compares the number of audit lines of each action with the number of changes that the action makes. */
export async function checkAudit(world: World): Promise<void> {
  const lines = await countLines(world);
  checkLocks(lines);
  for (const [actions, changes] of await countChanges(world)) {
    const counted = actions.reduce((sum, action) => sum + (lines.get(action) ?? 0), 0);
    world.counters.count('audit lines compared with changes', counted);
    expectTrue(
      'an audit line if and only if the change',
      counted === changes,
      () => `${actions.join(', ')}: ${counted} lines, ${changes} changes`,
    );
  }
}

/** Fails unless accounts were unlocked as often as they were locked. Called when every account is unlocked. */
function checkLocks(lines: ReadonlyMap<string, number>): void {
  const [locks = 0, unlocks = 0] = ['user.lock', 'user.unlock'].map((action) => lines.get(action));
  expectTrue(
    'an audit line if and only if the change',
    locks === unlocks,
    () => `${locks} locks, ${unlocks} unlocks`,
  );
}

async function countLines({ db }: World): Promise<Map<string, number>> {
  const rows = await db.read.selectFrom('auditLog').select(['action', 'subject']).execute();
  const counts = new Map<string, number>();
  for (const { action } of rows) counts.set(action, (counts.get(action) ?? 0) + 1);
  return counts;
}

type Changes = readonly (readonly [actions: readonly string[], changes: number])[];

async function countChanges({ db }: World): Promise<Changes> {
  const events = await db.read.selectFrom('withdrawalEvent').select(['toState', 'evidence']).execute();
  const withdrawals = await db.read.selectFrom('withdrawal').select(['id', 'source']).execute();
  const terms = await db.read.selectFrom('terms').select('version').execute();
  const proposals = await db.read.selectFrom('termsProposal').select('state').execute();
  const corrections = await db.read.selectFrom('bookCorrection').select('state').execute();
  const sweeps = await db.read.selectFrom('sweep').select('id').execute();
  const attributed = await db.read
    .selectFrom('deposit')
    .select('id')
    .where('attributedAt', 'is not', null)
    .execute();
  const snapshots = await db.read
    .selectFrom('snapshot')
    .select('number')
    .where('reason', '=', 'requested')
    .execute();
  const fundings = await db.read
    .selectFrom('transfer')
    .select('reference')
    .where('kind', '=', 'reserve-funding')
    .execute();
  const adopted = await db.read
    .selectFrom('withdrawalEvent')
    .select('withdrawalId')
    .where('toState', '=', 'requested')
    .where('evidence', 'like', '%signed.log%')
    .execute();
  const isAdopted = new Set(adopted.map(({ withdrawalId }) => withdrawalId));
  return [
    [
      ['withdrawal.reject'],
      events.filter(({ toState, evidence }) => toState === 'rejected' && evidence.includes('"decision"'))
        .length,
    ],
    [
      ['own-funds.withdraw'],
      withdrawals.filter(({ id, source }) => source === 'operator' && !isAdopted.has(id)).length,
    ],
    // The first version comes from the settings.
    [['terms.publish'], terms.length - 1],
    [['terms.propose'], proposals.length],
    [['terms.reject'], proposals.filter(({ state }) => state === 'rejected').length],
    [['books.propose-correction'], corrections.length],
    [['books.correct'], corrections.filter(({ state }) => state === 'booked').length],
    [['books.reject-correction'], corrections.filter(({ state }) => state === 'rejected').length],
    [['deposit.attribute'], attributed.length],
    [['sweep.start'], sweeps.length],
    [['snapshot.request'], snapshots.length],
    // The reserves were funded without an admin at the beginning of the story.
    [['reserve.fund'], fundings.length - FUNDED_AT_START],
  ];
}

const FUNDED_AT_START = 2;
