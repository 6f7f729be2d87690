import type { Queryable } from '@glasspool/db';

/** Selects the mail that has neither been sent nor given up, with the words of its partial index. */
export function findWaitingMail(db: Queryable) {
  return db.selectFrom('mail').where('sentAt', 'is', null).where('givenUpAt', 'is', null);
}
