import { MINUTE_MS } from '../clock.ts';

/**
 * Machines of a pool may be minutes apart before their clocks stop them (docs/books.md), and a transaction of the database that was open at a
 * cut-off is in the next journal with the time at which it began: so much earlier than the cut-off may an entry be.
 */
export const OPEN_MS_MAX = 15 * MINUTE_MS;
