import { z } from 'zod/mini';

/** Apps show a code in two halves, and keyboards of some scripts write wide digits (UAX #15, NFKC). What a passkey brought is no one's to type. */
const fold = (text: string): string =>
  text.startsWith('pk_') ? text : text.normalize('NFKC').replaceAll(/[\s-]/g, '');

/** A code that a person reads off and types, without the spaces and hyphens that make it readable. */
export function typedCode(pattern: RegExp, error: string) {
  return z.string({ error }).check(z.overwrite(fold), z.regex(pattern, { error }));
}
