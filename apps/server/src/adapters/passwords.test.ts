import { hash } from '@node-rs/argon2';
import { describe, expect, it } from 'vitest';
import { createPasswordHasher } from './passwords.ts';

const argon2Passwords = createPasswordHasher();

describe('a password hash', () => {
  it('is argon2id with at least 46 MiB, and salted', async () => {
    const [first, second] = await Promise.all([
      argon2Passwords.hash('correct horse'),
      argon2Passwords.hash('correct horse'),
    ]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/);
    expect(first).not.toBe(second);
    expect(await argon2Passwords.verify(first, 'correct horse')).toBe(true);
    // ASVS 11.2.1, 11.4.2
    expect(await argon2Passwords.verify(first, 'Correct horse')).toBe(false);
  });

  it('tells long passwords apart beyond their 64th character', async () => {
    const hash = await argon2Passwords.hash(`${'a'.repeat(100)}b`);
    // ASVS 6.2.8, 6.2.9
    expect(await argon2Passwords.verify(hash, `${'a'.repeat(100)}c`)).toBe(false);
  });

  it('is computed for a known caller while strangers fill their queue to its end', async () => {
    const passwords = createPasswordHasher();
    const hash = await passwords.hash('correct horse');
    // Two are worked on, and a hundred wait.
    const flood = Array.from({ length: 130 }, () =>
      passwords.verify(hash, 'wrong', 'stranger').catch((error) => error.code),
    );
    await expect(passwords.verify(hash, 'correct horse', 'stranger')).rejects.toMatchObject({
      code: 'RATE_LIMITED',
    });
    let floodIsOver = false;
    const all = Promise.all(flood).then((answers) => {
      floodIsOver = true;
      return answers;
    });
    expect(await passwords.verify(hash, 'correct horse', 'known')).toBe(true);
    expect(floodIsOver).toBe(false);
    // ASVS 6.3.1
    expect((await all).filter((answer) => answer === 'RATE_LIMITED')).toHaveLength(28);
  });

  it('takes letters that a system composes in another way, also where they were hashed as they were typed', async () => {
    const passwords = createPasswordHasher();
    const typed = 'pässwörd-éclair';
    const [composed, apart] = [typed.normalize('NFC'), typed.normalize('NFD')];
    for (const one of [composed, apart])
      for (const other of [composed, apart])
        expect(await passwords.verify(await passwords.hash(one), other)).toBe(true);
    expect(await passwords.verify(await hash(apart), apart)).toBe(true);
    expect(await passwords.verify(await passwords.hash(composed), 'password-eclair')).toBe(false);
  });
});
