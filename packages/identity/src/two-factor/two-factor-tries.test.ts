// Goal: wrong codes slow down those who enter them, and shut no owner out for good.
import { DAY_MS, MINUTE_MS } from '@glasspool/core';
import { describeEachDatabase } from '@glasspool/db/testing';
import { expect, it } from 'vitest';
import type { Actor } from '../deps.ts';
import { requestPasswordReset, resetPassword } from '../passwords/index.ts';
import { logIn } from '../sessions/index.ts';
import { enrolAdmin, enter } from '../testing/index.ts';
import { renewRecoveryCodes } from './two-factor.ts';

const email = 'operator@example.org';
const origin = { ipAddress: '10.0.0.7', requestId: 'req-1' };

describeEachDatabase('wrong two-factor codes', (open) => {
  async function enrolled() {
    const { database, connect } = await open();
    return { ...(await enrolAdmin(database, email)), connect };
  }

  it('compares five codes, and then none for a quarter of an hour, however many come at once', async () => {
    const { pool, connect, password, codeNow, recoveryCodes, nextStep } = await enrolled();
    nextStep();
    const second = pool.withDatabase(connect());
    const results = await Promise.allSettled(
      Array.from({ length: 12 }, (_, index) =>
        logIn(index % 2 ? pool.deps : second, { email, password, totp: '000000' }),
      ),
    );
    const codes = results.map((result) => (result.status === 'rejected' ? result.reason.code : 'in'));
    expect(codes.filter((code) => code === 'TWO_FACTOR_INVALID')).toHaveLength(5);
    expect(codes.filter((code) => code === 'TWO_FACTOR_BLOCKED')).toHaveLength(7);
    const right = logIn(pool.deps, { email, password, totp: await codeNow() });
    await expect(right).rejects.toMatchObject({ code: 'TWO_FACTOR_BLOCKED', details: { minutes: 15 } });
    await expect(logIn(pool.deps, { email, password, totp: recoveryCodes[0] })).rejects.toMatchObject({
      code: 'TWO_FACTOR_BLOCKED',
    });
    pool.clock.advance(15 * MINUTE_MS);
    await logIn(pool.deps, { email, password, totp: await codeNow() });
    await logIn(pool.deps, { email, password, totp: recoveryCodes[0] });
  });

  it('waits twice as long after every five wrong codes, takes 100 in a row at most, and mails the owner at each pause', async () => {
    const { pool, password, codeNow } = await enrolled();
    const start = pool.clock.now();
    const pauses: number[] = [];
    let wrong = 0;
    for (;;) {
      const refused = await logIn(pool.deps, { email, password, totp: '000000' }).catch((error) => error);
      if (refused.code === 'TWO_FACTOR_SHUT') break;
      if (refused.code === 'TWO_FACTOR_INVALID') wrong += 1;
      else {
        pauses.push(refused.details.minutes);
        pool.clock.advance(refused.details.minutes * MINUTE_MS);
      }
    }
    expect(wrong).toBe(100);
    expect(pauses.slice(0, 8)).toEqual([15, 30, 60, 120, 240, 480, 960, 1440]);
    // Twelve days and more for 100 of a million codes, of which three are right at a time.
    expect(pool.clock.now() - start).toBeGreaterThan(12 * DAY_MS);
    const mails = await pool.deps.db.read
      .selectFrom('mail')
      .select('subject')
      .where('subject', '=', 'Someone has your Glasspool password')
      .execute();
    expect(mails).toHaveLength(20);
    const right = logIn(pool.deps, { email, password, totp: await codeNow() });
    // ASVS 6.3.1
    await expect(right).rejects.toMatchObject({ code: 'TWO_FACTOR_SHUT' });
  });

  it('lets the owner in on a known device, and do what needs a code, while a stranger enters wrong ones', async () => {
    const { pool, actor, password, codeNow, nextStep } = await enrolled();
    nextStep();
    const { deviceToken } = await logIn(pool.deps, { email, password, totp: await codeNow() });
    for (let tries = 0; tries < 6; tries += 1)
      await expect(logIn(pool.deps, { email, password, totp: '000000' })).rejects.toThrow();
    nextStep();
    await logIn(pool.deps, { email, password, totp: await codeNow(), deviceToken });
    nextStep();
    await renewRecoveryCodes(pool.deps, { actor, origin, code: await codeNow() });
    // Nor does the owner's right code give the stranger new tries.
    await expect(logIn(pool.deps, { email, password, totp: '000000' })).rejects.toMatchObject({
      code: 'TWO_FACTOR_BLOCKED',
    });
  });

  it.each(['session', 'device'])(
    'compares five codes of one %s, and then none for a while',
    async (place) => {
      const { pool, actor, password, codeNow, nextStep } = await enrolled();
      nextStep();
      const { deviceToken } = await logIn(pool.deps, { email, password, totp: await codeNow() });
      const attempt = (code: string): Promise<unknown> =>
        place === 'session'
          ? renewRecoveryCodes(pool.deps, { actor, origin, code })
          : logIn(pool.deps, { email, password, totp: code, deviceToken });
      const results = await Promise.allSettled(Array.from({ length: 12 }, () => attempt('000000')));
      const codes = results.map((result) => (result.status === 'rejected' ? result.reason.code : 'in'));
      expect(codes.filter((code) => code === 'TWO_FACTOR_INVALID')).toHaveLength(5);
      nextStep();
      await expect(attempt(await codeNow())).rejects.toMatchObject({ code: 'TWO_FACTOR_BLOCKED' });
      pool.clock.advance(15 * MINUTE_MS);
      await attempt(await codeNow());
    },
  );

  it.each(['session', 'device', 'stranger'] as const)(
    'looks at codes again once the password was reset, where 100 wrong ones of one %s shut it',
    async (place) => {
      const { pool, actor, password, codeNow, nextStep } = await enrolled();
      nextStep();
      const known = await logIn(pool.deps, { email, password, totp: await codeNow() });
      const device = place === 'device' ? { deviceToken: known.deviceToken } : {};
      const attempt = (code: string, now: { actor: Actor; password: string }): Promise<unknown> =>
        place === 'session'
          ? renewRecoveryCodes(pool.deps, { actor: now.actor, origin, code })
          : logIn(pool.deps, { email, password: now.password, totp: code, ...device });
      for (let refused = { code: '', details: { minutes: 0 } }; refused.code !== 'TWO_FACTOR_SHUT'; ) {
        refused = await attempt('000000', { actor, password }).then(
          () => Promise.reject(new Error('A wrong code was taken.')),
          (error) => error,
        );
        if (refused.code === 'TWO_FACTOR_BLOCKED') pool.clock.advance(refused.details.minutes * MINUTE_MS);
      }
      await requestPasswordReset(pool.deps, email);
      const mails = await pool.deps.db.read.selectFrom('mail').select('text').execute();
      const texts = mails.map(({ text }) => text).join('\n');
      const token = /\/reset-passord\/([\w-]+)/.exec(texts)?.[1] ?? '';
      await resetPassword(pool.deps, { token, newPassword: 'battery staple' });
      const login = { email, password: 'battery staple' };
      const again = await enter(pool.deps, { ...login, totp: await codeNow() });
      nextStep();
      await attempt(await codeNow(), { actor: again, password: login.password });
    },
  );
});
