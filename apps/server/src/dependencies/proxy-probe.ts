import { type DependencyFinding, WELL } from '@glasspool/pool/dependencies';
import type { Probe } from './prober.ts';

const EVERY_MS = 30_000;
const TIMEOUT_MS = 10_000;

/** Asks for the pool at its public address, as its users do: through the proxy in front, with its certificate. */
export function createProxyProbe(publicUrl: string): Probe {
  const place = `PUBLIC_URL: ${publicUrl}`;
  return {
    names: ['proxy'],
    everyMs: EVERY_MS,
    timeoutMs: TIMEOUT_MS + 1_000,
    silence: `${place} does not answer in time, seen from this machine. Check the proxy.`,
    run: async () => new Map([['proxy', await look(publicUrl, place)]]),
  };
}

async function look(publicUrl: string, place: string): Promise<DependencyFinding> {
  try {
    const response = await fetch(new URL('/healthz', publicUrl), {
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    if (response.status === 200) return WELL;
    return {
      state: 'degraded',
      reason: 'bad-answer',
      sentence: `${place} answers ${response.status} instead of this pool's page. Check the proxy, and the port that it leads to.`,
    };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    const message = cause instanceof Error ? cause.message : String(cause);
    return {
      state: 'degraded',
      reason: 'unreachable',
      sentence: `${place} cannot be reached from this machine: ${message}. Check the proxy, its certificate and the name's address.`,
    };
  }
}
