// Rules between consecutive snapshots: a pool has one history, one set of chains and keys, and one list of terms.
import { OPEN_MS_MAX } from '@glasspool/core/books';
import type { TermsFile } from './bundle.ts';
import { equalBytes, FormatError } from './bytes.ts';
import type { Manifest } from './manifest.ts';

/** One pool has one history: it goes on in time and on its chains, and is signed and anchored by the keys that it began with. */
export function assertFollows(later: Manifest, earlier: Manifest): void {
  const number = later.snapshotNumber;
  if (later.cutOffMs < earlier.cutOffMs)
    throw new FormatError(`Snapshot ${number} is older than the one before.`);
  for (const [network, height, before] of [
    ['BSC', later.bscHeight, earlier.bscHeight],
    ['TRON', later.tronHeight, earlier.tronHeight],
  ] as const)
    if (height < before)
      throw new FormatError(
        `Snapshot ${number} shows block ${height} of ${network}, the one before showed block ${before}.`,
      );
  const isSamePool =
    later.bscChainId === earlier.bscChainId &&
    equalBytes(later.tronGenesisId, earlier.tronGenesisId) &&
    equalBytes(later.anchorAddress, earlier.anchorAddress) &&
    equalBytes(later.statementPublicKey, earlier.statementPublicKey);
  if (!isSamePool)
    throw new FormatError(`Snapshot ${number} names other chains or other keys than the one before.`);
}

/** Terms are only added, and begin after they were published; runs are only added and go on; a closed run is as it was. */
export function assertTermsFollow(
  later: TermsFile & { readonly snapshotNumber: number },
  earlier: TermsFile & { readonly cutOffMs: number },
): void {
  const name = `Snapshot ${later.snapshotNumber}`;
  for (const [index, version] of earlier.terms.entries())
    if (!isSame(later.terms[index], version))
      throw new FormatError(
        `${name} has other terms of version ${version.version} than the snapshot before.`,
      );
  for (const [index, { version, startsAtMs }] of later.terms.entries()) {
    if (version <= (later.terms[index - 1]?.version ?? 0))
      throw new FormatError(`${name} has the terms of version ${version} out of order.`);
    // They may be published while the snapshot before is taken.
    if (index >= earlier.terms.length && startsAtMs < earlier.cutOffMs - OPEN_MS_MAX)
      throw new FormatError(`${name} has terms of version ${version} that began before they were published.`);
  }
  const runs = new Map(later.runs.map((run) => [run.id, run]));
  if (runs.size !== later.runs.length) throw new FormatError(`${name} lists a reward run twice.`);
  for (const run of earlier.runs) {
    const now = runs.get(run.id);
    if (now === undefined || !goesOn(now, run))
      throw new FormatError(`${name} has another reward run ${run.id} than the snapshot before.`);
  }
}

type Run = TermsFile['runs'][number];

/** Shares are fixed before the first page is paid, so an open run can only pay more pages and close. */
function goesOn(now: Run, before: Run): boolean {
  if (before.isClosed) return isSame(now, before);
  const { isClosed, paid, referralPaid, root } = now;
  return (
    isSame(now, { ...before, isClosed, paid, referralPaid, root }) &&
    BigInt(paid) >= BigInt(before.paid) &&
    BigInt(referralPaid) >= BigInt(before.referralPaid)
  );
}

/** Both were read by the same schema, so their fields stand in the same order. */
function isSame(one: object | undefined, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
