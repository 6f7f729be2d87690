import type { ExperimentNews } from '@glasspool/api/contracts';

/** Tells what an experiment does and finds, in ids that the screen has words for. */
export interface Teller {
  event(id: string, values?: Readonly<Record<string, string | number>>): void;
  /** `found` is what was compared, for those who want to see it. */
  check(id: string, isHeld: boolean, found: string): void;
}

export function createTeller(send: (news: ExperimentNews) => void): Teller {
  return {
    event: (id, values = {}) => send({ kind: 'event', id, values }),
    check: (id, isHeld, found) => send({ kind: 'check', id, isHeld, found }),
  };
}
