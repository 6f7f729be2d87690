import { DAY_MS } from '@glasspool/core';
import { z } from 'zod';

const DateField = z.iso
  .date({ error: 'Write the day as 2026-11-23.' })
  .meta({ examples: ['2026-11-23'] })
  .optional();

/** Days that a list is limited to; either may be left out. */
export const DayFields = {
  from: DateField.describe('First day, in UTC.'),
  to: DateField.describe('Last day, in UTC.'),
};

interface Days {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Times of the days: ms since the epoch, the last day with all of its hours. */
export function toTimes({ from, to }: Days): { from: number | undefined; until: number | undefined } {
  return {
    from: from === undefined ? undefined : Date.parse(from),
    until: to === undefined ? undefined : Date.parse(to) + DAY_MS,
  };
}
