import { ID_PREFIXES, type Id, type IdKind, isId } from '@glasspool/core';
import { z } from 'zod';
import { wire } from './wire.contract.ts';

/** The id of something, as it came from outside. Whether it exists, and whose it is, is asked later. */
export function idField<Kind extends IdKind>(kind: Kind, error: string) {
  return z
    .custom<Id<Kind>>((value) => typeof value === 'string' && isId(kind, value), { error })
    .register(wire, {
      schema: {
        type: 'string',
        pattern: '^[a-z]{3}_[0-9A-Z]{26}$',
        examples: [`${ID_PREFIXES[kind]}_01J9Z3V5Q4K7R8S9T0V1W2X3Y4`],
      },
    });
}
