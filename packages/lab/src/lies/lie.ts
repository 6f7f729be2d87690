import type { CheckId, ListedMovement, OwnCheckName, OwnCheckOptions } from '@glasspool/proof';
import type { PublishedPool } from './publish.ts';

/** Verdict on a lie: the one who notices it, and the check that fails. */
export type Verdict =
  /** A check that anyone can make fails. */
  | { readonly by: 'anyone'; readonly check: CheckId; readonly says: RegExp }
  /** A check of the affected user's own part fails. */
  | { readonly by: 'user'; readonly check: OwnCheckName; readonly says: RegExp }
  /** All checks hold; the user is shown something that only they can tell to be false, and is asked. */
  | { readonly by: 'user who looks'; readonly at: string }
  /** A check says that it could not be made: exit code 2, 1 with --strict. */
  | { readonly by: 'incomplete'; readonly check: CheckId; readonly says: RegExp }
  /** Not to be seen in this data; listed under Limits in docs/proof-of-solvency.md. */
  | { readonly by: 'no-one'; readonly limit: string };

/** A published lie, with what the verifiers are given. */
export interface ToldLie {
  readonly pool: PublishedPool;
  /** Anchor address that the verifier knows, in hex with 0x. */
  readonly anchorAddress?: string;
  /** Transactions that the pool says it signed since the last snapshot; undefined where it is a folder. */
  readonly movements?: readonly ListedMovement[];
  /** Answers that the affected user is sent, and the receipt that they kept. */
  readonly ownPart?: OwnCheckOptions;
}

/** One row of the table of the lying operator. */
export interface Lie {
  /** Number of the review that found it, or of this table. */
  readonly id: string;
  readonly what: string;
  readonly tell: () => ToldLie;
  readonly verdict: Verdict;
}

/** The verdict that anyone sees. */
export function anyone(check: CheckId, says: RegExp): Verdict {
  return { by: 'anyone', check, says };
}

/** The verdict that the affected user sees, who can show it to others. */
export function affectedUser(check: OwnCheckName, says: RegExp): Verdict {
  return { by: 'user', check, says };
}
