import { PoolError } from '@glasspool/core';
import type { PasswordHasher } from '@glasspool/pool';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';

// argon2id is the library's default. OWASP ASVS 5.0, appendix C: with one pass it needs at least 46 MiB.
const OPTIONS = { memoryCost: 47_104, timeCost: 1, parallelism: 1 };
/** Each takes 46 MiB: two at a time, however many ask. */
const AT_ONCE = 2;
const WAITING_MAX = 100;

/** argon2id, on threads of their own. A flood of logins waits in a queue, which has an end. */
export function createPasswordHasher(): PasswordHasher {
  const queue = pLimit(AT_ONCE);
  const run = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (queue.pendingCount >= WAITING_MAX) throw new PoolError('RATE_LIMITED', { seconds: 5 });
    return queue(work);
  };
  return {
    hash: (password) => run(() => hash(password, OPTIONS)),
    verify: (passwordHash, password) => run(() => verify(passwordHash, password)),
  };
}
