import { type Check, type OwnCheck, verifyOwn, verifySnapshot } from '@glasspool/proof';
import { READ_AT_MS } from './honest-story.ts';
import type { ToldLie, Verdict } from './lie.ts';
import { openPublished } from './published-files.ts';

/** Newest snapshot of the stories. */
const NEWEST = 2;

/** One check of a story: of everything, which anyone can make, or of the affected user's own part. */
export interface ExaminedCheck {
  readonly part: 'all' | 'own';
  readonly name: string;
  readonly status: Check['status'];
  readonly detail: string;
}

/** Result of all checks of a story: who notices, and by which checks. */
export interface Noticed {
  readonly by: 'anyone' | 'user' | 'incomplete' | 'no-one';
  readonly checks: readonly string[];
}

/**
 * Checks a published story as an auditor with nodes of their own does, then the affected user's part as their browser does. Yields each check
 * as it is made.
 */
export async function* examine({
  pool,
  anchorAddress,
  movements,
  ownPart,
}: ToldLie): AsyncGenerator<ExaminedCheck> {
  const files = openPublished(pool, movements);
  const { chains } = pool;
  const options = { files, snapshotNumber: NEWEST, chains, depthMin: 1, anchorAddress, nowMs: READ_AT_MS };
  for await (const check of verifySnapshot(options)) yield present('all', check.id ?? check.name, check);
  for (const check of ownPart === undefined ? [] : verifyOwn(ownPart))
    yield present('own', check.name, check);
}

function present(
  part: ExaminedCheck['part'],
  name: string,
  { status, detail }: Check | OwnCheck,
): ExaminedCheck {
  return { part, name, status, detail };
}

/** Finds who notices. A check that no story of these can make says nothing. */
export function findNoticed(checks: readonly ExaminedCheck[]): Noticed {
  const pick = (part: ExaminedCheck['part'], status: Check['status']): string[] =>
    checks.filter((one) => one.part === part && one.status === status).map(({ name }) => name);
  const [seen, seenByUser] = [pick('all', 'failed'), pick('own', 'failed')];
  if (seen.length > 0) return { by: 'anyone', checks: seen };
  if (seenByUser.length > 0) return { by: 'user', checks: seenByUser };
  const notMade = pick('all', 'not checked').filter((name) => name !== 'stateProof');
  return { by: notMade.length > 0 ? 'incomplete' : 'no-one', checks: notMade };
}

/** Returns true when what was noticed is what the table says of a lie. */
export function isAsSaid(verdict: Verdict, noticed: Noticed): boolean {
  if (verdict.by === 'anyone' || verdict.by === 'user' || verdict.by === 'incomplete')
    return noticed.by === verdict.by && noticed.checks.includes(verdict.check);
  return noticed.by === 'no-one';
}
