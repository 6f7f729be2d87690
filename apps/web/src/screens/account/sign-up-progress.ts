import { z } from 'zod/mini';
import { browserStorage } from '../../storage.ts';

/** Storage of a sign-up until it ends, without code and password. The server keeps its own token in a cookie. */
const STORAGE_KEY = 'glasspool_signup';

const Progress = z.object({
  step: z.literal([1, 2, 3]),
  email: z.string(),
  referralCode: z.string(),
  /** When the next code may be asked for, in ms. */
  resendAt: z.number(),
});
export type SignUpProgress = z.infer<typeof Progress>;

/** The kept progress; a code in the address (`?ref=`) replaces a kept one. */
export function loadSignUpProgress(search: string): SignUpProgress {
  const kept = readKept();
  const referralCode = new URLSearchParams(search).get('ref') ?? kept.referralCode;
  const progress = { ...kept, referralCode };
  saveSignUpProgress(progress);
  return progress;
}

export function saveSignUpProgress(progress: SignUpProgress): void {
  browserStorage.set(STORAGE_KEY, JSON.stringify(progress));
}

export function clearSignUpProgress(): void {
  browserStorage.remove(STORAGE_KEY);
}

function readKept(): SignUpProgress {
  try {
    return Progress.parse(JSON.parse(browserStorage.get(STORAGE_KEY) ?? ''));
  } catch {
    // Nothing is stored yet, or it was changed by hand: start over.
    return { step: 1, email: '', referralCode: '', resendAt: 0 };
  }
}
