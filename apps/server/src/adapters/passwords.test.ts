import { describe, expect, it } from 'vitest';
import { createPasswordHasher } from './passwords.ts';

const argon2Passwords = createPasswordHasher();

describe('password hashes', () => {
  it('are argon2id with at least 46 MiB, and salted', async () => {
    const [first, second] = await Promise.all([
      argon2Passwords.hash('correct horse'),
      argon2Passwords.hash('correct horse'),
    ]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/);
    expect(first).not.toBe(second);
    expect(await argon2Passwords.verify(first, 'correct horse')).toBe(true);
    expect(await argon2Passwords.verify(first, 'Correct horse')).toBe(false);
  });

  it('tell long passwords apart beyond their 64th character', async () => {
    const hash = await argon2Passwords.hash(`${'a'.repeat(100)}b`);
    expect(await argon2Passwords.verify(hash, `${'a'.repeat(100)}c`)).toBe(false);
  });
});
