// A model of requests that wait for processors and for one row of the database, played event by event with a fixed random sequence.

/** A place that serves so many requests at a time, each for a mean time. */
export interface Station {
  readonly servers: number;
  readonly meanMs: number;
}

interface Event {
  readonly atMs: number;
  readonly station: number;
}

const SEED = 0x2545f491;

/**
 * Plays a closed system: each caller goes through the stations in their order, and asks again as soon as it has its answer. Times of service are
 * exponential.
 *
 * @returns answers per second
 */
export function playQueues(
  stations: readonly Station[],
  { callers, answers }: { readonly callers: number; readonly answers: number },
): number {
  const random = makeRandom();
  const busy = stations.map(() => 0);
  const waiting = stations.map(() => 0);
  const events: Event[] = [];
  let [nowMs, done] = [0, 0];
  const serve = (station: number): void => {
    const { meanMs } = at(stations, station);
    busy[station] = at(busy, station) + 1;
    insert(events, { atMs: nowMs - Math.log(1 - random()) * meanMs, station });
  };
  const arrive = (station: number): void => {
    if (at(busy, station) < at(stations, station).servers) serve(station);
    else waiting[station] = at(waiting, station) + 1;
  };
  for (let caller = 0; caller < callers; caller += 1) arrive(0);
  while (done < answers) {
    const { atMs, station } = at(events.splice(0, 1), 0);
    nowMs = atMs;
    busy[station] = at(busy, station) - 1;
    if (at(waiting, station) > 0) {
      waiting[station] = at(waiting, station) - 1;
      serve(station);
    }
    const isLast = station === stations.length - 1;
    if (isLast) done += 1;
    arrive(isLast ? 0 : station + 1);
  }
  return done / (nowMs / 1_000);
}

/** Keeps the events in the order of their times. */
function insert(events: Event[], event: Event): void {
  let [low, high] = [0, events.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (at(events, middle).atMs < event.atMs) low = middle + 1;
    else high = middle;
  }
  events.splice(low, 0, event);
}

function at<Item>(items: readonly Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) throw new RangeError(`There is no item ${index}.`);
  return item;
}

/** Numbers from 0 to 1 by xorshift (Marsaglia, 2003): each run plays the same. */
function makeRandom(): () => number {
  let state = SEED;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
