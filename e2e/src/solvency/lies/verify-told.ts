import { HONEST, openPublished, publish, READ_AT_MS, type ToldLie } from '@glasspool/lab/lies';
import {
  type Check,
  manifestDigest,
  type OwnCheck,
  type VerifiedSnapshot,
  verifySnapshot,
} from '@glasspool/proof';

/** Newest snapshot of the stories. */
export const NEWEST = 2;

type Asked = Partial<
  Pick<
    Parameters<typeof verifySnapshot>[0],
    'anchorsSince' | 'chains' | 'depthMin' | 'nowMs' | 'since' | 'snapshotNumber'
  >
>;

/** Checks what was published as the command and the browser do, with nodes unless others, or none, are given. */
export async function verify(
  { pool, anchorAddress, movements }: ToldLie,
  asked: Asked = {},
): Promise<Check[]> {
  const defaults = { snapshotNumber: NEWEST, chains: pool.chains, depthMin: 1, nowMs: READ_AT_MS };
  const files = openPublished(pool, movements);
  const checks: Check[] = [];
  for await (const check of verifySnapshot({ ...defaults, files, anchorAddress, ...asked }))
    checks.push(check);
  return checks;
}

/** Names and details of the checks that failed. */
export function listFailed(checks: readonly (Check | OwnCheck)[]): string[] {
  return checks.filter(({ status }) => status === 'failed').map(({ name, detail }) => `${name}: ${detail}`);
}

/** A snapshot of the honest pool, as a reader verified it before the operator lied. */
export function verifiedBefore(number: number): VerifiedSnapshot {
  const { manifest = new Uint8Array() } = publish(HONEST).snapshots[number] ?? {};
  return { number, manifestDigest: manifestDigest(manifest) };
}
