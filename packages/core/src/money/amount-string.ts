import { z } from 'zod/mini';
import { AMOUNT_LENGTH_MAX, PLAIN_DECIMAL } from './amount.ts';

const AMOUNT_RULE =
  'Write the amount as a plain number with at most 6 decimals, for example 12.5, without sign, exponent or separators.';

/**
 * An amount that may be zero, such as a fee, as it arrives from outside: a plain decimal string.
 * Length is checked before the pattern, so a long string costs nothing.
 */
export const AmountOrZeroString = z
  .string({ error: 'Send the amount as a string, for example "12.5".' })
  .check(
    z.maxLength(AMOUNT_LENGTH_MAX, { error: AMOUNT_RULE, abort: true }),
    z.regex(PLAIN_DECIMAL, { error: AMOUNT_RULE, abort: true }),
  )
  .register(z.globalRegistry, { examples: ['0.5'] });

/** An amount to move, as it arrives from outside: a plain decimal string of more than zero. */
export const AmountString = AmountOrZeroString.check(
  z.refine((text) => !/^0(\.0+)?$/.test(text), { error: 'The amount must be more than zero.' }),
).register(z.globalRegistry, { examples: ['12.5'] });
