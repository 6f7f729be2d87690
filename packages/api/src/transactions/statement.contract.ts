import { z } from 'zod';

/** A month in UTC that has begun, such as 2026-11, and its times: ms since the epoch, `until` is the beginning of the next one. */
export const StatementInput = z
  .strictObject({
    month: z.string().regex(/^20\d{2}-(?:0[1-9]|1[0-2])$/, { error: 'Write the month as 2026-11.' }),
  })
  .transform(({ month }) => {
    const [year = 0, number = 0] = month.split('-').map(Number);
    return { month, from: Date.UTC(year, number - 1), until: Date.UTC(year, number) };
  });
