import type { Settings } from './settings.ts';

/** A scheme of the public record. What its sources do not say is an assumption of ours (docs/time-machine.md). */
export interface Preset {
  readonly id: 'ponzi' | 'bitconnect' | 'mmm';
  readonly termDays: number;
  readonly referralRatesPpm: readonly [number, number, number];
  readonly settings: Partial<Settings>;
}

export const PRESETS: readonly Preset[] = [
  {
    // Cunningham v. Brown, 265 U.S. 1 (1924): 50 % on notes of 90 days, paid in full after 45; from December 1919 to July 1920.
    id: 'ponzi',
    termDays: 45,
    referralRatesPpm: [0, 0, 0],
    settings: {
      rate: 11,
      reserve: 0,
      funding: 0,
      joiners: 5,
      growth: 20,
      weeks: 31,
      reinvest: 50,
      every: 45,
      depth: 0,
    },
  },
  {
    // SEC v. Brown et al., 21 Civ. 4791 (S.D.N.Y. 2021): up to about 40 % a month, locked for four to ten months, commissions for referrals;
    // from January 2017 to January 2018.
    id: 'bitconnect',
    termDays: 120,
    referralRatesPpm: [70_000, 30_000, 10_000],
    settings: {
      rate: 13,
      reserve: 0,
      funding: 0,
      joiners: 20,
      growth: 8,
      weeks: 52,
      reinvest: 60,
      every: 7,
      depth: 3,
    },
  },
  {
    // MMM Nigeria (2016): 30 % a month, withdrawals frozen in December 2016.
    id: 'mmm',
    termDays: 30,
    referralRatesPpm: [100_000, 0, 0],
    settings: {
      rate: 10,
      reserve: 0,
      funding: 0,
      joiners: 20,
      growth: 10,
      reinvest: 40,
      every: 30,
      depth: 1,
    },
  },
];
