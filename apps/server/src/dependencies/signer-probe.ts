import { type DependencyFinding, WELL } from '@glasspool/pool';
import type { RemoteKeys } from '../signer/connect-signer.ts';
import type { Probe } from './prober.ts';

const EVERY_MS = 2_000;
const TIMEOUT_MS = 5_000;

/** Asks the signer for an answer now and then. */
export function createSignerProbe(signer: Pick<RemoteKeys, 'ping' | 'findTrouble'>): Probe {
  return {
    names: ['signer'],
    everyMs: EVERY_MS,
    timeoutMs: TIMEOUT_MS,
    silence: 'The signer does not answer. Nothing is paid out meanwhile. Check its process and its log.',
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
      sentence: `The signer does not answer: ${error instanceof Error ? error.message : String(error)} Nothing is paid out meanwhile.`,
    }),
  );
}
