import { PoolError } from '@glasspool/core';
import type { PasswordAsker, PasswordHasher } from '@glasspool/identity/deps';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';

// argon2id is the library's default. OWASP ASVS 5.0, appendix C: with one pass it needs at least 46 MiB.
const OPTIONS = { memoryCost: 47_104, timeCost: 1, parallelism: 1 };
/** Each takes 46 MiB: strangers have two at a time, however many ask, and known devices and sessions have another one. */
const AT_ONCE = { known: 1, stranger: 2 } as const;
const WAITING_MAX = 100;

/** One form of letters that keyboards and systems compose in two ways (RFC 8265, 4.2.1, rule 4: NFC). */
function compose(password: string): string {
  return password.normalize('NFC');
}

/**
 * argon2id, on threads of their own. A flood of logins waits in a queue, which has an end; known devices and sessions wait
 * in another one, so that strangers cannot shut the owners of accounts out.
 */
export function createPasswordHasher(): PasswordHasher {
  const queues = { known: pLimit(AT_ONCE.known), stranger: pLimit(AT_ONCE.stranger) };
  const run = async <Result>(who: PasswordAsker, work: () => Promise<Result>): Promise<Result> => {
    const queue = queues[who];
    if (queue.pendingCount >= WAITING_MAX) throw new PoolError('RATE_LIMITED', { seconds: 5 });
    return queue(work);
  };
  return {
    hash: (password, who = 'stranger') => run(who, () => hash(compose(password), OPTIONS)),
    verify: (passwordHash, password, who = 'stranger') =>
      run(who, async () => {
        if (await verify(passwordHash, compose(password))) return true;
        // Hashed as it was typed, before passwords were composed.
        return compose(password) !== password && verify(passwordHash, password);
      }),
  };
}
