import type { SignedConfirmation } from './watcher.ts';

const SEND_MS_MAX = 10_000;

/** Sends a confirmation to the pool, which may refuse or hide it: what a watcher finds does not depend on that. */
export async function sendConfirmation(url: string, confirmation: SignedConfirmation): Promise<void> {
  try {
    const response = await fetch(`${url.replace(/\/$/, '')}/api/transparency/confirmations`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(confirmation),
      signal: AbortSignal.timeout(SEND_MS_MAX),
    });
    if (!response.ok) process.stdout.write(`The pool did not take the confirmation: ${response.status}\n`);
  } catch (error) {
    process.stdout.write(`The pool did not take the confirmation: ${String(error)}\n`);
  }
}
