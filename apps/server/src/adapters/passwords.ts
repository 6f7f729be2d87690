import type { PasswordHasher } from '@glasspool/pool';
import { hash, verify } from '@node-rs/argon2';

// argon2id is the library's default. OWASP ASVS 5.0, appendix C: with one pass it needs at least 46 MiB.
const OPTIONS = { memoryCost: 47_104, timeCost: 1, parallelism: 1 };

/** argon2id (decisions.md 7). The work happens on a thread of its own. */
export const argon2Passwords: PasswordHasher = {
  hash: (password) => hash(password, OPTIONS),
  verify: (passwordHash, password) => verify(passwordHash, password),
};
