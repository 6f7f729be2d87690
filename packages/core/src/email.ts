import { z } from 'zod';

/** RFC 5321: a path is at most 254 characters. Checked before the pattern. */
const EMAIL_LENGTH_MAX = 254;
/** Text, @, text, dot, text (product-spec.md 5), in printable ASCII and without what a mail header could abuse. */
const EMAIL = /^[a-z0-9!#$%&'*+/=?^_`{|}~.-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+$/;

/** An email address in its stored form: trimmed and in lower case. */
export const Email = z
  .string({ error: 'Invalid email format.' })
  .max(EMAIL_LENGTH_MAX, { error: 'Invalid email format.' })
  .transform((text) => text.trim().toLowerCase())
  .pipe(z.string().regex(EMAIL, { error: 'Invalid email format.' }))
  .meta({ examples: ['alice@example.org'] });
