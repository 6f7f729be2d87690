// Goal: with two-factor authentication, a stolen session pays no one: neither whom the account never paid, nor out of the hot wallet. And its owner is
// asked for a code only there, each code once.
import { DAY_MS, MINUTE_MS, SECOND_MS } from '@glasspool/core';
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { createAdmin } from '@glasspool/identity/accounts';
import { authenticate, logIn } from '@glasspool/identity/sessions';
import { beginTwoFactor, confirmTwoFactor, renewRecoveryCodes } from '@glasspool/identity/two-factor';
import { generate } from 'otplib';
import { expect, it } from 'vitest';
import { addAllowlistEntry, getAllowlist } from '../allowlist/index.ts';
import { recordGasTopUp } from '../hot-wallet/index.ts';
import { runRewards } from '../rewards/index.ts';
import { expectRefusal, TestPool } from '../testing/index.ts';
import { requestOperatorWithdrawal, requestWithdrawal, sendWithdrawals } from './index.ts';

const FIRST = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const SECOND = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
const origin = { ipAddress: '10.0.0.7', requestId: 'req-1' };

/** Sets up two-factor authentication, and moves on to where the next code is a new one. */
async function enrol(pool: TestPool, { email, password }: { email: string; password: string }) {
  const { token } = await logIn(pool.deps, { email, password });
  const actor = await authenticate(pool.deps, token);
  if (actor === undefined) throw new Error('The session is over.');
  const { secret } = await beginTwoFactor(pool.deps, { actor, password });
  const codeNow = (): Promise<string> =>
    generate({ secret, epoch: Math.floor(pool.clock.now() / SECOND_MS) });
  await confirmTwoFactor(pool.deps, { actor, origin, code: await codeNow() });
  pool.clock.advance(31 * SECOND_MS);
  return { actor, codeNow };
}

