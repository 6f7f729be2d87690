import { type DependencyFinding, WELL } from '@glasspool/pool/dependencies';
import type { RemoteKeys } from '../signer/connect-signer.ts';
import type { Probe } from './prober.ts';

const EVERY_MS = 2_000;
const TIMEOUT_MS = 5_000;
const CONSEQUENCE = 'Nothing is paid out meanwhile. Check its process and its log (SIGNER_SOCKET).';

/** Asks the signer for an answer now and then. */
export function createSignerProbe(signer: Pick<RemoteKeys, 'ping' | 'findTrouble'>): Probe {
  return {
    names: ['signer'],
    everyMs: EVERY_MS,
    timeoutMs: TIMEOUT_MS,
    silence: `The signer does not answer. ${CONSEQUENCE}`,
    run: async () => new Map([['signer', await look(signer)]]),
  };
}

async function look({
  ping,
  findTrouble,
}: Pick<RemoteKeys, 'ping' | 'findTrouble'>): Promise<DependencyFinding> {
  const trouble = findTrouble();
  if (trouble !== undefined) return trouble;
  return ping().then(
    () => WELL,
    (error: unknown) => ({
      state: 'degraded',
      reason: 'silent',
      sentence: `${error instanceof Error ? error.message : String(error)} ${CONSEQUENCE}`,
    }),
  );
}
