// Plan of the people of a demo pool: who joins when, by whose invitation, with how much, and what they do with their rewards.
import type { Random } from '@glasspool/core';

/** Size of a demo pool. */
export const DEMO = { people: 500, days: 90 } as const;
export type DemoSize = Readonly<Record<keyof typeof DEMO, number>>;

const FIRST_NAMES = [
  'ada',
  'alan',
  'barbara',
  'dennis',
  'donald',
  'edsger',
  'frances',
  'grace',
  'john',
  'ken',
];
/** Of a hundred people, those who came by an invitation, deposit TRX, and take out their rewards; of the others, those who invest again. */
const [INVITED, WITH_TRX, TAKING_OUT, REINVESTING] = [60, 20, 35, 60];
/** The day after the end of a local pool's term. */
const MATURE_DAYS = 31;
const USUAL_MINIMUM = { USDT: 60, TRX: 300 } as const;
/** A few put in as much as many others together. */
const LARGE_FACTORS = [1, 1, 2, 2, 3, 5, 8, 20] as const;

export interface Person {
  readonly email: string;
  readonly joinsOn: number;
  /** Number of the person who invited them. */
  readonly invitedBy: number | undefined;
  readonly currency: 'USDT' | 'TRX';
  readonly amount: string;
  /** Day of each of their withdrawals. */
  readonly withdrawsOn: readonly number[];
  /** Day on which they invest all that is withdrawable again. */
  readonly reinvestsOn: number | undefined;
}

/** Plans people who join slowly at first, then faster, then more slowly again. The same seed gives the same people. */
export function planPeople(random: Random, { people, days }: DemoSize): Person[] {
  const isOneOf = (percent: number): boolean => random.integer(100) < percent;
  return Array.from({ length: people }, (_, number) => {
    const joinsOn = findJoinDay((number + 1) / people, days);
    const currency = isOneOf(WITH_TRX) ? 'TRX' : 'USDT';
    const factor = LARGE_FACTORS[random.integer(LARGE_FACTORS.length)] ?? 1;
    const cents = String(random.integer(100)).padStart(2, '0');
    const takesOut = isOneOf(TAKING_OUT);
    return {
      email: `${FIRST_NAMES[number % FIRST_NAMES.length]}.${number}@example.org`,
      joinsOn,
      invitedBy: number > 0 && isOneOf(INVITED) ? random.integer(number) : undefined,
      currency,
      amount: `${USUAL_MINIMUM[currency] * factor + random.integer(USUAL_MINIMUM[currency])}.${cents}`,
      withdrawsOn: takesOut ? [joinsOn + 8 + random.integer(20), joinsOn + 35 + random.integer(20)] : [],
      reinvestsOn: !takesOut && isOneOf(REINVESTING) ? joinsOn + MATURE_DAYS + random.integer(3) : undefined,
    };
  });
}

/** Day on which a part of all people has joined: a smooth step from the first day to four fifths of the time. */
function findJoinDay(part: number, days: number): number {
  const last = Math.floor((days * 4) / 5);
  for (let day = 0; day < last; day += 1) {
    const x = day / last;
    if (x * x * (3 - 2 * x) >= part) return day;
  }
  return last;
}