describeEachDatabase('two-factor authentication', (open) => {
  async function withAlice() {
    const { database, connect } = await open();
    const pool = await new TestPool(database).start();
    await pool.fundReserve('USDT', '1000');
    const userId = await pool.investor('alice', 'USDT', '1000');
    pool.advanceHours(24);
    await runRewards(pool.deps);
    const pay = (request: { to?: string; totp?: string; amount?: string; key?: string }, deps = pool.deps) =>
      requestWithdrawal(deps, {
        userId,
        currency: 'USDT',
        address: request.to ?? FIRST,
        amountMicro: micro(request.amount ?? '1'),
        totp: request.totp,
        ...(request.key !== undefined && { idempotencyKey: request.key }),
      });
    const login = { email: 'alice@example.org', password: 'correct horse' };
    return { pool, userId, pay, login, connect };
  }

  it('is asked for at the first payment to an address, and at no later one', async () => {
    const { pool, pay, login } = await withAlice();
    const { codeNow } = await enrol(pool, login);
    // Pitfall: a stolen session pays its thief
    await expectRefusal(pool, 'TWO_FACTOR_REQUIRED', () => pay({}));
    await expectRefusal(pool, 'TWO_FACTOR_INVALID', () => pay({ totp: '000000' }));
    const totp = await codeNow();
    await pay({ totp });
    await pay({ amount: '2' });
    await expectRefusal(pool, 'TWO_FACTOR_REQUIRED', () => pay({ to: SECOND }));
    await expectRefusal(pool, 'TWO_FACTOR_INVALID', () => pay({ to: SECOND, totp }));
    pool.clock.advance(31 * SECOND_MS);
    await pay({ to: SECOND, totp: await codeNow() });
  });

  it('is not asked of accounts without one, nor of those that paid there before it was set up', async () => {
    const { pool, pay, login } = await withAlice();
    await pay({});
    await enrol(pool, login);
    await pay({ amount: '2' });
    await expectRefusal(pool, 'TWO_FACTOR_REQUIRED', () => pay({ to: SECOND }));
  });

  it('takes a recovery code as well', async () => {
    const { pool, pay, login } = await withAlice();
    const { actor, codeNow } = await enrol(pool, login);
    const { recoveryCodes } = await renewRecoveryCodes(pool.deps, { actor, origin, code: await codeNow() });
    const [totp = ''] = recoveryCodes;
    await pay({ totp });
    await expectRefusal(pool, 'TWO_FACTOR_INVALID', () => pay({ to: SECOND, totp }));
  });

  it('is not used up, nor counted as a try, by what is refused for another reason', async () => {
    const { pool, pay, login } = await withAlice();
    const { codeNow } = await enrol(pool, login);
    const totp = await codeNow();
    for (let request = 0; request < 6; request += 1)
      await expectRefusal(pool, 'INSUFFICIENT_BALANCE', () => pay({ amount: '5000', totp }));
    await pay({ totp });
  });

  it('is not asked for again when a request is repeated under its key', async () => {
    const { pool, pay, login } = await withAlice();
    const { codeNow } = await enrol(pool, login);
    const request = { key: 'one', totp: await codeNow() };
    const first = await pay(request);
    for (let repetition = 0; repetition < 6; repetition += 1)
      expect(await pay(request)).toMatchObject({ id: first.id });
    expect(await pay({ key: 'one' })).toMatchObject({ id: first.id });
  });

  it('lets one code pay one new address, however many ask at once', async () => {
    const { pool, pay, login, connect } = await withAlice();
    const { codeNow } = await enrol(pool, login);
    const totp = await codeNow();
    const second = pool.withDatabase(connect());
    const results = await Promise.allSettled([pay({ totp }), pay({ to: SECOND, totp }, second)]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('is not guessed: after five wrong codes none is looked at for a quarter of an hour', async () => {
    const { pool, pay, login } = await withAlice();
    const { codeNow } = await enrol(pool, login);
    for (let guess = 0; guess < 5; guess += 1)
      await expectRefusal(pool, 'TWO_FACTOR_INVALID', () => pay({ totp: `00000${guess}` }));
    await expectRefusal(pool, 'TWO_FACTOR_BLOCKED', async () => pay({ totp: await codeNow() }));
    pool.clock.advance(15 * MINUTE_MS);
    await pay({ totp: await codeNow() });
  });

  it('is asked for when an address is listed, which programs then pay without', async () => {
    const { pool, userId, login } = await withAlice();
    const { actor, codeNow } = await enrol(pool, login);
    const payee = {
      actor,
      password: login.password,
      currency: 'USDT' as const,
      address: FIRST,
      label: 'Mine',
    };
    const list = (totp?: string) => addAllowlistEntry(pool.deps, { ...payee, totp });
    await expectRefusal(pool, 'TWO_FACTOR_REQUIRED', () => list());
    await expectRefusal(pool, 'TWO_FACTOR_INVALID', () => list('000000'));
    expect(await getAllowlist(pool.deps, userId)).toMatchObject({ entries: [] });
    await list(await codeNow());
    pool.clock.advance(31 * SECOND_MS);
    await expectRefusal(pool, 'ALLOWLIST_ENTRY_EXISTS', async () => list(await codeNow()));
    pool.clock.advance(DAY_MS);
    const request = { userId, currency: 'USDT' as const, address: FIRST, amountMicro: micro('1') };
    await requestWithdrawal(pool.deps, { ...request, isProgram: true });
  });

  it('is asked for each time that money leaves the hot wallet', async () => {
    const pool = await new TestPool((await open()).database).start();
    const admin = await createAdmin(pool.deps, 'operator@example.org');
    pool.bsc.fundGas(10n ** 18n);
    await recordGasTopUp(pool.deps);
    await pool.deposit('hotWallet', 'USDT', '10');
    const take = (amount: string, totp?: string) =>
      requestOperatorWithdrawal(pool.deps, {
        adminId: admin.userId,
        origin,
        currency: 'USDT',
        address: FIRST,
        amountMicro: micro(amount),
        totp,
      });
    await take('1');
    const { codeNow } = await enrol(pool, { email: 'operator@example.org', password: admin.password });
    await expectRefusal(pool, 'TWO_FACTOR_REQUIRED', () => take('2'));
    await expectRefusal(pool, 'RESERVES_TOO_SMALL', async () => take('11', await codeNow()));
    await take('2', await codeNow());
    await expectRefusal(pool, 'TWO_FACTOR_REQUIRED', () => take('3'));
    await sendWithdrawals(pool.deps, 'BSC');
    expect(pool.signedLog).toHaveLength(2);
  });
});
