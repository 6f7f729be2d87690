import { SECOND_MS } from '@glasspool/core';
import type { Actor } from '@glasspool/identity/deps';
import { endSessions } from '@glasspool/identity/sessions';
import { beginTwoFactor, confirmTwoFactor } from '@glasspool/identity/two-factor';
import { generate } from 'otplib';
import type { Experiment } from '../experiment.ts';
import type { Sandbox } from '../sandbox.ts';
import { type Answered, countAnswers, isRefused, openServer } from './open-server.ts';

const AMOUNT = '20';
const PASSWORD = 'correct horse';
const GUESSES = 6;
const origin = { ipAddress: '', requestId: 'lab' };

/** A thief has the token of Alice's session, and nothing else: no password, no second factor, no mailbox. */
export const stolenSession: Experiment = {
  run: async (sandbox, tell) => {
    await using server = await openServer(sandbox);
    const owner = await server.getActor(await server.getToken('alice'));
    const token = await server.getToken('alice');
    await protect(sandbox, owner);
    tell.event('two-factor-on', { person: 'Alice' });
    tell.event('session-stolen', { person: 'Alice' });
    const address = sandbox.newAddress('USDT');
    const withdraw = (totp?: string): Promise<Answered> =>
      server.post({
        path: '/api/withdraw',
        token,
        body: { address, amount: AMOUNT, currency: 'USDT', ...(totp === undefined ? {} : { totp }) },
      });
    const steals = [await withdraw()];
    for (let guess = 0; guess < GUESSES; guess += 1) steals.push(await withdraw(`00000${guess}`));
    tell.check(
      'steals-nothing',
      steals.every((one) =>
        isRefused(one, ['TWO_FACTOR_REQUIRED', 'TWO_FACTOR_INVALID', 'TWO_FACTOR_BLOCKED']),
      ),
      countAnswers(steals),
    );
    const keeps = [
      await server.post({
        path: '/trpc/users.changePassword',
        token,
        body: { currentPassword: 'a guess', newPassword: 'mine now, thank you' },
      }),
      await server.post({
        path: '/trpc/apiKeys.createApiKey',
        token,
        body: { name: 'mine', scope: 'withdraw', password: 'a guess' },
      }),
      await server.post({ path: '/trpc/users.removeTwoFactor', token, body: { code: '000000' } }),
    ];
    tell.check(
      'keeps-nothing',
      keeps.every((one) => isRefused(one, ['CURRENT_PASSWORD_WRONG', 'TWO_FACTOR_BLOCKED'])),
      countAnswers(keeps),
    );
    await endSessions(sandbox.deps, { actor: owner, password: PASSWORD });
    tell.event('sessions-ended', { person: 'Alice' });
    const after = await server.get('/api/get-bsc-wallet', token);
    tell.check('ended', after.status === 401, countAnswers([after]));
  },
};

/** Alice turns two-factor authentication on, with an app on her telephone. */
async function protect({ deps, clock }: Sandbox, actor: Actor): Promise<void> {
  const { secret } = await beginTwoFactor(deps, { actor, password: PASSWORD });
  const code = await generate({ secret, epoch: Math.floor(clock.now() / SECOND_MS) });
  await confirmTwoFactor(deps, { actor, origin, code });
}
