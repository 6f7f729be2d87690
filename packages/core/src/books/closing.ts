import { MINUTE_MS } from '../clock.ts';

/** A transaction of the database that was open at a cut-off is in the next journal, with the time at which it began. */
export const OPEN_MS_MAX = 15 * MINUTE_MS;
