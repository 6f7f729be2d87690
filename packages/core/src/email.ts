import { z } from 'zod/mini';

/** RFC 5321: a path is at most 254 characters. Checked before the pattern. */
const EMAIL_LENGTH_MAX = 254;
/**
 * Words with a dot between them, @, and labels of a domain, in printable ASCII and without what a mail header could abuse (RFC 5321, 4.1.2:
 * Dot-string of at most 64 characters; RFC 1123, 2.1: labels begin and end with a letter or a digit; RFC 3696, 2: the last one is no number).
 */
const EMAIL =
  /^(?=.{1,64}@)[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?![0-9]+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const ERROR = 'Invalid email format.';

/** An email address in its stored form: trimmed and in lower case. */
export const Email = z
  .pipe(
    z.pipe(
      z.string({ error: ERROR }).check(z.maxLength(EMAIL_LENGTH_MAX, { error: ERROR })),
      z.transform((text) => text.trim().toLowerCase()),
    ),
    z.string().check(z.regex(EMAIL, { error: ERROR })),
  )
  .register(z.globalRegistry, { examples: ['alice@example.org'] });
