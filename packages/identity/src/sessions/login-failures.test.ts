// Goal: guessing a password gets slow, for strangers; the owner, on a device that is known, always gets in.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@glasspool/core';
import { describeEachDatabase } from '@glasspool/db/testing';
import { describe, expect, it } from 'vitest';
import { deliverMail } from '../mail/deliver-mail.ts';
import { listMailbox } from '../mail/list-mailbox.ts';
import { TestIdentity } from '../testing/index.ts';
import { logIn } from './log-in.ts';
import { waitAfter } from './login-failures.ts';

const EMAIL = 'alice@example.org';
const PASSWORD = 'correct horse';

describe('the wait after wrong passwords', () => {
  it.each([
    [0, 0],
    [4, 0],
    [5, MINUTE_MS],
    [9, MINUTE_MS],
    [10, 2 * MINUTE_MS],
    [30, 32 * MINUTE_MS],
    [35, HOUR_MS],
    [1_000_000, HOUR_MS],
  ])('is after %i of them %i ms', (failures, waitMs) => {
    expect(waitAfter(failures)).toBe(waitMs);
  });
});

describeEachDatabase('logging in', (open) => {
  const withAlice = async (): Promise<TestIdentity> => {
    const pool = new TestIdentity((await open()).database);
    await pool.signUp('alice');
    return pool;
  };
  const getOutcome = (
    pool: TestIdentity,
    password: string,
    deviceToken?: string,
    email = EMAIL,
  ): Promise<string> =>
    logIn(pool.deps, { email, password, deviceToken }).then(
      () => 'in',
      (error: { code?: string }) => error.code ?? 'unknown',
    );

  it('draws as many random bytes for a stranger in each pool of a process', async () => {
    const drawNext = async (): Promise<string> => {
      const pool = await withAlice();
      expect(await getOutcome(pool, PASSWORD, undefined, 'no-one@example.org')).toBe('INVALID_LOGIN');
      return Buffer.from(pool.deps.random.bytes(8)).toString('hex');
    };
    expect(await drawNext()).toBe(await drawNext());
  });

  it('takes an attacker a day for fewer than 100 guesses, and never shuts the account', async () => {
    const pool = await withAlice();
    let guesses = 0;
    const end = pool.clock.now() + DAY_MS;
    while (pool.clock.now() < end) {
      if ((await getOutcome(pool, 'wrong')) === 'INVALID_LOGIN') guesses += 1;
      else pool.clock.advance(MINUTE_MS);
    }
    expect(guesses).toBeGreaterThan(30);
    expect(guesses).toBeLessThan(100);
    expect(await getOutcome(pool, PASSWORD)).toBe('LOGIN_BLOCKED');
    pool.clock.advance(HOUR_MS);
    // ASVS 2.4.1, 6.1.1, 6.3.1
    expect(await getOutcome(pool, PASSWORD)).toBe('in');
  });

  it('works for the owner on a known device while strangers guess', async () => {
    const pool = await withAlice();
    const { deviceToken } = await logIn(pool.deps, { email: EMAIL, password: PASSWORD });
    for (let count = 0; count < 20; count += 1) await getOutcome(pool, 'wrong');
    expect(await getOutcome(pool, PASSWORD)).toBe('LOGIN_BLOCKED');
    expect(await getOutcome(pool, PASSWORD, deviceToken)).toBe('in');
    expect(await getOutcome(pool, PASSWORD, `${deviceToken.slice(0, -1)}x`)).toBe('LOGIN_BLOCKED');
    await pool.signUp('bob');
    // A device of hers is no device of his.
    for (let count = 0; count < 5; count += 1)
      await getOutcome(pool, 'wrong', deviceToken, 'bob@example.org');
    // ASVS 6.1.1, 6.3.1
    expect(await getOutcome(pool, PASSWORD, undefined, 'bob@example.org')).toBe('LOGIN_BLOCKED');
  });

  it('counts an address without an account alike', async () => {
    const pool = await withAlice();
    for (const email of [EMAIL, 'noone@example.org']) {
      const answers: string[] = [];
      for (let count = 0; count < 7; count += 1)
        answers.push(await getOutcome(pool, 'wrong', undefined, email));
      expect(answers).toEqual([
        ...Array.from({ length: 5 }, () => 'INVALID_LOGIN'),
        'LOGIN_BLOCKED',
        'LOGIN_BLOCKED',
      ]);
    }
  });

  it('lets none of a hundred guesses at once in, but for the first few', async () => {
    const pool = await withAlice();
    const guesses = Array.from({ length: 100 }, (_, index) =>
      getOutcome(pool, index === 90 ? PASSWORD : 'wrong'),
    );
    const answers = await Promise.all(guesses);
    expect(answers.filter((answer) => answer === 'in').length).toBeLessThanOrEqual(1);
    expect(await getOutcome(pool, 'wrong')).toBe('LOGIN_BLOCKED');
  });

  it('is mailed to the owner when it comes from somewhere new', async () => {
    const pool = await withAlice();
    const home = { ipAddress: '198.51.100.1', userAgent: 'Firefox' };
    const subjects = async (): Promise<string[]> => {
      await deliverMail(pool.deps, { firstDigest: undefined });
      const mails = await listMailbox(pool.deps, EMAIL);
      return mails.map(({ subject }) => subject).filter((subject) => subject.startsWith('A new sign-in'));
    };
    const { deviceToken } = await logIn(pool.deps, { email: EMAIL, password: PASSWORD, ...home });
    await logIn(pool.deps, { email: EMAIL, password: PASSWORD, ...home });
    await logIn(pool.deps, { email: EMAIL, password: PASSWORD, deviceToken, ipAddress: '203.0.113.9' });
    expect(await subjects()).toEqual([]);
    await logIn(pool.deps, { email: EMAIL, password: PASSWORD, ipAddress: '203.0.113.7', userAgent: 'curl' });
    // ASVS 6.3.5
    expect(await subjects()).toHaveLength(1);
  });
});
