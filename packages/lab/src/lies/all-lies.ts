import { ANCHOR_LIES } from './anchor-lies.ts';
import { FIGURE_LIES } from './figure-lies.ts';
import { HISTORY_LIES } from './history-lies.ts';
import { IN_FLIGHT_LIES } from './in-flight-lies.ts';
import { JOURNAL_LIES } from './journal-lies.ts';
import { REWARD_LIES } from './reward-lies.ts';
import { USER_LIES } from './user-lies.ts';

/** The table of the lying operator. */
export const LIES = [
  ...JOURNAL_LIES,
  ...REWARD_LIES,
  ...IN_FLIGHT_LIES,
  ...FIGURE_LIES,
  ...ANCHOR_LIES,
  ...HISTORY_LIES,
  ...USER_LIES,
];
