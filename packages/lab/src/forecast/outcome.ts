import type { Forecast } from './forecast.ts';

/** Gains and losses of the people of a forecast, in micro-units. */
export interface Outcome {
  readonly people: bigint;
  /** People who have, and may expect, less than they put in. */
  readonly losers: bigint;
  readonly lostMicro: bigint;
  /** People who took out more than they put in. */
  readonly winners: bigint;
  readonly gainedMicro: bigint;
  readonly heldMicro: bigint;
  readonly owedMicro: bigint;
}

/** People who joined within some days, and what each of them has. */
export interface JoinedThen {
  readonly fromDay: number;
  readonly toDay: number;
  readonly people: bigint;
  readonly putInMicro: bigint;
  readonly takenOutMicro: bigint;
  /** Still owed to them, and paid or not as `Outcome` says. */
  readonly owedMicro: bigint;
}

/**
 * Counts gains and losses. What is owed counts as had while the pool goes on and holds it; after a collapse it does not, whatever is left:
 * that is for a court to share out. Fees are not a loss of principal.
 */
export function findOutcome({ groups, inviters, days, collapsedOn }: Forecast): Outcome {
  let [people, losers, lostMicro, winners, gainedMicro] = [0n, 0n, 0n, 0n, 0n];
  for (const group of groups) {
    people += group.people;
    const gotMicro = group.takenOutMicro + group.feesMicro;
    const hasMicro =
      collapsedOn === undefined ? gotMicro + group.withdrawableMicro + group.principalMicro : gotMicro;
    if (hasMicro < group.putInMicro) {
      losers += group.people;
      lostMicro += group.people * (group.putInMicro - hasMicro);
    }
    if (gotMicro > group.putInMicro) {
      winners += group.people;
      gainedMicro += group.people * (gotMicro - group.putInMicro);
    }
  }
  for (const { takenOutMicro } of inviters) gainedMicro += takenOutMicro;
  const last = days.at(-1);
  return {
    ...{ people, losers, lostMicro, winners, gainedMicro },
    ...{ heldMicro: last?.heldMicro ?? 0n, owedMicro: last?.owedMicro ?? 0n },
  };
}

/** The same people by the day on which they joined, in at most `bars` spans of equal length. */
export function listByJoinDay({ groups }: Forecast, bars: number): JoinedThen[] {
  const first = Math.min(...groups.map(({ joinedOn }) => joinedOn));
  const last = Math.max(...groups.map(({ joinedOn }) => joinedOn));
  const length = Math.max(1, Math.ceil((last - first + 1) / bars));
  const spans: JoinedThen[] = [];
  for (let fromDay = first; fromDay <= last; fromDay += length) {
    const toDay = Math.min(fromDay + length - 1, last);
    const within = groups.filter(({ joinedOn }) => joinedOn >= fromDay && joinedOn <= toDay);
    if (within.length === 0) continue;
    const sum = (of: (group: (typeof within)[number]) => bigint): bigint =>
      within.reduce((total, group) => total + group.people * of(group), 0n);
    spans.push({
      ...{ fromDay, toDay },
      people: sum(() => 1n),
      putInMicro: sum((group) => group.putInMicro),
      takenOutMicro: sum((group) => group.takenOutMicro),
      owedMicro: sum((group) => group.withdrawableMicro + group.principalMicro),
    });
  }
  return spans;
}
