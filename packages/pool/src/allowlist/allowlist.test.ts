// Goal: a withdrawal allowlist keeps a stolen session from paying out: a new address waits a day, and so does turning it
// off, which asks for the password and a code.
import { DAY_MS, SECOND_MS } from '@glasspool/core';
import { micro } from '@glasspool/core/testing';
import { describeEachDatabase } from '@glasspool/db/testing';
import { authenticate, logIn } from '@glasspool/identity/sessions';
import { beginTwoFactor, confirmTwoFactor } from '@glasspool/identity/two-factor';
import { generate } from 'otplib';
import { expect, it } from 'vitest';
import { runRewards } from '../rewards/index.ts';
import { expectRefusal, TestPool } from '../testing/index.ts';
import { requestWithdrawal } from '../withdrawals/index.ts';
import { addAllowlistEntry, getAllowlist, removeAllowlistEntry, setAllowlistOnly } from './index.ts';

const LISTED = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const OTHER = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
const PASSWORD = 'correct horse';

describeEachDatabase('a withdrawal allowlist', (open) => {
  async function withAlice() {
    const pool = await new TestPool((await open()).database).start();
    await pool.fundReserve('USDT', '1000');
    const userId = await pool.investor('alice', 'USDT', '1000');
    pool.advanceHours(24);
    await runRewards(pool.deps);
    const { token } = await logIn(pool.deps, { email: 'alice@example.org', password: PASSWORD });
    const actor = await authenticate(pool.deps, token);
    if (actor === undefined) throw new Error('Alice could not log in.');
    const entry = { actor, password: PASSWORD, currency: 'USDT' as const, address: LISTED, label: 'Mine' };
    const pay = (address: string, isProgram = false) =>
      requestWithdrawal(pool.deps, { userId, currency: 'USDT', address, amountMicro: micro('1'), isProgram });
    return { pool, userId, actor, entry, pay };
  }

  it('holds no one up while it is off, but programs', async () => {
    const { pool, pay } = await withAlice();
    await pay(OTHER);
    await expectRefusal(pool, 'PAYEE_NOT_LISTED', () => pay(LISTED, true));
  });

  it('lets a new address be paid after a day, and others never', async () => {
    const { pool, userId, actor, entry, pay } = await withAlice();
    const { usableAt } = await addAllowlistEntry(pool.deps, entry);
    await setAllowlistOnly(pool.deps, { actor, password: PASSWORD, allowlistOnly: true });
    expect(await getAllowlist(pool.deps, userId)).toMatchObject({
      allowlistOnly: true,
      entries: [{ address: LISTED, label: 'Mine' }],
    });
    expect(usableAt).toBe(pool.clock.now() + DAY_MS);
    await expectRefusal(pool, 'PAYEE_NOT_LISTED', () => pay(OTHER));
    await expectRefusal(pool, 'PAYEE_WAITS', () => pay(LISTED));
    pool.clock.advance(DAY_MS - 1);
    await expectRefusal(pool, 'PAYEE_WAITS', () => pay(LISTED));
    pool.clock.advance(1);
    await pay(LISTED, true);
  });

  it('goes off a day after its owner turned it off, unless it is turned on again meanwhile', async () => {
    const { pool, userId, actor, pay } = await withAlice();
    const set = (allowlistOnly: boolean) =>
      setAllowlistOnly(pool.deps, { actor, password: PASSWORD, allowlistOnly });
    await set(true);
    await set(false);
    const offAt = pool.clock.now() + DAY_MS;
    expect(await getAllowlist(pool.deps, userId)).toMatchObject({ allowlistOnly: true, offAt });
    await expectRefusal(pool, 'PAYEE_NOT_LISTED', () => pay(OTHER));
    pool.clock.advance(DAY_MS - 1);
    // Asked again, the day does not begin again.
    await set(false);
    await expectRefusal(pool, 'PAYEE_NOT_LISTED', () => pay(OTHER));
    await set(true);
    pool.clock.advance(DAY_MS);
    await expectRefusal(pool, 'PAYEE_NOT_LISTED', () => pay(OTHER));
    await set(false);
    pool.clock.advance(DAY_MS);
    expect(await getAllowlist(pool.deps, userId)).toMatchObject({ allowlistOnly: false, offAt: null });
    await pay(OTHER);
  });

  it('asks for a code of two-factor authentication to go off, and for none to go on', async () => {
    const { pool, userId, actor } = await withAlice();
    const { secret } = await beginTwoFactor(pool.deps, { actor, password: PASSWORD });
    const code = await generate({ secret, epoch: Math.floor(pool.clock.now() / SECOND_MS) });
    const origin = { ipAddress: '10.0.0.7', requestId: 'req-1' };
    const { recoveryCodes } = await confirmTwoFactor(pool.deps, { actor, origin, code });
    const set = (allowlistOnly: boolean, totp?: string) =>
      setAllowlistOnly(pool.deps, { actor, password: PASSWORD, allowlistOnly, totp });
    await set(true);
    await expectRefusal(pool, 'TWO_FACTOR_REQUIRED', () => set(false));
    expect(await getAllowlist(pool.deps, userId)).toMatchObject({ offAt: null });
    await set(false, recoveryCodes[0]);
    expect(await getAllowlist(pool.deps, userId)).toMatchObject({ offAt: pool.clock.now() + DAY_MS });
  });

  it('asks for the password, refuses an address twice, and forgets what is removed', async () => {
    const { pool, userId, actor, entry, pay } = await withAlice();
    const wrong = { ...entry, password: 'wrong' };
    await expect(addAllowlistEntry(pool.deps, wrong)).rejects.toMatchObject({
      code: 'CURRENT_PASSWORD_WRONG',
    });
    await expect(
      setAllowlistOnly(pool.deps, { actor, password: 'wrong', allowlistOnly: false }),
    ).rejects.toMatchObject({ code: 'CURRENT_PASSWORD_WRONG' });
    const { id } = await addAllowlistEntry(pool.deps, entry);
    await expectRefusal(pool, 'ALLOWLIST_ENTRY_EXISTS', () => addAllowlistEntry(pool.deps, entry));
    const bob = await pool.signUp('bob');
    await expectRefusal(pool, 'NOT_FOUND', () => removeAllowlistEntry(pool.deps, { userId: bob, id }));
    await removeAllowlistEntry(pool.deps, { userId, id });
    await expectRefusal(pool, 'NOT_FOUND', () => removeAllowlistEntry(pool.deps, { userId, id }));
    pool.clock.advance(2 * DAY_MS);
    await expectRefusal(pool, 'PAYEE_NOT_LISTED', () => pay(LISTED, true));
    await addAllowlistEntry(pool.deps, entry);
    // ASVS 7.5.1
    await expectRefusal(pool, 'PAYEE_WAITS', () => pay(LISTED, true));
  });

  it('holds fifty addresses', async () => {
    const { pool, entry } = await withAlice();
    for (let index = 1; index <= 50; index += 1)
      await addAllowlistEntry(pool.deps, { ...entry, address: `0x${String(index).padStart(40, '0')}` });
    await expectRefusal(pool, 'ALLOWLIST_FULL', () => addAllowlistEntry(pool.deps, entry));
  });
});
