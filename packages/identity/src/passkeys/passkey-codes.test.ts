// Goal: the code that a passkey's answer brings confirms one action of its account, for five minutes, while the passkey is there.
import { MINUTE_MS, SECOND_MS } from '@glasspool/core';
import { describeEachDatabase } from '@glasspool/db/testing';
import { generate } from 'otplib';
import { expect, it } from 'vitest';
import { logIn } from '../sessions/log-in.ts';
import { TestIdentity } from '../testing/index.ts';
import { addDevice, confirmWith, enter } from '../testing/passkeys.ts';
import { SoftAuthenticator } from '../testing/soft-authenticator.ts';
import { beginTwoFactor, confirmTwoFactor, renewRecoveryCodes } from '../two-factor/two-factor.ts';
import { addPasskey, beginPasskey, listPasskeys, removePasskey } from './passkeys.ts';
import { askForPasskey, getPasskeyCode } from './use-passkey.ts';

const origin = { ipAddress: '10.0.0.7', requestId: 'req-1' };
const password = 'correct horse';
const email = 'alice@example.org';

describeEachDatabase('the code of a passkey', (open) => {
  async function withPasskey() {
    const pool = new TestIdentity((await open()).database);
    await pool.signUp('alice');
    const actor = await enter(pool.deps, { email, password });
    const device = new SoftAuthenticator('laptop');
    const recoveryCodes = await addDevice(pool.deps, { actor, password, device });
    return { pool, actor, device, recoveryCodes, confirm: () => confirmWith(pool.deps, { actor, device }) };
  }

  it('confirms one action of its own account within five minutes, also while codes of the app are blocked', async () => {
    const { pool, actor, confirm } = await withPasskey();
    const renew = (code: string, as = actor) => renewRecoveryCodes(pool.deps, { actor: as, origin, code });
    for (let tries = 0; tries < 5; tries += 1)
      await expect(renew('000000')).rejects.toMatchObject({ code: 'TWO_FACTOR_INVALID' });
    await expect(renew('000000')).rejects.toMatchObject({ code: 'TWO_FACTOR_BLOCKED' });
    const code = await confirm();
    await pool.signUp('mallory');
    const mallory = await enter(pool.deps, { email: 'mallory@example.org', password });
    await expect(renew(code, mallory)).rejects.toMatchObject({ code: 'TWO_FACTOR_INVALID' });
    expect((await renew(code)).recoveryCodes).toHaveLength(10);
    await expect(renew(code)).rejects.toMatchObject({ code: 'TWO_FACTOR_INVALID' });
    const late = await confirm();
    pool.clock.advance(5 * MINUTE_MS);
    await expect(renew(late)).rejects.toMatchObject({ code: 'TWO_FACTOR_INVALID' });
  });

  it('ends with the passkey, in the hands of a thief too', async () => {
    const { pool, actor, recoveryCodes, confirm } = await withPasskey();
    const second = new SoftAuthenticator('key');
    await addDevice(pool.deps, { actor, password, device: second, totp: await confirm() });
    const stolen = await confirm();
    const [passkey] = await listPasskeys(pool.deps, actor);
    if (passkey === undefined) throw new Error('It is gone.');
    await removePasskey(pool.deps, { actor, origin, id: passkey.id, totp: recoveryCodes[0] });
    await expect(renewRecoveryCodes(pool.deps, { actor, origin, code: stolen })).rejects.toMatchObject({
      code: 'TWO_FACTOR_INVALID',
    });
    const code = await confirmWith(pool.deps, { actor, device: second });
    await renewRecoveryCodes(pool.deps, { actor, origin, code });
  });

  it('ends when the passkey is found to be copied', async () => {
    const { pool, actor, device, confirm } = await withPasskey();
    await confirm();
    const stolen = await confirm();
    pool.clock.advance(1);
    device.signCount = 0;
    const { challenge } = await askForPasskey(pool.deps, actor);
    const answer = device.answer({ challenge });
    await expect(getPasskeyCode(pool.deps, { actor, answer })).rejects.toMatchObject({
      code: 'PASSKEY_COPIED',
    });
    await expect(renewRecoveryCodes(pool.deps, { actor, origin, code: stolen })).rejects.toMatchObject({
      code: 'TWO_FACTOR_INVALID',
    });
  });

  it('guards what was begun before the passkey: the password alone adds neither an app nor another passkey', async () => {
    const pool = new TestIdentity((await open()).database);
    await pool.signUp('alice');
    const actor = await enter(pool.deps, { email, password });
    // A thief in the session, who knows the password, begins both and waits.
    const { secret } = await beginTwoFactor(pool.deps, { actor, password });
    const thief = new SoftAuthenticator('thief');
    const begun = await beginPasskey(pool.deps, { actor, password });
    const recoveryCodes = await addDevice(pool.deps, {
      actor,
      password,
      device: new SoftAuthenticator('laptop'),
    });
    const code = await generate({ secret, epoch: Math.floor(pool.clock.now() / SECOND_MS) });
    await expect(confirmTwoFactor(pool.deps, { actor, origin, code })).rejects.toMatchObject({
      code: 'TWO_FACTOR_INVALID',
    });
    const answer = thief.create({ challenge: begun.challenge, userHandle: begun.user.id });
    await expect(addPasskey(pool.deps, { actor, origin, name: 'Thief', answer })).rejects.toMatchObject({
      code: 'PASSKEY_INVALID',
    });
    await logIn(pool.deps, { email, password, totp: recoveryCodes[0] });
  });

  it('comes with recovery codes that work, when two first passkeys are added at the same moment', async () => {
    const pool = new TestIdentity((await open()).database);
    await pool.signUp('alice');
    const actor = await enter(pool.deps, { email, password });
    const results = await Promise.allSettled(
      ['laptop', 'phone'].map((name) =>
        addDevice(pool.deps, { actor, password, device: new SoftAuthenticator(name) }),
      ),
    );
    const added = results.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    expect(added).toHaveLength(1);
    await logIn(pool.deps, { email, password, totp: added[0]?.[0] });
  });
});
